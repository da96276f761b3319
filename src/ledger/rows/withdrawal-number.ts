import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** A phone that a wallet withdraws to. */
export interface WithdrawalNumber {
  readonly walletId: number;
  readonly phone: string;
}

/** The key of `readListedNumbers`' set. */
export const listedKey = (walletId: number, phone: string) => `${walletId} ${phone}`;

const readListed = {
  name: 'ledger.read_listed_numbers',
  text: `
    SELECT n.wallet_id, n.phone FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, phone)
      JOIN withdrawal_number n ON n.wallet_id = asked.wallet_id AND n.phone = asked.phone`,
};

/** Those of some phones that their wallets list for withdrawals, by `listedKey`. */
export async function readListedNumbers(db: Queryable, asked: readonly WithdrawalNumber[]): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await db.query<{ wallet_id: string; phone: string }>({
    ...readListed,
    values: [numberArray(asked.map(({ walletId }) => walletId)), textArray(asked.map(({ phone }) => phone))],
  });
  return new Set(rows.map((row) => listedKey(Number(row.wallet_id), row.phone)));
}
