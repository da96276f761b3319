import type pg from 'pg';
import { DueWork, retryDelayMs } from '../jobs/due-work.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { type BulkPayout, listRunning } from './bulk-payout.ts';
import { type RowResult, sendRow, type TakenRow } from './send-row.ts';

/** Rows in work at a time, and rows begun in a second: a bulk payout leaves most of a small machine to other payments. */
const concurrency = 20;
const rowsPerSecond = 100;
const stepMs = 100;
/** With no bulk payout running, how soon to look for one that another process has started. */
const idleMs = 1_000;
/** Longer than any payment takes; then the process that claimed the row is dead. */
const leaseMs = 60_000;
/** How long before the end of its lease a row is paid no more: the ledger reads the time some seconds before it commits. */
const leaseMarginMs = 15_000;

/** A row and the token that its result is written with. */
interface ClaimedRow {
  readonly row: TakenRow;
  readonly leaseToken: string;
}

export type BulkPayoutWorker = Pick<DueWork<ClaimedRow>, 'start' | 'wake' | 'stop'>;

/**
 * The due work of bulk payouts: sends their rows, shared with any number of other processes. The claim is its own because
 * each running bulk payout gets an equal share of the rows of a step. A row whose process dies is due again when its
 * lease has ended, and its Idempotency-Key makes the repeat harmless.
 */
export function bulkPayoutWork(parts: {
  pool: pg.Pool;
  money: MoneyServices;
  onError: (error: unknown, row: TakenRow | null) => void;
}): BulkPayoutWorker {
  const { pool, money, onError } = parts;
  let nextStepAtMs = 0;
  const engine = new DueWork<ClaimedRow>({
    async claim(begin) {
      // The end of a row wakes the engine, and must not make it send more rows than a second allows.
      const untilStepMs = nextStepAtMs - performance.now();
      if (untilStepMs > 0) return untilStepMs;
      await expireWaiting(pool);
      // A restored copy leaves live rows as they are: the original may have paid them since the copy was made.
      const running = await listRunning(pool, money.liveRefusal === null ? null : 'test');
      if (running.length === 0) return idleMs;
      nextStepAtMs = performance.now() + stepMs;
      let room = Math.min(concurrency - engine.working.size, (rowsPerSecond * stepMs) / 1_000);
      for (const [index, bulk] of running.entries()) {
        const share = Math.ceil(room / (running.length - index));
        if (share <= 0) break;
        const claimed = await claimRows(pool, bulk, share);
        for (const row of claimed) begin(row);
        room -= claimed.length;
        if (claimed.length === 0) await endWhenDone(pool, bulk);
      }
      return nextStepAtMs - performance.now();
    },
    work: async (claimed) => writeResult(pool, claimed, await sendRow(pool, money, claimed.row)),
    onError: (error, claimed) => onError(error, claimed?.row ?? null),
  });
  return engine;
}

async function writeResult(pool: pg.Pool, { row, leaseToken }: ClaimedRow, result: RowResult): Promise<void> {
  const lease = [row.bulkPayoutId, row.row, leaseToken];
  switch (result.is) {
    case 'sent':
      await pool.query(
        `UPDATE bulk_payout_row SET status = 'sent', transaction_id = $4, lease_token = NULL
          WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
        [...lease, result.transactionId],
      );
      return;
    case 'refused':
      await pool.query(
        `UPDATE bulk_payout_row SET status = 'refused', code = $4, reason = $5, lease_token = NULL
          WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
        [...lease, result.code, result.reason],
      );
      return;
    case 'retry':
      await pool.query(
        `UPDATE bulk_payout_row
            SET lease_token = NULL, due_at = trusted_now() + $4 * interval '1 millisecond'
          WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
        [...lease, retryDelayMs(row.tries)],
      );
  }
}

async function claimRows(pool: pg.Pool, bulk: BulkPayout, limit: number): Promise<ClaimedRow[]> {
  const { rows } = await pool.query<{
    row_no: number;
    line: number;
    phone: string;
    amount: string;
    fee: string;
    fee_schedule_id: string | null;
    description: string | null;
    client_reference: string | null;
    tries: number;
    lease_token: string;
    lease_ends_ms: string;
  }>(
    `WITH due AS MATERIALIZED (
       SELECT bulk_payout_id, row_no FROM bulk_payout_row
        WHERE bulk_payout_id = $1 AND status = 'waiting' AND due_at <= trusted_now()
        ORDER BY due_at, row_no
        LIMIT $2
          FOR UPDATE SKIP LOCKED
     )
     UPDATE bulk_payout_row r
        SET begun_at = coalesce(r.begun_at, clock_timestamp()), tries = r.tries + 1, lease_token = gen_random_uuid(),
            due_at = (SELECT trusted_now()) + $3 * interval '1 millisecond'
       FROM due
      WHERE r.bulk_payout_id = due.bulk_payout_id AND r.row_no = due.row_no
     RETURNING r.row_no, r.line, r.phone, r.amount, r.fee, r.fee_schedule_id, r.description, r.client_reference, r.tries, r.lease_token,
               floor(extract(epoch FROM r.due_at) * 1000)::bigint AS lease_ends_ms`,
    [bulk.bulkPayoutId, limit, leaseMs],
  );
  const { bulkPayoutId, retryOf, walletId, clientId, mode, maker, apiKeyId, budgetLineage, approver } = bulk;
  return rows.map((row) => ({
    leaseToken: row.lease_token,
    row: {
      bulkPayoutId,
      row: row.row_no,
      line: row.line,
      retryOf,
      walletId,
      clientId,
      mode,
      maker,
      apiKeyId,
      budgetLineage,
      approver,
      phone: row.phone,
      amount: Number(row.amount),
      fee: Number(row.fee),
      feeScheduleId: row.fee_schedule_id === null ? null : Number(row.fee_schedule_id),
      description: row.description,
      clientReference: row.client_reference,
      payableUntilMs: Number(row.lease_ends_ms) - leaseMarginMs,
      tries: row.tries,
    },
  }));
}

/** Ends a bulk payout when no row of it waits. Another process may do the same at the same moment. */
async function endWhenDone(pool: pg.Pool, { bulkPayoutId }: BulkPayout): Promise<void> {
  await pool.query(
    `UPDATE bulk_payout
        SET status = CASE WHEN stopped_by IS NULL THEN 'finished' ELSE 'cancelled' END, ended_at = clock_timestamp()
      WHERE bulk_payout_id = $1 AND status = 'running'
        AND NOT EXISTS (SELECT FROM bulk_payout_row WHERE bulk_payout_id = $1 AND status = 'waiting')`,
    [bulkPayoutId],
  );
}

/** Ends what was neither confirmed nor approved in time. */
async function expireWaiting(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH expired AS (
       UPDATE bulk_payout SET status = 'expired', ended_at = clock_timestamp()
        WHERE status IN ('draft', 'awaiting_approval') AND expires_at <= trusted_now()
       RETURNING bulk_payout_id
     )
     UPDATE bulk_payout_row r SET status = 'cancelled' FROM expired
      WHERE r.bulk_payout_id = expired.bulk_payout_id AND r.status = 'waiting'`,
  );
}
