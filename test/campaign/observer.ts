import type pg from 'pg';
import { type Answer, parse } from './client.ts';
import type { MoneyOperation } from './plan.ts';
import type { Records } from './records.ts';
import type { Surroundings } from './surroundings.ts';

/** How exactly the time of a final status is known, for payments with an operator. */
const everyMs = 1_000;

/** Records when the transaction of each operation became final, by reading the ledger beside the service. */
export class Observer {
  readonly #surroundings: Surroundings;
  readonly #records: Records;
  /** Transactions that are not final: transaction → operation. */
  readonly #open = new Map<number, { n: number; walletId: number }>();
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(surroundings: Surroundings, records: Records) {
    this.#surroundings = surroundings;
    this.#records = records;
  }

  watch({ n, client }: MoneyOperation, answer: Answer, transactionId: number): void {
    const { data, code } = parse(answer.text);
    // An answer other than 200 that names a transaction says that it failed.
    const status: string = code === undefined ? data.status : 'failed';
    if (status === 'completed' || status === 'failed') this.#addFinal(n, status);
    else this.#open.set(transactionId, { n, walletId: this.#surroundings.saved.clients[client]?.walletId ?? 0 });
  }

  start(): void {
    this.#timer = setTimeout(async () => {
      await this.#look().catch(() => {
        this.#client = null;
      });
      if (this.#timer !== null) this.start();
    }, everyMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#client?.end().catch(() => undefined);
    this.#client = null;
  }

  async #look(): Promise<void> {
    if (this.#open.size === 0) return;
    this.#client ??= await this.#surroundings.servers.connect();
    const ids = [...this.#open.keys()];
    const { rows } = await this.#client.query<{ id: string; status: string }>(
      `SELECT t.transaction_id AS id, t.status
         FROM unnest($1::bigint[], $2::bigint[]) AS open (wallet_id, transaction_id)
         JOIN nsimbi.transaction t USING (wallet_id, transaction_id)
        WHERE t.status IN ('completed', 'failed')`,
      [ids.map((id) => this.#open.get(id)?.walletId), ids],
    );
    for (const { id, status } of rows) {
      const operation = this.#open.get(Number(id));
      if (operation !== undefined) this.#addFinal(operation.n, status);
      this.#open.delete(Number(id));
    }
  }

  #addFinal(n: number, status: string): void {
    this.#records.add({ is: 'final', n, atMs: Date.now(), status });
  }
}
