import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { LiveClient } from '../service/live-clients.ts';

/** A request that moves money, and all we know of what became of it. */
export interface Payment {
  readonly client: LiveClient;
  readonly path: string;
  readonly key: string;
  readonly body: string;
  /** The answer that the service may never take back; null while none has arrived. */
  answer: Answer | null;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/** One request as the client saw it. `status` is null when the connection broke before an answer came. */
export interface Try {
  readonly sentAtMs: number;
  readonly tookMs: number;
  readonly status: number | null;
}

/** What the load consists of: payments between its clients, or also money to and from outside. */
export type Mix = 'inside' | 'inside_and_outside';

/**
 * Sends payments from several workers at once, each under an Idempotency-Key of its own, and keeps a
 * record that owes nothing to the service: what was asked, and what was answered.
 */
export class PaymentLoad {
  readonly payments: Payment[] = [];
  readonly tries: Try[] = [];
  readonly #clients: readonly LiveClient[];
  readonly #http: Pool;
  readonly #mix: Mix;
  readonly #name: string;
  #stopped = true;
  #workers: Promise<void>[] = [];
  #pauseMs = 0;
  #drawn = 0;

  /** @param name makes the Idempotency-Keys of several loads different. */
  constructor(baseUrl: string, clients: readonly LiveClient[], mix: Mix, name = 'fault') {
    this.#clients = clients;
    this.#mix = mix;
    this.#name = name;
    this.#http = new Pool(baseUrl, { connections: 64, headersTimeout: 15_000, bodyTimeout: 15_000 });
  }

  /** @param pauseMs how long each worker waits after an answer. */
  start(workers = 24, pauseMs = 0): void {
    this.#stopped = false;
    this.#pauseMs = pauseMs;
    this.#workers = Array.from({ length: workers }, () => this.#work());
  }

  /** Stops sending and waits for the answers that are still to come. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  /** Payments that were answered for good so far. */
  acknowledged(): Payment[] {
    return this.payments.filter((payment) => payment.answer !== null);
  }

  /** Sends a payment again under its key, or for the first time. */
  async send(payment: Payment): Promise<Answer | null> {
    const sentAtMs = performance.now();
    try {
      const { statusCode, headers, body } = await this.#http.request({
        method: 'POST',
        path: payment.path,
        headers: {
          authorization: `Bearer ${payment.client.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': payment.key,
        },
        body: payment.body,
      });
      const answer = {
        status: statusCode,
        body: await body.text(),
        replayed: headers['idempotent-replayed'] === 'true',
      };
      this.tries.push({ sentAtMs, tookMs: performance.now() - sentAtMs, status: statusCode });
      return answer;
    } catch {
      this.tries.push({ sentAtMs, tookMs: performance.now() - sentAtMs, status: null });
      return null;
    }
  }

  async get(client: LiveClient, path: string): Promise<Answer> {
    const { statusCode, body } = await this.#http.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${client.apiKey}` },
    });
    return { status: statusCode, body: await body.text(), replayed: false };
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      const payment = this.draw();
      const answer = await this.send(payment);
      if (answer !== null && isForGood(answer)) payment.answer = answer;
      // A service that is away answers at once; without a pause the record would be nothing but refusals.
      else await sleep(50);
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
    }
  }

  /** The next payment, which belongs to the record from now on. */
  draw(): Payment {
    this.#drawn += 1;
    const n = this.#drawn;
    const client = this.#clients[n % this.#clients.length];
    const other = this.#clients[(n + 1 + (n % (this.#clients.length - 1))) % this.#clients.length];
    if (client === undefined || other === undefined) throw new Error('a load needs at least two clients');
    const amount = 500 + (n % 997);
    const request = this.#mix === 'inside_and_outside' && n % 5 === 0 ? outside(n, amount) : null;
    const payment: Payment = {
      client,
      key: `${this.#name}-${process.pid}-${n}`,
      answer: null,
      path: request?.path ?? '/api/v1/wallet/send-money',
      body: JSON.stringify(request?.body ?? { recipient_phone: other.phone, amount, description: `Order ${n}` }),
    };
    this.payments.push(payment);
    return payment;
  }
}

/** Whether an answer settles what the client knows: accepted, or failed with its transaction named. */
export function isForGood(answer: Answer): boolean {
  if (answer.status === 200) return true;
  const { data }: { data?: { status?: string } } = JSON.parse(answer.body);
  return data?.status === 'failed';
}

/** Requests to the simulator's numbers (interface-decisions.md section 8), each with another end. */
function outside(n: number, amount: number): { path: string; body: Record<string, string | number> } {
  const endings = ['0001', '0002', '0003', '0006', '0007', '1234'];
  const phone = `25677000${endings[n % endings.length]}`;
  switch (n % 3) {
    case 0:
      return { path: '/api/v1/wallet/send-money', body: { recipient_phone: phone, amount } };
    case 1:
      return { path: '/api/v1/wallet/withdraw/mobile', body: { phone, amount } };
    default:
      return { path: '/api/v1/wallet/collect-payment', body: { customer_phone: phone, amount: amount + 1000 } };
  }
}
