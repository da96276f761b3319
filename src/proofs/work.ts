import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { EventId, ResponseId, TransactionId } from './stored-records.ts';

/** Records that are to be proven. */
export interface Work {
  readonly transactions: readonly TransactionId[];
  readonly events: readonly EventId[];
  readonly responses: readonly ResponseId[];
  readonly auditLogIds: readonly number[];
}

/** Work of batches, with the rows that noted it. */
export interface NotedWork extends Work {
  readonly workIds: readonly number[];
  /** Whether there may be more work than was taken. */
  readonly isCut: boolean;
}

interface WorkRow {
  readonly proof_work_id: string;
  readonly records: number;
  readonly wallet_ids: string[] | null;
  readonly transaction_ids: string[] | null;
  readonly first_sequences: string[] | null;
  readonly responses: string[] | null;
  readonly audit_log_ids: string[] | null;
}

const rowsMax = 1_000;

/**
 * The oldest work that has committed.
 * @param recordsMax after how many records no further row is taken; the first row is taken always.
 */
export async function readWork(db: Queryable, recordsMax: number): Promise<NotedWork> {
  // A row has what a batch wrote, some hundred records at a time of load: what is not taken is not sent either.
  const { rows: taken } = await db.query<WorkRow>({
    name: 'proofs.read_work',
    text: `
      SELECT proof_work_id, records, wallet_ids, transaction_ids, first_sequences, responses, audit_log_ids
        FROM (SELECT *, sum(records) OVER (ORDER BY proof_work_id) - records AS records_before
                FROM (SELECT * FROM proof_work ORDER BY proof_work_id LIMIT $1) AS oldest) AS counted
       WHERE records_before < $2 ORDER BY proof_work_id`,
    values: [rowsMax, recordsMax],
  });
  const records = taken.reduce((sum, row) => sum + row.records, 0);
  const touched = taken.flatMap(touchedBy);
  const transactions = new Map(touched.map((one) => [one.transactionId, one]));
  return {
    workIds: taken.map((row) => Number(row.proof_work_id)),
    isCut: records >= recordsMax || taken.length === rowsMax,
    transactions: [...transactions.values()],
    events: touched.filter(({ firstSequence }) => firstSequence > 0),
    responses: taken.flatMap((row) => row.responses?.map(responseOf) ?? []),
    auditLogIds: taken.flatMap((row) => row.audit_log_ids?.map(Number) ?? []),
  };
}

/** Deletes work that is proven. @throws Error where another process has deleted some of it. */
export async function deleteWork(db: Queryable, workIds: readonly number[]): Promise<void> {
  if (workIds.length === 0) return;
  const { rowCount } = await db.query('DELETE FROM proof_work WHERE proof_work_id = ANY ($1::bigint[])', [
    numberArray(workIds),
  ]);
  if (rowCount !== workIds.length) throw new Error('work was proven by another process meanwhile');
}

function touchedBy({ wallet_ids, transaction_ids, first_sequences }: WorkRow): EventId[] {
  return (transaction_ids ?? []).map((transactionId, index) => ({
    walletId: Number(wallet_ids?.[index]),
    transactionId: Number(transactionId),
    firstSequence: Number(first_sequences?.[index] ?? 0),
  }));
}

function responseOf(text: string): ResponseId {
  const space = text.indexOf(' ');
  return { walletId: Number(text.slice(0, space)), key: text.slice(space + 1) };
}
