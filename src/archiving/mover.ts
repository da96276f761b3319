import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { recordsOf } from '../history/boundary.ts';
import { ensureComplete } from '../history/complete-store.ts';
import { countAllEnded } from '../ledger/count-ended.ts';
import { whileLocked } from '../postgres/advisory-lock.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { listProcesses } from '../postgres/processes.ts';
import { isOlder, programVersion } from '../postgres/program-version.ts';
import { haveOlderEnded, takeTransactionId } from '../postgres/transaction-ids.ts';
import { auditPartition } from './audit-partition.ts';
import { closePartition, StillNeeded } from './close.ts';
import { type CopiedRows, CopyDiffers, copyPartition, OtherCopy } from './copy.ts';
import { dropPassedPartitions } from './drop.ts';
import { type Partition, readNextPartition, recordTables, whatHolds } from './movable.ts';
import { prepareStore } from './store-schema.ts';
import { verifyCopy } from './verify.ts';

/** Findings that keep a partition here are many at once. */
const findingsShown = 5;

/** How long a look at the oldest partition counts what ended, in milliseconds. */
const countingMs = 10_000;

export interface MoveOptions {
  /** The primary, in the role of the owner: only the owner drops partitions. */
  readonly db: pg.Pool;
  readonly history: pg.Pool;
  /** Of the database, so that no other one's history is mixed with it. */
  readonly installationId: string;
  /** How old the transactions of a partition must be, in milliseconds. */
  readonly afterMs: number;
  /** Ends the work between two steps. What is interrupted is continued the next time. */
  readonly signal: AbortSignal;
  /** As in `Copying`; false when left out. */
  readonly replacesOther?: boolean;
  /** How long a partition is kept after the boundary has passed it, in milliseconds; `keptAfterClosingMs` when left out. */
  readonly keptMs?: number;
}

/** What a look at the oldest partition led to. */
export type Moved =
  | { readonly is: 'moved'; readonly firstId: number; readonly endId: number; readonly rows: CopiedRows }
  /** The partition stays for now, for these reasons. */
  | { readonly is: 'held'; readonly firstId: number; readonly by: readonly string[] }
  /** All partitions but those that are written to have moved. */
  | { readonly is: 'nothing' }
  /** Another process moves. */
  | { readonly is: 'busy' };

/**
 * Moves the oldest partition to the history store if nothing needs it here: copies it, verifies the copy with the proofs, moves the
 * boundary, and drops it. It can be interrupted anywhere: until the boundary has moved its rows count here, and afterwards there. A move is
 * given up when something needs the partition again, or its copy differs.
 * @throws HistoryUnavailable, OtherInstallation, OtherCopy, CopyDiffers, LockLost, what the databases throw, and the reason of the signal.
 */
export async function moveOldestPartition(options: MoveOptions): Promise<Moved> {
  const move = (lost: AbortSignal) => moveAlone({ ...options, signal: AbortSignal.any([options.signal, lost]) });
  return (await whileLocked(options.db, 'nsimbi.move_history', move)) ?? { is: 'busy' };
}

async function moveAlone(options: MoveOptions): Promise<Moved> {
  const { db, history, installationId, afterMs, signal, keptMs, replacesOther = false } = options;
  const isPrepared = await hasBegun(db);
  if (isPrepared) {
    await ensureComplete(db, history);
    // A migration can have added a column, which is then read there too.
    await prepareStore(history, db, installationId);
  }
  await dropPassedPartitions(db, history, signal, keptMs);
  // Under load there is always more to count; what holds a partition is counted by one of the next looks.
  await countAllEnded(db, countingMs, signal);
  const older = (await listProcesses(db)).find(({ version }) => isOlder(version, programVersion));
  const partition = await readNextPartition(db, afterMs);
  if (partition === null) return { is: 'nothing' };
  const { firstId, endId, heldBy } = partition;
  const by = older === undefined ? heldBy : [...heldBy, `a process of version ${older.version} is running`];
  if (by.length > 0) return await hold(options, partition, by);
  if (!isPrepared) await prepareStore(history, db, installationId);
  const copyId = await beginMove(db, partition, signal);
  try {
    const stillBy = await whatSpeaksAgainst({ db, history, afterMs, signal }, partition);
    if (stillBy.length > 0) return await hold(options, partition, stillBy);
    const rows = await copyPartition({ db, history, partition, copyId, replacesOther, signal });
    await verifyCopy(recordsOf(db, history), partition, { here: await countRows(db, partition), copied: rows }, signal);
    signal.throwIfAborted();
    await closePartition(db, { partition, copyId, rows, afterMs });
    await dropPassedPartitions(db, history, signal, keptMs);
    return { is: 'moved', firstId, endId, rows };
  } catch (error) {
    if (error instanceof StillNeeded) return await hold(options, partition, error.by);
    if (error instanceof CopyDiffers || error instanceof OtherCopy) await giveUpMove(options, partition);
    throw error;
  }
}

