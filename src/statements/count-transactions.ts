import type { Caller } from '../access/caller.ts';
import { lastMovedEvent, type Records } from '../history/records.ts';
import { numberOfReference } from '../ledger/reference.ts';
import type { Queryable } from '../postgres/pool.ts';
import { metadataPair } from '../wallet/client-data.ts';
import { phoneField } from '../wallet/phone.ts';
import type { ExportFilters } from './transactions-file.ts';

/** Counting further would take longer than it is worth for a bar that shows progress. */
const countedMax = 100_000;

/**
 * How many transactions the filters ask for, counted up to a bound.
 * @throws Refusal for a phone or pair that we cannot read. @throws HistoryUnavailable
 */
export async function countTransactions(
  records: Records,
  caller: Caller,
  filters: ExportFilters,
): Promise<{ readonly rows: number; readonly isExact: boolean }> {
  const phone = filters.phone === undefined ? null : phoneField('phone', filters.phone);
  const number = filters.reference === undefined ? null : (numberOfReference(filters.reference) ?? 0);
  const pair = filters.metadata === undefined ? null : JSON.stringify(metadataPair(filters.metadata));
  const { movedBelow, createdUntilMs } = await records.boundary();
  const countIn = async (place: Queryable, atLeast: number, before: number) => {
    const { rows } = await place.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (
         SELECT FROM transaction
          WHERE wallet_id = $1
            AND ($2::text IS NULL OR type = $2)
            AND ($3::text IS NULL OR status = $3)
            AND ($4::float8 IS NULL OR created_at >= to_timestamp($4 / 1000))
            AND ($5::float8 IS NULL OR created_at < to_timestamp($5 / 1000))
            AND ($6::text IS NULL OR counterparty_phone = $6)
            AND ($7::bigint IS NULL OR transaction_id = $7)
            AND transaction_id >= $8 AND transaction_id < $9
            AND ($10::text IS NULL OR details->>'client_reference' = $10)
            AND ($11::jsonb IS NULL OR details->'client_metadata' @> $11)
          LIMIT $12) found`,
      [
        caller.walletId,
        filters.type ?? null,
        filters.status ?? null,
        filters.fromMs ?? null,
        filters.toMs ?? null,
        phone,
        number,
        atLeast,
        before,
        filters.client_reference ?? null,
        pair,
        countedMax + 1,
      ],
    );
    return rows[0]?.count ?? 0;
  };
  let count = await countIn(records, movedBelow, Number.MAX_SAFE_INTEGER);
  const isHistoryAsked =
    count <= countedMax &&
    (filters.fromMs ?? Number.NEGATIVE_INFINITY) <= createdUntilMs &&
    (await lastMovedEvent(records, caller.walletId)) > 0;
  // What is being copied is there too, and counts here until the boundary has passed it.
  if (isHistoryAsked) count += await countIn(records.history, 0, movedBelow);
  return { rows: Math.min(count, countedMax), isExact: count <= countedMax };
}
