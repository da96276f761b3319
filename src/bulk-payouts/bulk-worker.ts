import type pg from 'pg';
import { WakeableLoop } from '../jobs/wakeable-loop.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { type BulkPayout, listRunning } from './bulk-payout.ts';
import { sendRow, type TakenRow } from './send-row.ts';

export interface BulkWorkerOptions {
  readonly pool: pg.Pool;
  readonly money: MoneyServices;
  readonly onError: (error: unknown, row: TakenRow | null) => void;
}

/** Rows under way at a time, and rows begun in a second: a bulk payout leaves most of a small machine to payments of now. */
const concurrency = 20;
const rowsPerSecond = 100;
const stepMs = 100;
/** Without anything to do, how soon we look whether another process has begun something. */
const idleMs = 1_000;
/** Longer than any payment takes; then the worker that took the row is dead. */
const leaseMs = 60_000;
const retryMsMax = 60_000;

/**
 * Sends the rows of bulk payouts, shared with any number of other processes. A row is taken in a commit of its own
 * before it is sent, and is due again when its worker dies; its Idempotency-Key makes the repeat harmless.
 */
export class BulkPayoutWorker {
  readonly #options: BulkWorkerOptions;
  readonly #working = new Set<Promise<void>>();
  readonly #loop = new WakeableLoop(() => this.#look());

  constructor(options: BulkWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks at once. To be called after the commit that began a bulk payout. */
  wake(): void {
    this.#loop.wake();
  }

  /** Takes nothing more and resolves when the rows in hand have their answers. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#working);
  }

  async #look(): Promise<number> {
    try {
      return await this.#step();
    } catch (error) {
      this.#options.onError(error, null);
      return idleMs;
    }
  }

  /** @returns milliseconds until the next look. */
  async #step(): Promise<number> {
    const { pool, money } = this.#options;
    await expireUnapproved(pool);
    // A restored copy leaves live rows as they are: whether the original has paid them is not written here.
    const running = await listRunning(pool, money.liveAllowed ? null : 'test');
    if (running.length === 0) return idleMs;
    let room = Math.min(concurrency - this.#working.size, (rowsPerSecond * stepMs) / 1_000);
    for (const [index, bulk] of running.entries()) {
      // The first of several do not use up what is there for all of them.
      const share = Math.ceil(room / (running.length - index));
      if (share <= 0) break;
      const rows = await takeRows(pool, bulk, share);
      for (const { row, leaseToken } of rows) this.#begin(row, leaseToken);
      room -= rows.length;
      if (rows.length === 0) await endWhenDone(pool, bulk);
    }
    return stepMs;
  }

  #begin(row: TakenRow, leaseToken: string): void {
    const work = this.#work(row, leaseToken)
      .catch((error: unknown) => this.#options.onError(error, row))
      .finally(() => this.#working.delete(work));
    this.#working.add(work);
  }

  async #work(row: TakenRow, leaseToken: string): Promise<void> {
    const { pool, money } = this.#options;
    const end = await sendRow(pool, money, row);
    const identity = [row.bulkPayoutId, row.row, leaseToken];
    switch (end.is) {
      case 'sent':
        await pool.query(
          `UPDATE bulk_payout_row SET status = 'sent', transaction_id = $4, lease_token = NULL
            WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
          [...identity, end.transactionId],
        );
        return;
      case 'refused':
        await pool.query(
          `UPDATE bulk_payout_row SET status = 'refused', code = $4, reason = $5, lease_token = NULL
            WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
          [...identity, end.code, end.reason],
        );
        return;
      case 'again':
        await pool.query(
          `UPDATE bulk_payout_row
              SET lease_token = NULL, due_at = clock_timestamp() + $4 * interval '1 millisecond'
            WHERE bulk_payout_id = $1 AND row_no = $2 AND lease_token = $3`,
          [...identity, Math.min(1_000 * 2 ** (row.tries - 1), retryMsMax)],
        );
    }
  }
}

async function takeRows(
  pool: pg.Pool,
  bulk: BulkPayout,
  limit: number,
): Promise<{ readonly row: TakenRow; readonly leaseToken: string }[]> {
  const { rows } = await pool.query<{
    row_no: number;
    phone: string;
    amount: string;
    fee: string;
    fee_schedule_id: string | null;
    description: string | null;
    tries: number;
    lease_token: string;
  }>(
    `WITH due AS MATERIALIZED (
       SELECT bulk_payout_id, row_no FROM bulk_payout_row
        WHERE bulk_payout_id = $1 AND status = 'waiting' AND due_at <= now()
        ORDER BY due_at, row_no
        LIMIT $2
          FOR UPDATE SKIP LOCKED
     )
     UPDATE bulk_payout_row r
        SET begun_at = coalesce(r.begun_at, clock_timestamp()), tries = r.tries + 1, lease_token = gen_random_uuid(),
            due_at = clock_timestamp() + $3 * interval '1 millisecond'
       FROM due
      WHERE r.bulk_payout_id = due.bulk_payout_id AND r.row_no = due.row_no
     RETURNING r.row_no, r.phone, r.amount, r.fee, r.fee_schedule_id, r.description, r.tries, r.lease_token`,
    [bulk.bulkPayoutId, limit, leaseMs],
  );
  const { bulkPayoutId, walletId, clientId, mode, maker, approver } = bulk;
  return rows.map((row) => ({
    leaseToken: row.lease_token,
    row: {
      bulkPayoutId,
      row: row.row_no,
      walletId,
      clientId,
      mode,
      maker,
      approver,
      phone: row.phone,
      amount: Number(row.amount),
      fee: Number(row.fee),
      feeScheduleId: row.fee_schedule_id === null ? null : Number(row.fee_schedule_id),
      description: row.description,
      tries: row.tries,
    },
  }));
}

/** A bulk payout without rows that wait has ended. Another process may find that at the same moment. */
async function endWhenDone(pool: pg.Pool, { bulkPayoutId }: BulkPayout): Promise<void> {
  await pool.query(
    `UPDATE bulk_payout
        SET status = CASE WHEN stopped_by IS NULL THEN 'finished' ELSE 'cancelled' END, ended_at = clock_timestamp()
      WHERE bulk_payout_id = $1 AND status = 'running'
        AND NOT EXISTS (SELECT FROM bulk_payout_row WHERE bulk_payout_id = $1 AND status = 'waiting')`,
    [bulkPayoutId],
  );
}

async function expireUnapproved(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH expired AS (
       UPDATE bulk_payout SET status = 'expired', ended_at = clock_timestamp()
        WHERE status = 'awaiting_approval' AND expires_at <= now()
       RETURNING bulk_payout_id
     )
     UPDATE bulk_payout_row r SET status = 'cancelled' FROM expired
      WHERE r.bulk_payout_id = expired.bulk_payout_id AND r.status = 'waiting'`,
  );
}
