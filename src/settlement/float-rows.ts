import type { Queryable } from '../postgres/pool.ts';
import { type FloatKey, type FloatName, type FloatReport, reportHoldsForMs } from './known-float.ts';

/** For so long a call without a final result counts as perhaps not deducted from the reported balance yet. */
const inFlightForMs = 600_000;

/** Makes the rows of an operator account's two floats. Safe to run in several processes at once. */
export async function makeFloats(db: Queryable, operatorAccountId: number): Promise<void> {
  await db.query(
    `INSERT INTO operator_float (operator_account_id, float)
     VALUES ($1, 'collection_float'), ($1, 'disbursement_float')
         ON CONFLICT DO NOTHING`,
    [operatorAccountId],
  );
}

export async function readFloats(
  db: Queryable,
  operatorAccountIds: readonly number[],
): Promise<readonly (FloatKey & FloatReport)[]> {
  const { rows } = await db.query<{
    operator_account_id: number;
    float: FloatName;
    reported: string | null;
    age_ms: number | null;
    sent_since: string;
  }>({
    name: 'float_read',
    text: `
      SELECT operator_account_id, float, reported, sent_since,
             (extract(epoch FROM trusted_now() - reported_at) * 1000)::double precision AS age_ms
        FROM operator_float
       WHERE operator_account_id = ANY ($1::integer[])
       ORDER BY operator_account_id, float`,
    values: [operatorAccountIds],
  });
  return rows.map((row) => ({
    operatorAccountId: row.operator_account_id,
    float: row.float,
    reported: row.reported === null ? null : BigInt(row.reported),
    reportAgeMs: row.age_ms,
    sentSince: BigInt(row.sent_since),
  }));
}

/**
 * Claims the amount of money call number `sends` from the known float, before the call is made. One statement, so that
 * two processes never claim the same shilling and a balance query sees both the claim and its call, or neither.
 * False when the float cannot pay it, or the call is not this process's any more. What a call did not use comes back
 * with the next report.
 */
export async function claimFloat(
  db: Queryable,
  { operatorAccountId, float }: FloatKey,
  call: { readonly transactionId: number; readonly sends: number; readonly amount: bigint },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'float_claim',
    text: `
      WITH call AS MATERIALIZED (
        SELECT transaction_id FROM submission
         WHERE transaction_id = $3 AND sends = $4 AND call_ended_at IS NULL AND NOT recheck
           FOR UPDATE
      ), claimed AS (
        UPDATE operator_float SET sent_since = sent_since + $5::bigint
         WHERE operator_account_id = $1 AND float = $2 AND EXISTS (SELECT FROM call)
           AND (reported IS NULL OR reported - sent_since >= $5::bigint
                OR reported_at < trusted_now() - $6::double precision * interval '1 millisecond')
        RETURNING operator_account_id
      )
      UPDATE submission SET float_claimed = $5::bigint
       WHERE transaction_id = $3 AND EXISTS (SELECT FROM claimed)`,
    values: [operatorAccountId, float, call.transactionId, call.sends, call.amount.toString(), reportHoldsForMs],
  });
  return rowCount === 1;
}

/** A balance query that this process has claimed. */
export interface BalanceQuery extends FloatKey {
  readonly asks: string;
}

/** Claims the query of each float that no process queried for `everyMs`. */
export async function claimBalanceQueries(
  db: Queryable,
  operatorAccountIds: readonly number[],
  everyMs: number,
): Promise<readonly BalanceQuery[]> {
  const { rows } = await db.query<{ operator_account_id: number; float: FloatName; asks: string }>({
    name: 'float_claim_balance_queries',
    text: `
      UPDATE operator_float SET asks = asks + 1, asked_at = trusted_now()
       WHERE operator_account_id = ANY ($1::integer[])
         AND (asked_at IS NULL OR asked_at <= trusted_now() - $2::double precision * interval '1 millisecond')
      RETURNING operator_account_id, float, asks`,
    values: [operatorAccountIds, everyMs],
  });
  return rows.map(({ operator_account_id, float, asks }) => ({ operatorAccountId: operator_account_id, float, asks }));
}

/** Returns a claimed query, because it could not be made now; the next look claims it. */
export async function returnBalanceQuery(
  db: Queryable,
  { operatorAccountId, float, asks }: BalanceQuery,
): Promise<void> {
  await db.query({
    name: 'float_return_balance_query',
    text: `UPDATE operator_float SET asked_at = NULL WHERE operator_account_id = $1 AND float = $2 AND asks = $3`,
    values: [operatorAccountId, float, asks],
  });
}

/** What a report that is queried now must not drop: see `writeReport`. Both sums are of one moment. */
export interface SentAtQuery {
  readonly sentSince: string;
  readonly inFlight: string;
}

export async function readSent(
  db: Queryable,
  { operatorAccountId, float }: FloatKey,
  directions: readonly string[],
): Promise<SentAtQuery> {
  const { rows } = await db.query<{ sent_since: string; in_flight: string }>({
    name: 'float_read_sent',
    text: `
      SELECT sent_since,
             (SELECT coalesce(sum(float_claimed), 0) FROM submission
               WHERE operator_account_id = $1 AND direction = ANY ($3::text[]) AND NOT recheck AND float_claimed > 0
                 AND send_until > trusted_now() - $4::double precision * interval '1 millisecond') AS in_flight
        FROM operator_float
       WHERE operator_account_id = $1 AND float = $2`,
    values: [operatorAccountId, float, directions, inFlightForMs],
  });
  const row = rows[0];
  if (row === undefined) throw new Error(`operator account ${operatorAccountId} has no ${float}`);
  return { sentSince: row.sent_since, inFlight: row.in_flight };
}

/**
 * Writes the balance that the operator reported. What was sent before the query is deducted from it, except the calls that
 * were in flight then; what was sent since the query is not.
 */
export async function writeReport(
  db: Queryable,
  { operatorAccountId, float, asks }: BalanceQuery,
  amount: bigint,
  { sentSince, inFlight }: SentAtQuery,
): Promise<void> {
  await db.query({
    name: 'float_write_report',
    text: `
      UPDATE operator_float
         SET reported = $4, reported_at = trusted_now(), sent_since = sent_since - $5::bigint + $6::bigint
       WHERE operator_account_id = $1 AND float = $2 AND asks = $3`,
    values: [operatorAccountId, float, asks, amount.toString(), sentSince, inFlight],
  });
}
