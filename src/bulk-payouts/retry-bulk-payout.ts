import type pg from 'pg';
import type { Caller } from '../access/caller.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import type { BulkFileRow } from './bulk-file.ts';
import { type BulkPayout, lockBulkPayout, readBulkPayout } from './bulk-payout.ts';
import { listRows, readProgress } from './bulk-progress.ts';
import { type CheckServices, checkBulk, type PayoutBounds } from './check-bulk.ts';
import { insertBulk, refuseProblems } from './open-bulk-payout.ts';

/** Rows that are read at a time. */
const rowsPerStep = 1_000;

const nameMax = 120;

/**
 * Makes a draft of the rows of a bulk payout that failed, with the fees of now. A bulk payout is retried once, so that no row is paid twice:
 * asked again, this gives the same draft, and what failed in that one is retried by its own retry. A retry that ended before
 * any of its rows was sent does not count.
 * @throws Refusal while a payment of it has no final status, or when none failed.
 */
export async function retryBulkPayout(
  pool: pg.Pool,
  services: CheckServices,
  caller: Caller,
  bulkPayoutId: number,
  bounds: PayoutBounds,
): Promise<BulkPayout> {
  const earlier = await retryOf(pool, caller.walletId, bulkPayoutId);
  if (earlier !== null) return earlier;
  const bulk = await readBulkPayout(pool, caller.walletId, bulkPayoutId);
  await refuseUnfinished(pool, bulk);
  const failed = await failedRows(pool, bulk);
  if (failed.length === 0) throw new Refusal('not_pending', 'No row of this bulk payout has failed.');
  const check = await checkBulk(pool, services, caller, { rows: failed, problems: [] }, bounds);
  refuseProblems('rows', 'Row', check.problems);
  return await inDatabaseTransaction(pool, async (client) => {
    // Of two at once, the later one finds the draft of the first.
    await lockBulkPayout(client, caller.walletId, bulkPayoutId);
    const other = await retryOf(client, caller.walletId, bulkPayoutId);
    if (other !== null) return other;
    const name = `${bulk.name.slice(0, nameMax - ' (retry)'.length)} (retry)`;
    const form = { key: `retry ${bulkPayoutId} ${crypto.randomUUID()}`, fingerprint: '' };
    const made = { name, form, askApproval: bulk.asksApproval, retryOf: bulkPayoutId };
    const { bulk: draft } = await insertBulk(client, caller, check, { ...made, opensAs: 'draft' });
    return draft;
  });
}

async function retryOf(db: Queryable, walletId: number, bulkPayoutId: number): Promise<BulkPayout | null> {
  const { rows } = await db.query<{ bulk_payout_id: string }>(
    `SELECT bulk_payout_id FROM bulk_payout
      WHERE retry_of = $1 AND wallet_id = $2
        AND NOT (status IN ('rejected', 'expired') OR (status = 'cancelled' AND begun_at IS NULL))`,
    [bulkPayoutId, walletId],
  );
  const [found] = rows;
  return found === undefined ? null : await readBulkPayout(db, walletId, Number(found.bulk_payout_id));
}

async function refuseUnfinished(db: Queryable, { walletId, bulkPayoutId, endedAt }: BulkPayout): Promise<void> {
  const { waiting, processing } = await readProgress(db, walletId, bulkPayoutId);
  if (endedAt !== null && waiting === 0 && processing === 0) return;
  throw new Refusal(
    'not_pending',
    'Some payments of this bulk payout have no final status yet; retry the failed ones when all have.',
  );
}

async function failedRows(db: Queryable, { walletId, bulkPayoutId }: BulkPayout): Promise<BulkFileRow[]> {
  const failed: BulkFileRow[] = [];
  for (let after = 0; ; ) {
    const rows = await listRows(db, walletId, bulkPayoutId, { after, limit: rowsPerStep, status: 'failed' });
    for (const { line, phone, amount, description, clientReference } of rows) {
      failed.push({ line, phone, amount, description, clientReference });
    }
    const last = rows.at(-1);
    if (last === undefined) return failed;
    after = last.row;
  }
}
