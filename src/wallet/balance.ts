import { isoTime } from '../ledger/transaction-object.ts';
import { ugx, ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Caller } from './answer.ts';
import { Refusal } from './refusal.ts';

/** What can be spent now and what is set aside, in shillings, at the database's time. */
export async function readBalance(db: Queryable, caller: Caller): Promise<object> {
  const { rows } = await db.query<{ available: string; held: string; as_of_ms: string }>({
    name: 'wallet.read_balance',
    text: `SELECT available, held, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS as_of_ms
             FROM wallet WHERE wallet_id = $1`,
    values: [caller.walletId],
  });
  const row = rows[0];
  if (row === undefined) throw new Refusal('not_found', 'This wallet does not exist.');
  return {
    balance: ugxToJson(ugx(row.available)),
    held_balance: ugxToJson(ugx(row.held)),
    currency: 'UGX',
    mode: caller.mode,
    as_of: isoTime(Number(row.as_of_ms)),
  };
}
