import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';

const entriesMax = 100_000;

/**
 * Which wallet a phone belongs to. What is kept in memory is a guess that saves a question: the ledger verifies it
 * under its locks, and a wrong guess is corrected and sent again (see `route_changed`). A phone without a wallet is
 * asked about each time, because fees and look-ups, which the ledger does not verify, must see the wallet it gets.
 */
export class Recipients {
  readonly #db: Queryable;
  readonly #wallets = new Map<string, number>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** The wallet of a phone in a mode, or null when it is nobody's. */
  walletOf(mode: Mode, phone: string): number | null | Promise<number | null> {
    const known = this.#wallets.get(`${mode} ${phone}`);
    return known === undefined ? this.#read(mode, phone) : known;
  }

  /** Corrects a guess. */
  learn(mode: Mode, phone: string, walletId: number | null): void {
    if (walletId === null) {
      this.#wallets.delete(`${mode} ${phone}`);
      return;
    }
    if (this.#wallets.size >= entriesMax) this.#wallets.clear();
    this.#wallets.set(`${mode} ${phone}`, walletId);
  }

  async #read(mode: Mode, phone: string): Promise<number | null> {
    const { rows } = await this.#db.query<{ wallet_id: string }>(
      'SELECT wallet_id FROM wallet_phone WHERE mode = $1 AND phone = $2',
      [mode, phone],
    );
    const walletId = rows[0] === undefined ? null : Number(rows[0].wallet_id);
    this.learn(mode, phone, walletId);
    return walletId;
  }
}
