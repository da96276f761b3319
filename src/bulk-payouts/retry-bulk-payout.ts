import type pg from 'pg';
import type { Caller } from '../access/caller.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import type { BulkFileRow } from './bulk-file.ts';
import { type BulkPayout, type BulkStatus, lockBulkPayout, readBulkPayout } from './bulk-payout.ts';
import { readProgress } from './bulk-progress.ts';
import { type CheckServices, checkBulk, type PayoutBounds } from './check-bulk.ts';
import { insertBulk, refuseProblems } from './open-bulk-payout.ts';
import { readRetries, readRetryableRows } from './retryable-rows.ts';

const nameMax = 120;

/**
 * Makes a draft of the rows of a bulk payout that failed, with the fees of now. Each row is in one retry at a time, so that it is not paid
 * twice: asked again, this gives the same draft, and what failed in that one is retried by its own retry. Rows that a retry did not send,
 * because it was cancelled, rejected or expired, can be retried again. Rows in review are left out.
 * @throws Refusal while a payment of it has no final status, or when no failed row can be retried.
 */
export async function retryBulkPayout(
  pool: pg.Pool,
  services: CheckServices,
  caller: Caller,
  bulkPayoutId: number,
  bounds: PayoutBounds,
): Promise<BulkPayout> {
  for (;;) {
    const bulk = await readBulkPayout(pool, caller.walletId, bulkPayoutId);
    const left = await readRetryableRows(pool, bulk);
    const [newest] = left.rows.length === 0 ? await readRetries(pool, caller.walletId, bulkPayoutId) : [];
    if (newest !== undefined && !isGivenUp(newest.status))
      return await readBulkPayout(pool, caller.walletId, newest.bulkPayoutId);
    await refuseUnfinished(pool, bulk);
    if (left.rows.length === 0) throw nothingToRetry(left.inReview);
    const check = await checkBulk(pool, services, caller, { rows: [...left.rows], problems: [] }, bounds);
    refuseProblems('rows', 'Row', check.problems);
    const draft = await inDatabaseTransaction(pool, async (client) => {
      await lockBulkPayout(client, caller.walletId, bulkPayoutId);
      // Of two at once, the later one finds nothing left. An operator's report can have changed what is left, too.
      if (!hasSameLines(left.rows, (await readRetryableRows(client, bulk)).rows)) return null;
      const name = `${bulk.name.slice(0, nameMax - ' (retry)'.length)} (retry)`;
      const form = { key: `retry ${bulkPayoutId} ${crypto.randomUUID()}`, fingerprint: '' };
      const made = { name, form, askApproval: bulk.asksApproval, retryOf: bulkPayoutId };
      return (await insertBulk(client, caller, check, { ...made, opensAs: 'draft' })).bulk;
    });
    if (draft !== null) return draft;
  }
}

/** Whether a retry ended before it sent its rows. */
function isGivenUp(status: BulkStatus): boolean {
  return status === 'cancelled' || status === 'rejected' || status === 'expired';
}

function hasSameLines(rows: readonly BulkFileRow[], others: readonly BulkFileRow[]): boolean {
  return rows.length === others.length && rows.every(({ line }, index) => line === others[index]?.line);
}

function nothingToRetry(inReview: number): Refusal {
  if (inReview === 0) return new Refusal('not_pending', 'No row of this bulk payout has failed.');
  const rows = inReview === 1 ? 'The failed row is' : `The ${inReview} failed rows are`;
  return new Refusal(
    'not_pending',
    `${rows} in review, because the operator may have paid; retry when the review shows that it has not.`,
  );
}

async function refuseUnfinished(db: Queryable, { walletId, bulkPayoutId, endedAt }: BulkPayout): Promise<void> {
  const { waiting, processing } = await readProgress(db, walletId, bulkPayoutId);
  if (endedAt !== null && waiting === 0 && processing === 0) return;
  throw new Refusal(
    'not_pending',
    'Some payments of this bulk payout have no final status yet; retry the failed ones when all have.',
  );
}
