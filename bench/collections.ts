import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { LiveWorld } from './live-world.ts';

const connectionsMax = 256;

export interface Collected {
  /** From first request to last answer. */
  readonly seconds: number;
  readonly transactionIds: readonly number[];
  /** Milliseconds of every accepted request. */
  readonly waits: readonly number[];
}

/** Asks for collections over HTTP, half from each operator; one that is not accepted ends the run. */
export class Collections {
  readonly #world: LiveWorld;
  readonly #http: Pool;
  #asked = 0;

  constructor(world: LiveWorld) {
    this.#world = world;
    this.#http = new Pool(world.baseUrl, { connections: connectionsMax });
  }

  /**
   * Opens all connections while nothing else happens: Node takes one new connection between two rounds of work, so that
   * many at once keep those of the operators' callbacks waiting for seconds.
   */
  async connect(): Promise<void> {
    const one = async () => (await this.#http.request({ method: 'GET', path: '/healthz' })).body.dump();
    for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: connectionsMax }, one));
  }

  /** As many as are accepted while `connections` requests are under way at any time. */
  async asManyAsPossible(connections: number, seconds: number): Promise<Collected> {
    const run = new Run();
    const endMs = performance.now() + seconds * 1_000;
    const work = async () => {
      while (performance.now() < endMs) await this.#collect(run);
    };
    await Promise.all(Array.from({ length: connections }, work));
    return run.over();
  }

  /** So many a second, whether earlier ones are answered or not. */
  async atRate(perSecond: number, seconds: number): Promise<Collected> {
    const run = new Run();
    const under: Promise<void>[] = [];
    let failed: unknown = null;
    const startedAtMs = performance.now();
    for (let n = 0; n < perSecond * seconds; n += 1) {
      const waitMs = startedAtMs + (n * 1_000) / perSecond - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      under.push(
        this.#collect(run).catch((error: unknown) => {
          failed ??= error;
        }),
      );
    }
    await Promise.all(under);
    if (failed !== null) throw failed;
    return run.over();
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async #collect(run: Run): Promise<void> {
    this.#asked += 1;
    const client = this.#world.clients[this.#asked % this.#world.clients.length]!;
    const range = this.#asked % 2 === 0 ? '25677' : '25675';
    const beganAtMs = performance.now();
    const { statusCode, body } = await this.#http.request({
      method: 'POST',
      path: '/api/v1/wallet/collect-payment',
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `bench-${process.pid}-${this.#asked}`,
      },
      body: JSON.stringify({
        customer_phone: `${range}${String(this.#asked % 1_000_000).padStart(6, '0')}7`,
        amount: 1_000 + (this.#asked % 5_000),
      }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`a collection was answered ${statusCode} ${text}`);
    const { data }: { data: { transaction_id: number } } = JSON.parse(text);
    run.waits.push(performance.now() - beganAtMs);
    run.transactionIds.push(data.transaction_id);
  }
}

class Run {
  readonly waits: number[] = [];
  readonly transactionIds: number[] = [];
  readonly #beganAtMs = performance.now();

  over(): Collected {
    const seconds = (performance.now() - this.#beganAtMs) / 1_000;
    return { seconds, transactionIds: this.transactionIds, waits: this.waits };
  }
}
