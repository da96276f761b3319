import type { Caller } from '../access/caller.ts';
import type { Records } from '../history/records.ts';
import { GroupedLookup } from '../jobs/grouped-lookup.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { readPositionAt } from './position.ts';

interface BalanceRow {
  readonly wallet_id: string;
  readonly available: string;
  readonly held: string;
  readonly as_of_ms: string;
}

/** Reads balances, those that are asked for together in one statement. */
export class BalanceReader {
  readonly #lookup: GroupedLookup<BalanceRow>;

  constructor(db: Queryable) {
    this.#lookup = new GroupedLookup((walletIds) => readRows(db, walletIds));
  }

  /**
   * What can be spent now and what is set aside, in shillings, at the database's time.
   * @throws Refusal `not_found` when there is no such wallet.
   */
  async read({ walletId, mode }: Caller): Promise<object> {
    const row = await this.#lookup.find(String(walletId));
    if (row === null) throw new Refusal('not_found', 'This wallet does not exist.');
    return {
      balance: ugxToJson(ugx(row.available)),
      held_balance: ugxToJson(ugx(row.held)),
      currency: 'UGX',
      mode,
      as_of: isoTime(Number(row.as_of_ms)),
    };
  }
}

/**
 * What a wallet had after everything that happened before a moment, in the form of `BalanceReader.read`.
 * @param atMs milliseconds since 1970.
 * @throws Refusal `invalid_request` for a moment in the future. @throws HistoryUnavailable
 */
export async function readBalanceAt(records: Records, { walletId, mode }: Caller, atMs: number): Promise<object> {
  if (atMs > Date.now()) throw invalidField('at', 'at must not be in the future; leave it out for the balance now.');
  const { available, held } = await readPositionAt(records, walletId, atMs);
  return {
    balance: ugxToJson(ugx(available)),
    held_balance: ugxToJson(ugx(held)),
    currency: 'UGX',
    mode,
    as_of: isoTime(atMs),
  };
}

async function readRows(db: Queryable, walletIds: readonly string[]): Promise<Map<string, BalanceRow>> {
  const { rows } = await db.query<BalanceRow>({
    name: 'wallet.read_balances',
    text: `SELECT wallet_id, available, held, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS as_of_ms
             FROM wallet WHERE wallet_id = ANY ($1::bigint[])`,
    values: [numberArray(walletIds.map(Number))],
  });
  return new Map(rows.map((row) => [row.wallet_id, row]));
}