/** Whether a partition has moved, or a move has begun. */
async function hasBegun(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ begun: boolean }>('SELECT EXISTS (SELECT FROM history_partition) AS begun');
  return rows[0]?.begun === true;
}

/**
 * Notes that a partition moves, from which on the ledger changes none of its transactions (`updateTransactions`), and waits for the batches
 * that began before.
 * @returns the id of the copy: a new one, or that of an interrupted move.
 */
async function beginMove(db: pg.Pool, { firstId, endId }: Partition, signal: AbortSignal): Promise<string> {
  const copyId = await inDatabaseTransaction(db, async (client) => {
    await client.query(
      'INSERT INTO history_partition (first_id, end_id) VALUES ($1, $2) ON CONFLICT (first_id) DO NOTHING',
      [firstId, endId],
    );
    const begun = await readCopyId(client, firstId);
    if (begun === null) throw new Error(`the partition from ${firstId} on has moved already`);
    return begun;
  });
  const { full } = await takeTransactionId(db);
  while (!(await haveOlderEnded(db, full))) await sleep(100, undefined, { signal });
  return copyId;
}

/** The id of the copy of a move that has begun; null where none has. */
async function readCopyId(db: Queryable, firstId: number): Promise<string | null> {
  const { rows } = await db.query<{ copy_id: string }>(
    'SELECT copy_id FROM history_partition WHERE first_id = $1 AND closed_at IS NULL',
    [firstId],
  );
  return rows[0]?.copy_id ?? null;
}

/** What has come up since the partition was chosen, or is wrong in it, a sentence each. */
async function whatSpeaksAgainst(
  { db, history, afterMs, signal }: Pick<MoveOptions, 'db' | 'history' | 'afterMs' | 'signal'>,
  partition: Partition,
): Promise<readonly string[]> {
  const held = await whatHolds(db, partition, afterMs);
  if (held.length > 0) return held;
  const found = await auditPartition(recordsOf(db, history), partition, signal);
  return found.slice(0, findingsShown).map((one) => `the audit finds ${one}`);
}

type Databases = Pick<MoveOptions, 'db' | 'history'>;

/** Leaves a partition here, where the ledger may change its transactions again. */
async function hold(databases: Databases, partition: Partition, by: readonly string[]): Promise<Moved> {
  await giveUpMove(databases, partition);
  return { is: 'held', firstId: partition.firstId, by };
}

/** Gives up a move that has begun, if there is one. The next one copies the partition anew, over the rows that are left there. */
async function giveUpMove({ db, history }: Databases, { firstId }: Partition): Promise<void> {
  const copyId = await readCopyId(db, firstId);
  if (copyId === null) return;
  // The rows of "copied" are deleted first: after a crash in between, the next move copies the partition again. In the other order it would
  // find a copy id that the primary no longer has, and throw OtherCopy.
  await history.query('DELETE FROM copied WHERE first_id = $1 AND copy_id = $2', [firstId, copyId]);
  await db.query('DELETE FROM history_partition WHERE first_id = $1 AND copy_id = $2 AND closed_at IS NULL', [
    firstId,
    copyId,
  ]);
}

async function countRows(db: Queryable, { tables }: Partition): Promise<CopiedRows> {
  const counts = await Promise.all(
    recordTables.map(async (table) => {
      const { rows } = await db.query<{ count: string }>(`SELECT count(*) FROM ${tables[table]}`);
      return [table, Number(rows[0]?.count)] as const;
    }),
  );
  return Object.fromEntries(counts) as CopiedRows;
}

export interface MoverOptions extends Omit<MoveOptions, 'signal'> {
  readonly onMoved: (moved: Moved) => void;
  readonly onError: (error: unknown) => void;
}

const lookEveryMs = 3_600_000;

/** Moves partitions in the background, one after another, and looks every hour whether the next one may move. */
export class HistoryMover {
  readonly #options: MoverOptions;
  readonly #stopped = new AbortController();
  #moving: Promise<void> = Promise.resolve();

  constructor(options: MoverOptions) {
    this.#options = options;
  }

  start(): void {
    this.#moving = this.#move();
  }

  /** Interrupts the move between two of its steps. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#moving;
  }

  async #move(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      let again = false;
      try {
        const moved = await moveOldestPartition({ ...this.#options, signal });
        this.#options.onMoved(moved);
        again = moved.is === 'moved';
      } catch (error) {
        if (!signal.aborted) this.#options.onError(error);
      }
      if (!again) await sleep(lookEveryMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    }
  }
}
