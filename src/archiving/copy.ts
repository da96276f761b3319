import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { pageSteps, readPagedTables } from '../audit/boundary.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { sqlState } from '../postgres/errors.ts';
import { type Partition, type RecordTable, recordTables } from './movable.ts';
import { columnsOf } from './store-schema.ts';

/** How much of a table is copied in one database transaction, in pages of 8 kB. */
const pagesOfStep = 4_096;

export interface Copying {
  /** The database from which a partition moves, and the history store. */
  readonly db: pg.Pool;
  readonly history: pg.Pool;
  readonly partition: Partition;
  /** Of this copy. */
  readonly copyId: string;
  /** Whether a copy that this database does not know is deleted and made again; else it is refused. */
  readonly replacesOther: boolean;
  /** Looked at before each step. */
  readonly signal: AbortSignal;
  /** Pages of 8 kB in one database transaction; `pagesOfStep` when left out. */
  readonly pagesPerStep?: number;
}

/** The copy of a partition differs from the rows of the primary or from their proofs. The partition must be copied again from the start. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

/** The history store has a copy of a partition that this database does not know. */
export class OtherCopy extends Error {
  override readonly name = 'OtherCopy';

  constructor(firstId: number) {
    super(
      `the history store has a copy of the partition from ${firstId} on that this database does not know: this database was restored, or is a copy of another one. ` +
        'If this is the database that goes on, make the copy again: nsimbi history move --replace',
    );
  }
}

/** How many rows of each table have been copied. */
export type CopiedRows = Readonly<Record<RecordTable, number>>;

/**
 * Copies a partition to the history store, or goes on where it was interrupted. What is final does not change, so pages can be read one
 * after another; each step notes there how far it is, in the database transaction of its rows.
 * @throws OtherCopy, what the databases throw, and the reason of the signal.
 */
export async function copyPartition(copying: Copying): Promise<CopiedRows> {
  const copied = new Map<RecordTable, number>();
  for (const table of recordTables.toReversed()) copied.set(table, await copyTable(copying, table));
  return Object.fromEntries(copied) as CopiedRows;
}

async function copyTable(
  { db, history, partition, copyId, replacesOther, signal, pagesPerStep = pagesOfStep }: Copying,
  table: RecordTable,
): Promise<number> {
  const columns = await columnsOf(db, table);
  const from = await beginCopy({ history, partition, copyId, replacesOther }, table);
  const [paged] = await readPagedTables(db, partition.tables[table]);
  for (const [first, end] of pageSteps(paged?.pages ?? 0, pagesPerStep)) {
    const [firstPage, nextPage] = [first, end].map((bound) => Number(/\d+/.exec(bound)?.[0])) as [number, number];
    if (nextPage <= from) continue;
    signal.throwIfAborted();
    await inDatabaseTransaction(history, async (client) => {
      const { rows } = await client.query<{ next_page: string }>(
        'SELECT next_page FROM copied WHERE first_id = $1 AND table_name = $2 AND copy_id = $3 FOR UPDATE',
        [partition.firstId, table, copyId],
      );
      if (rows[0] === undefined) throw new Error('another process copies this partition');
      // The store can have lost a step in a failover, and the pages can have been written anew since an interruption.
      if (Number(rows[0].next_page) !== firstPage) {
        throw new CopyDiffers(
          `the copy of ${table} from ${partition.firstId} on goes up to page ${rows[0].next_page}, and is continued from page ${firstPage}`,
        );
      }
      const source = await db.connect();
      try {
        const reading = source.query(
          copyTo(
            `COPY (SELECT ${columns} FROM ${partition.tables[table]} WHERE ctid >= '${first}' AND ctid < '${end}') TO STDOUT`,
          ),
        );
        const writing = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
        await pipeline(reading, writing);
        await client.query(
          'UPDATE copied SET next_page = $1, rows = rows + $2 WHERE first_id = $3 AND table_name = $4',
          [nextPage, writing.rowCount, partition.firstId, table],
        );
        source.release();
      } catch (error) {
        source.release(true);
        if (!isRefusal(error)) throw error;
        throw new CopyDiffers(
          `the history store does not take the rows of ${table} from page ${firstPage} on: ${error.message}`,
        );
      }
    });
  }
  const { rows } = await history.query<{ rows: string }>(
    'SELECT rows FROM copied WHERE first_id = $1 AND table_name = $2',
    [partition.firstId, table],
  );
  return Number(rows[0]?.rows ?? 0);
}

/**
 * Whether a row was there already, or else cannot be there: an integrity constraint violation (class 23). A coordinator of Citus reports that
 * of a worker as an internal error (class XX).
 */
function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^(?:23|XX)/.test(sqlState(error) ?? '');
}

/** Begins the copy of a table. @returns the page where to go on. @throws OtherCopy */
async function beginCopy(
  {
    history,
    partition: { firstId, endId },
    copyId,
    replacesOther,
  }: Pick<Copying, 'history' | 'partition' | 'copyId' | 'replacesOther'>,
  table: RecordTable,
): Promise<number> {
  return await inDatabaseTransaction(history, async (client) => {
    const { rows } = await client.query<{ copy_id: string; next_page: string }>(
      'SELECT copy_id, next_page FROM copied WHERE first_id = $1 AND table_name = $2 FOR UPDATE',
      [firstId, table],
    );
    const [present] = rows;
    if (present?.copy_id === copyId) return Number(present.next_page);
    if (present !== undefined && !replacesOther) throw new OtherCopy(firstId);
    await client.query(`DELETE FROM ${table} WHERE transaction_id >= $1 AND transaction_id < $2`, [firstId, endId]);
    await client.query('DELETE FROM copied WHERE first_id = $1 AND table_name = $2', [firstId, table]);
    await client.query('INSERT INTO copied (first_id, table_name, copy_id) VALUES ($1, $2, $3)', [
      firstId,
      table,
      copyId,
    ]);
    return 0;
  });
}
