import { readBoundary } from '../history/boundary.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Scope } from './our-payments.ts';
import type { StatementRow } from './statement-row.ts';

/** Payments of the days of a statement have moved to the history store, which a statement is not compared with. */
export class PeriodMoved extends Error {
  override readonly name = 'PeriodMoved';

  constructor(createdUntilMs: number) {
    const day = new Date(createdUntilMs).toISOString().slice(0, 10);
    super(`payments made until ${day} have moved to the history store; only statements of later days can be compared`);
  }
}

/**
 * The numbers of the transactions in the history store that rows of a statement name, by reference and receipt.
 * @throws PeriodMoved for a row of a time whose payments have moved.
 */
export async function findMovedPayments(
  db: Queryable,
  { operatorAccountIds }: Scope,
  rows: readonly StatementRow[],
): Promise<ReadonlyMap<string, number>> {
  const { movedBelow, createdUntilMs } = await readBoundary(db);
  if (movedBelow === 0) return new Map();
  if (rows.some(({ atMs }) => atMs !== null && atMs <= createdUntilMs)) throw new PeriodMoved(createdUntilMs);
  const names = rows.flatMap(({ reference, receipt }) => [reference ?? [], receipt ?? []].flat());
  const found = await db.query<{ name: string; transaction_id: string }>({
    name: 'reconcile.moved',
    text: `
      SELECT reference AS name, transaction_id FROM operator_reference
       WHERE operator_account_id = ANY ($1::integer[]) AND reference = ANY ($2::text[]) AND transaction_id < $3
       UNION ALL
      SELECT receipt, transaction_id FROM operator_receipt
       WHERE operator_account_id = ANY ($1::integer[]) AND receipt = ANY ($2::text[]) AND transaction_id < $3`,
    values: [numberArray(operatorAccountIds), textArray(names), movedBelow],
  });
  return new Map(found.rows.map(({ name, transaction_id }) => [name, Number(transaction_id)]));
}

/** @throws PeriodMoved when payments of a period have moved. */
export async function refuseMovedPeriod(db: Queryable, fromMs: number): Promise<void> {
  const { createdUntilMs } = await readBoundary(db);
  if (fromMs <= createdUntilMs) throw new PeriodMoved(createdUntilMs);
}
