import type { Records } from '../history/records.ts';
import type { Check, Finding } from './check.ts';
import { readMovedRows } from './moved-rows.ts';

/**
 * Runs a check on the records that are here, with those transactions from the history store that it looks up. A partition that has moved is
 * still here for a while, and then dropped table by table: the check reads none of it.
 * @param values of the parameters of the check.
 * @throws HistoryUnavailable
 */
export async function runCheck(records: Records, check: Check, values: readonly string[]): Promise<Finding[]> {
  const { movedBelow } = await records.boundary();
  if (movedBelow === 0) return await findingsOf(records, check.sql, values);
  if (check.names === undefined)
    return await findingsOf(records, `${recordsHere(movedBelow)} ${found(check.sql)}`, values);
  const moved = await readMovedRows(records, check.names, values);
  const sql = `${recordsHere(movedBelow, `$${values.length + 1}`)} ${found(check.sql)}`;
  return await findingsOf(records, sql, [...values, `[${moved.join(',')}]`]);
}

const found = (sql: string) => `SELECT rule, detail FROM (${sql}) AS found`;

/**
 * Stands for the tables of records in the statement that follows, so that a check is the same for records that have moved.
 * @param moved a parameter with a JSON array of transactions that are read besides.
 */
function recordsHere(movedBelow: number, moved?: string): string {
  const here = (table: string) => `SELECT * FROM ${table} WHERE transaction_id >= ${movedBelow}`;
  const besides =
    moved === undefined ? '' : ` UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::transaction, ${moved}::jsonb)`;
  return `WITH transaction AS NOT MATERIALIZED (${here('transaction')}${besides}),
               transfer AS NOT MATERIALIZED (${here('transfer')}),
               event AS NOT MATERIALIZED (${here('event')})`;
}

async function findingsOf(records: Records, sql: string, values: readonly string[]): Promise<Finding[]> {
  const { rows } = await records.query<Finding>(sql, [...values]);
  return rows.map(({ rule, detail }) => ({ rule, detail }));
}
