import { Pool } from 'undici';
import type { SeededClient } from '../test/service/seeded-clients.ts';
import type { Bench } from './bench.ts';

/** Calls of the service's API, each with a client's key; anything but success ends the run. */
export class Api {
  readonly #bench: Bench;
  readonly #pool: Pool;
  #payments = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.#pool = new Pool(bench.service.baseUrl, { connections: 64 });
  }

  async call(
    client: SeededClient,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ data: Record<string, unknown> }> {
    const { statusCode, body: answer } = await this.#pool.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  }

  /** @returns the webhook's id. */
  async createWebhook(client: SeededClient, url: string, events: readonly string[]): Promise<number> {
    const { data } = await this.call(client, 'POST', '/api/v1/webhooks', { url, events });
    return Number(data.id);
  }

  /** @returns the transaction's id. */
  async pay(sender: SeededClient, recipient: SeededClient): Promise<number> {
    this.#payments += 1;
    const { data } = await this.call(sender, 'POST', '/api/v1/wallet/send-money', {
      recipient_phone: recipient.phone,
      amount: 500,
      description: `bench ${this.#payments}`,
    });
    this.#bench.paid += 1;
    return Number(data.transaction_id);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
