import type pg from 'pg';
import { numberArray } from '../postgres/array-parameter.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type Round, type SigningKey, signRound } from './format/round.ts';
import { treeRoot } from './format/tree.ts';
import { type HistoryStep, moveCursor, readHistoryStep } from './history.ts';
import { auditEntryLeaves, missingLeaves } from './record-leaves.ts';
import { insertLeaves, type LeavesOfRound, readStoredLeaves, treeOf } from './stored-proofs.ts';
import {
  readAuditEntryRecords,
  readEventRecords,
  readResponseRecords,
  readTransactionRecords,
  readTransferRecords,
} from './stored-records.ts';
import { insertRound, readChainEnd, readInstallationId } from './stored-rounds.ts';
import { deleteWork, readWork, type Work } from './work.ts';

/** What a step of the prover did. */
export interface ProvenStep {
  /** Null where nothing was new. */
  readonly round: Round | null;
  /** Whether there is surely more to prove. */
  readonly more: boolean;
}

/** How many records a round proves at most; a batch is never divided. */
export const recordsPerRound = 1_000;

/**
 * Proves what was noted, and in what is left of a round some of the history. The records are read and hashed outside of a database
 * transaction; leaves, round and the end of the work commit together.
 * @throws Error where another process did the same meanwhile: nothing was written then.
 */
export async function proveStep(
  pool: pg.Pool,
  key: SigningKey,
  recordsMax: number = recordsPerRound,
): Promise<ProvenStep> {
  const end = await readChainEnd(pool);
  const noted = await readWork(pool, recordsMax);
  const room = recordsMax - noted.transactions.length - noted.responses.length - noted.auditLogIds.length;
  const history = room > 0 ? await readHistoryStep(pool, room) : null;
  if (noted.workIds.length === 0 && history === null) return { round: null, more: false };
  const number = (await readNumberToContinue(pool, end.number)) + 1;
  const leaves = await newLeaves(pool, number, [noted, ...(history === null ? [] : [history.work])]);
  const tree = treeOf(leaves);
  const fork = number === end.number + 1 ? {} : { fork_of: end };
  const round =
    tree.length === 0
      ? null
      : signRound(
          {
            installation_id: await readInstallationId(pool),
            number,
            tree_size: tree.length,
            root: treeRoot(tree).toString('hex'),
            previous: end.hash,
            signed_at: new Date().toISOString(),
            ...fork,
          },
          key,
        );
  await inDatabaseTransaction(pool, (client) => write(client, noted.workIds, history, leaves, round));
  return { round, more: history !== null || noted.isCut };
}

async function write(
  client: pg.PoolClient,
  workIds: readonly number[],
  history: HistoryStep | null,
  leaves: LeavesOfRound,
  round: Round | null,
): Promise<void> {
  await deleteWork(client, workIds);
  if (history !== null) await moveCursor(client, history);
  if (round === null) return;
  await insertRound(client, round);
  await insertLeaves(client, leaves);
}

/** The leaves of some work that are not proven yet, with their places in the tree of a round. */
async function newLeaves(db: Queryable, round: number, work: readonly Work[]): Promise<LeavesOfRound> {
  const transactions = work.flatMap((one) => one.transactions);
  const auditLogIds = work.flatMap((one) => one.auditLogIds);
  const events = await readEventRecords(
    db,
    work.flatMap((one) => one.events),
  );
  const responses = await readResponseRecords(
    db,
    work.flatMap((one) => one.responses),
  );
  const records = {
    transactions: await readTransactionRecords(db, transactions),
    transfers: await readTransferRecords(db, transactions),
    events,
    responses,
  };
  const concerned = new Set([
    ...transactions.map(({ transactionId }) => transactionId),
    ...[...events, ...responses].map((row) => Number(row.transaction_id)),
  ]);
  const stored = await readStoredLeaves(db, [...concerned]);
  const entries = await auditEntryLeaves(await readAuditEntryRecords(db, await notProven(db, auditLogIds)));
  let next = 0;
  const take = (count: number) => {
    const first = next;
    next += count;
    return first;
  };
  return {
    transactions: (await missingLeaves(records, stored)).map((one) => ({
      ...one,
      round,
      firstLeaf: take(one.leaves.length),
    })),
    auditEntries: entries.map((one) => ({ ...one, round, leafIndex: take(1) })),
  };
}

/** Those entries of the audit log that have no proof. */
async function notProven(db: Queryable, auditLogIds: readonly number[]): Promise<number[]> {
  if (auditLogIds.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT id FROM unnest($1::bigint[]) AS asked (id)
      WHERE NOT EXISTS (SELECT FROM audit_entry_proof WHERE audit_log_id = id)`,
    [numberArray(auditLogIds)],
  );
  return rows.map(({ id }) => Number(id));
}

/** The number after which the next round comes: that of the newest round, or after a fork that of the newest published one. */
async function readNumberToContinue(db: Queryable, newest: number): Promise<number> {
  const { rows } = await db.query<{ number: number | null }>(
    'SELECT max(published_number) AS number FROM proof_fork WHERE common_number = $1',
    [newest],
  );
  return rows[0]?.number ?? newest;
}
