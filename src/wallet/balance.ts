import type { Caller } from '../access/caller.ts';
import { GroupedLookup } from '../jobs/grouped-lookup.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';

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

async function readRows(db: Queryable, walletIds: readonly string[]): Promise<Map<string, BalanceRow>> {
  const { rows } = await db.query<BalanceRow>({
    name: 'wallet.read_balances',
    text: `SELECT wallet_id, available, held, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS as_of_ms
             FROM wallet WHERE wallet_id = ANY ($1::bigint[])`,
    values: [numberArray(walletIds.map(Number))],
  });
  return new Map(rows.map((row) => [row.wallet_id, row]));
}
