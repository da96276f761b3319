import type { Caller } from '../access/caller.ts';
import { numberOfReference } from '../ledger/reference.ts';
import type { Queryable } from '../postgres/pool.ts';
import { phoneField } from '../wallet/phone.ts';
import type { ExportFilters } from './transactions-file.ts';

/** Counting further would take longer than it is worth for a bar that shows progress. */
const countedMax = 100_000;

/**
 * How many transactions the filters ask for, counted up to a bound.
 * @throws Refusal for a phone that we cannot read.
 */
export async function countTransactions(
  db: Queryable,
  caller: Caller,
  filters: ExportFilters,
): Promise<{ readonly rows: number; readonly isExact: boolean }> {
  const phone = filters.phone === undefined ? null : phoneField('phone', filters.phone);
  const number = filters.reference === undefined ? null : (numberOfReference(filters.reference) ?? 0);
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (
       SELECT FROM transaction
        WHERE wallet_id = $1
          AND ($2::text IS NULL OR type = $2)
          AND ($3::text IS NULL OR status = $3)
          AND ($4::float8 IS NULL OR created_at >= to_timestamp($4 / 1000))
          AND ($5::float8 IS NULL OR created_at < to_timestamp($5 / 1000))
          AND ($6::text IS NULL OR counterparty_phone = $6)
          AND ($7::bigint IS NULL OR transaction_id = $7)
        LIMIT $8) found`,
    [
      caller.walletId,
      filters.type ?? null,
      filters.status ?? null,
      filters.fromMs ?? null,
      filters.toMs ?? null,
      phone,
      number,
      countedMax + 1,
    ],
  );
  const count = rows[0]?.count ?? 0;
  return { rows: Math.min(count, countedMax), isExact: count <= countedMax };
}
