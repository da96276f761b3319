import type { Caller } from '../access/caller.ts';
import { lastMovedEvent, type Records } from '../history/records.ts';
import { numberOfReference } from '../ledger/reference.ts';
import type { Queryable } from '../postgres/pool.ts';
import { metadataPair } from '../wallet/client-data.ts';
import { idsCreatedBetween } from '../wallet/created-since.ts';
import { likePatterns, nameAndNote } from '../wallet/history.ts';
import { phoneField } from '../wallet/phone.ts';
import type { ExportFilters } from './transactions-file.ts';

/** Counting further would take longer than it is worth for what only says how long a file will be. */
const countedMax = 100_000;
/** The same where names and notes are searched, which takes longer. */
const countedMaxWithPhrases = 30_000;

/**
 * How many transactions the filters ask for. It looks through the newest 100,000 of the period, 30,000 for words of a name or a note, so
 * that it takes a short time in a wallet of any size.
 * @returns `isExact`: false where the wallet has more transactions in the period than were looked through; then there may be more rows.
 * @throws Refusal for a phone or pair that we cannot read. @throws HistoryUnavailable
 */
export async function countTransactions(
  records: Records,
  caller: Caller,
  filters: ExportFilters,
): Promise<{ readonly rows: number; readonly isExact: boolean }> {
  const { walletId } = caller;
  const lookedMax = filters.phrases === undefined ? countedMax : countedMaxWithPhrases;
  const phone = filters.phone === undefined ? null : phoneField('phone', filters.phone);
  const number = filters.reference === undefined ? null : (numberOfReference(filters.reference) ?? 0);
  const pair = filters.metadata === undefined ? null : JSON.stringify(metadataPair(filters.metadata));
  const ids =
    filters.client_reference === undefined
      ? null
      : await idsOfClientReference(records, walletId, filters.client_reference, lookedMax + 1);
  const { movedBelow, createdUntilMs } = await records.boundary();
  const countIn = async (place: Queryable, atLeast: number, before: number, limit: number) => {
    const period = await idsCreatedBetween(place, walletId, filters);
    const { rows } = await place.query<{ looked: number; count: number }>(
      `SELECT count(*)::integer AS looked,
              (count(*) FILTER (WHERE ($4::text IS NULL OR type = $4)
                AND ($5::text IS NULL OR status = $5)
                AND ($6::float8 IS NULL OR created_at >= to_timestamp($6 / 1000))
                AND ($7::float8 IS NULL OR created_at < to_timestamp($7 / 1000))
                AND ($8::text IS NULL OR counterparty_phone = $8)
                AND ($9::jsonb IS NULL OR details->'client_metadata' @> $9)
                AND ($10::bigint IS NULL OR amount = $10 OR net_amount = $10)
                AND ($11::text[] IS NULL OR ${nameAndNote} LIKE ALL ($11))))::integer AS count
         FROM (SELECT * FROM transaction
                WHERE wallet_id = $1 AND transaction_id >= $2 AND transaction_id < $3
                  AND ($12::bigint IS NULL OR transaction_id = $12)
                  AND ($13::bigint[] IS NULL OR transaction_id = ANY ($13))
                ORDER BY transaction_id DESC LIMIT $14) newest`,
      [
        walletId,
        Math.max(atLeast, period.atLeast),
        Math.min(before, period.before),
        filters.type ?? null,
        filters.status ?? null,
        filters.fromMs ?? null,
        filters.toMs ?? null,
        phone,
        pair,
        filters.amount ?? null,
        filters.phrases === undefined ? null : likePatterns(filters.phrases),
        number,
        ids,
        limit,
      ],
    );
    return rows[0] ?? { looked: 0, count: 0 };
  };
  const here = await countIn(records, movedBelow, Number.MAX_SAFE_INTEGER, lookedMax + 1);
  const isHistoryAsked =
    here.looked <= lookedMax &&
    (filters.fromMs ?? Number.NEGATIVE_INFINITY) <= createdUntilMs &&
    (await lastMovedEvent(records, walletId)) > 0;
  // What is being copied is there too, and counts here until the boundary has passed it.
  const moved = isHistoryAsked
    ? await countIn(records.history, 0, movedBelow, lookedMax + 1 - here.looked)
    : { looked: 0, count: 0 };
  const rows = here.count + moved.count;
  return { rows: Math.min(rows, lookedMax), isExact: here.looked + moved.looked <= lookedMax };
}

/** Their ids stay on the primary when the transactions move. */
async function idsOfClientReference(
  records: Records,
  walletId: number,
  reference: string,
  limit: number,
): Promise<number[]> {
  const { rows } = await records.query<{ transaction_id: string }>(
    `SELECT transaction_id FROM client_reference
      WHERE wallet_id = $1 AND client_reference = $2 ORDER BY transaction_id DESC LIMIT $3`,
    [walletId, reference, limit],
  );
  return rows.map((row) => Number(row.transaction_id));
}
