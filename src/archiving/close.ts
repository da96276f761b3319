import type pg from 'pg';
import { closedAction, sealOf } from '../audit/moved-checks.ts';
import { pairSums } from '../audit/pairs.ts';
import { entryPieces, entryRuns, eventPieces, eventRuns } from '../audit/runs.ts';
import { linesOf } from '../audit/system-accounts.ts';
import { firstSystemAccount, lastSystemAccount } from '../ledger/accounts.ts';
import { auditEntriesJson, insertAuditEntries } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { CopiedRows } from './copy.ts';
import { type Partition, whatHolds } from './movable.ts';

/** Something needs a partition here since its copy began. */
export class StillNeeded extends Error {
  override readonly name = 'StillNeeded';
  /** A sentence each. */
  readonly by: readonly string[];

  constructor(by: readonly string[]) {
    super(`the partition stays: ${by.join('; ')}`);
    this.by = by;
  }
}

/** A partition whose copy is verified. */
interface Closing {
  readonly partition: Partition;
  readonly copyId: string;
  readonly rows: CopiedRows;
  /** As in `readNextPartition`, in milliseconds. */
  readonly afterMs: number;
}

/**
 * Moves the boundary behind a partition whose copy is verified. In one database transaction it notes what the audit needs of the partition
 * when its rows are gone: which entries and events of each wallet have moved, and what the partition adds up to. The sums are sealed by an
 * entry of the audit log, which is proven.
 * @throws StillNeeded when something needs the partition here, and nothing was written.
 */
export async function closePartition(db: pg.Pool, { partition, copyId, rows, afterMs }: Closing): Promise<void> {
  const { tables, firstId, endId } = partition;
  await inDatabaseTransaction(db, async (client) => {
    await client.query(`SET LOCAL work_mem = '256MB'`);
    await client.query(addEntryRuns(tables.transfer));
    await client.query(addEventRuns(tables.event));
    const accounts = await objectOf(
      client,
      `SELECT account_id::text AS key, sum(amount)::text AS value FROM (${linesOf(tables.transfer)}) lines
        WHERE account_id BETWEEN ${firstSystemAccount} AND ${lastSystemAccount} GROUP BY account_id`,
    );
    const pairs = await objectOf(
      client,
      `SELECT "group"::text AS key, sum::text AS value FROM (${pairSums(tables.transaction)}) sums WHERE sum <> 0`,
    );
    await client.query(noteEndsOfBulkRows(tables.transaction));
    // Last, because copying took a while, and so did these sums.
    const by = await whatHolds(client, partition, afterMs);
    if (by.length > 0) throw new StillNeeded(by);
    const { rowCount } = await client.query(
      `UPDATE history_partition
          SET closed_at = clock_timestamp(), transactions = $3, transfers = $4, events = $5, accounts = $6, pairs = $7
        WHERE first_id = $1 AND copy_id = $2 AND closed_at IS NULL`,
      [firstId, copyId, rows.transaction, rows.transfer, rows.event, accounts, pairs],
    );
    if (rowCount !== 1) throw new Error(`another process moves the partition from ${firstId} on`);
    const { rows: boundary } = await client.query<{ created_until: string }>(
      `UPDATE history_boundary
          SET moved_below = $1,
              created_until = greatest(created_until, (SELECT max(created_at) FROM ${tables.transaction}))
        RETURNING created_until::text`,
      [endId],
    );
    const details = {
      first_id: firstId,
      end_id: endId,
      transactions: rows.transaction,
      transfers: rows.transfer,
      events: rows.event,
      created_until: boundary[0]?.created_until,
      sums: sealOf(accounts, pairs),
    };
    const actor = { name: 'service', onBehalfOf: null, address: null, session: null };
    const entry = { actor, action: closedAction, subject: 'ledger', details };
    await client.query(insertAuditEntries, [auditEntriesJson([entry])]);
  });
}

/** The text of a JSON object that a statement gives as rows of key and value, in the order of the keys. */
async function objectOf(client: pg.PoolClient, sql: string): Promise<string> {
  const { rows } = await client.query<{ object: string }>(
    `SELECT coalesce(jsonb_object_agg(key, value), '{}')::text AS object FROM (${sql}) AS found`,
  );
  return rows[0]?.object ?? '{}';
}

/** The result of a bulk payout stays complete here. */
const noteEndsOfBulkRows = (transactions: string) => `
  UPDATE bulk_payout_row r
     SET moved = jsonb_build_object('status', t.status, 'fee_amount', t.fee_amount, 'created_at', t.created_at,
                                    'failure_code', t.failure_code, 'failure_reason', t.failure_reason)
    FROM ${transactions} t
   WHERE t.details ? 'bulk_payout_id' AND r.bulk_payout_id = (t.details->>'bulk_payout_id')::bigint
     AND r.row_no = (t.details->>'bulk_payout_row')::integer AND r.transaction_id = t.transaction_id`;

const addEntryRuns = (transfers: string) => `
  WITH present AS (
    DELETE FROM history_entry_run run USING (SELECT DISTINCT wallet_id FROM ${transfers}) moving
     WHERE run.wallet_id = moving.wallet_id RETURNING run.*)
  INSERT INTO history_entry_run (wallet_id, first_no, last_no, moved, balance_after)
  ${entryRuns(`SELECT * FROM present UNION ALL ${entryPieces(transfers)}`)}`;

const addEventRuns = (events: string) => `
  WITH present AS (
    DELETE FROM history_event_run run USING (SELECT DISTINCT wallet_id FROM ${events}) moving
     WHERE run.wallet_id = moving.wallet_id RETURNING run.*)
  INSERT INTO history_event_run (wallet_id, first_no, last_no)
  ${eventRuns(`SELECT * FROM present UNION ALL ${eventPieces(events)}`)}`;
