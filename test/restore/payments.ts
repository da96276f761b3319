import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { SeededClient } from '../service/seeded-clients.ts';

/** Payments between a few clients, who know their balances from the responses alone: a log that needs no memory for each payment. */
export class Payments {
  sent = 0;
  readonly #clients: readonly SeededClient[];
  readonly #balances: Map<string, number>;
  readonly #http: Pool;

  constructor(baseUrl: string, clients: readonly SeededClient[], opening: number) {
    this.#clients = clients;
    this.#balances = new Map(clients.map(({ phone }) => [phone, opening]));
    this.#http = new Pool(baseUrl, { connections: 32 });
  }

  /** Sends that many payments and waits for their responses. @throws when one is refused. */
  async send(count: number): Promise<void> {
    const until = this.sent + count;
    let next = this.sent;
    const work = async () => {
      while (next < until) await this.#pay(next++);
    };
    await Promise.all(Array.from({ length: 32 }, work));
    this.sent = until;
  }

  /** A line for each wallet, as step 7 of docs/restore.md prints them: mode, phone, available, held. */
  balances(): string {
    return [...this.#balances]
      .sort()
      .map(([phone, balance]) => `test,${phone},${balance},0`)
      .join('\n');
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  /** One payment under a key of its own, sent again until its outcome is known. */
  async #pay(n: number): Promise<void> {
    const payer = this.#clients[n % this.#clients.length];
    const payee = this.#clients[(n + 1 + (n % (this.#clients.length - 1))) % this.#clients.length];
    if (payer === undefined || payee === undefined) throw new Error('there are no clients');
    const amount = 500 + (n % 997);
    for (;;) {
      const { statusCode, body } = await this.#http.request({
        method: 'POST',
        path: '/api/v1/wallet/send-money',
        headers: {
          authorization: `Bearer ${payer.apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': `restore-${n}`,
        },
        body: JSON.stringify({ recipient_phone: payee.phone, amount }),
      });
      const text = await body.text();
      if (statusCode === 200) break;
      if (statusCode !== 503 && statusCode !== 409) throw new Error(`payment ${n}: ${statusCode} ${text}`);
      await sleep(100);
    }
    this.#move(payer.phone, -amount);
    this.#move(payee.phone, amount);
  }

  #move(phone: string, amount: number): void {
    this.#balances.set(phone, (this.#balances.get(phone) ?? 0) + amount);
  }
}
