import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { LiveClient } from '../../service/live-clients.ts';
import { drawOperation, type Operation } from './operation.ts';

/** What a client knows of an operation that it was answered for good. */
export interface Answered {
  readonly operation: Operation;
  readonly status: number;
  readonly body: string;
  /** Null when nothing was written. */
  readonly transactionId: number | null;
}

/** Answers after which the same request is to be sent again under its key. */
const again = new Set(['request_in_progress', 'outcome_unknown', 'database_unavailable']);
/** A client that gives a broken service this long has every answer. */
const patienceMs = 120_000;

/**
 * Sends the drawn operations from several workers, as clients should: each under a key of its own, and again under that
 * key until there is an answer for good, however often the service dies meanwhile.
 */
export class SoakLoad {
  readonly answered: Answered[] = [];
  readonly #seed: number;
  readonly #count: number;
  readonly #clients: readonly LiveClient[];
  readonly #http: Pool;
  /** Collections that can be refunded, oldest first, by client. */
  readonly #collections = new Map<number, number[]>();
  #next = 0;

  constructor(parts: { baseUrl: string; seed: number; count: number; clients: readonly LiveClient[] }) {
    this.#seed = parts.seed;
    this.#count = parts.count;
    this.#clients = parts.clients;
    this.#http = new Pool(parts.baseUrl, { connections: 128, headersTimeout: 20_000, bodyTimeout: 20_000 });
  }

  async run(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  async get(client: LiveClient, path: string): Promise<{ status: number; body: string }> {
    return await this.#send(client, 'GET', path, {});
  }

  async #work(): Promise<void> {
    while (this.#next < this.#count) {
      const operation = await this.#prepare(drawOperation(this.#seed, this.#next++, this.#clients));
      const { status, body } = await this.#untilAnswered(operation);
      const transactionId = transactionIdIn(body);
      this.answered.push({ operation, status, body, transactionId });
      if (operation.kind === 'collection' && transactionId !== null) this.#collectionsOf(operation).push(transactionId);
    }
  }

  /** A refund takes its client's oldest collection; while there is none it is one more collection. */
  async #prepare(operation: Operation): Promise<Operation> {
    if (operation.kind !== 'refund') return operation;
    const collectionId = this.#collectionsOf(operation).shift();
    if (collectionId === undefined) return { ...operation, kind: 'collection' };
    for (let tries = 0; tries < 20 && (await this.#isOpen(operation.client, collectionId)); tries += 1)
      await sleep(200);
    return { ...operation, path: `/api/v1/wallet/collections/${collectionId}/refund`, body: {} };
  }

  #collectionsOf({ client }: Operation): number[] {
    const collections = this.#collections.get(client.clientId) ?? [];
    this.#collections.set(client.clientId, collections);
    return collections;
  }

  async #isOpen(client: LiveClient, transactionId: number): Promise<boolean> {
    const answer = await this.get(client, `/api/v1/wallet/transactions/${transactionId}`).catch(() => null);
    return answer?.status !== 200 || JSON.parse(answer.body).data.status === 'processing';
  }

  async #untilAnswered({ client, path, key, body }: Operation): Promise<{ status: number; body: string }> {
    const request = { 'idempotency-key': key, 'content-type': 'application/json' };
    const endMs = Date.now() + patienceMs;
    for (;;) {
      const answer = await this.#send(client, 'POST', path, request, JSON.stringify(body)).catch(() => null);
      if (answer !== null && isForGood(answer)) return answer;
      if (Date.now() > endMs) throw new Error(`${key} has no answer: ${answer?.status} ${answer?.body}`);
      await sleep(200);
    }
  }

  async #send(
    client: LiveClient,
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ) {
    const answer = await this.#http.request({
      method,
      path,
      headers: { authorization: `Bearer ${client.apiKey}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  }
}

/** A transaction that failed at once is answered 4xx or 5xx, and for good; so is a refusal that wrote nothing. */
function isForGood({ body }: { body: string }): boolean {
  const { code }: { code?: string } = JSON.parse(body);
  return code === undefined || !again.has(code);
}

function transactionIdIn(body: string): number | null {
  const { data }: { data?: { transaction_id?: number } } = JSON.parse(body);
  return data?.transaction_id ?? null;
}
