import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Operator } from '../operators/contract.ts';
import type { StatementColumns } from '../operators/statement-columns.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { ColumnsUnreadable } from './columns-file.ts';
import { mappedFields } from './mapped-fields.ts';
import { isSameHeading } from './statement-row.ts';

/** A mapping that names every field, so that no known heading takes the place of one that is left out. */
export type ColumnMapping = Partial<Omit<StatementColumns, 'complete'>> &
  Pick<StatementColumns, (typeof mappedFields)[number]>;

/** The columns by which an operator's statements are read: those that a person mapped, else the known ones. */
export async function columnsFor(db: Queryable, operator: Operator): Promise<StatementColumns> {
  const mapping = await readMapping(db, operator);
  return mapping === null ? operator.statements.columns : columnsOfMapping(operator, mapping);
}

/** What a mapping means: its columns must all be there, and the words that it does not name are the known ones. */
export function columnsOfMapping(operator: Operator, mapping: ColumnMapping): StatementColumns {
  return { ...operator.statements.columns, ...mapping, complete: true };
}

export async function readMapping(db: Queryable, operator: Operator): Promise<ColumnMapping | null> {
  const { rows } = await db.query<{ columns: ColumnMapping }>(
    'SELECT columns FROM statement_columns WHERE operator = $1',
    [operator.key],
  );
  return rows[0]?.columns ?? null;
}

/**
 * Keeps a mapping for every later statement of an operator.
 * @throws ColumnsUnreadable when statements could not be read by it.
 */
export async function rememberMapping(
  pool: pg.Pool,
  actor: Actor,
  operator: Operator,
  mapping: ColumnMapping,
): Promise<void> {
  const problem = problemOfMapping(mapping);
  if (problem !== null) throw new ColumnsUnreadable(problem);
  await inDatabaseTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO statement_columns (operator, columns, mapped_by) VALUES ($1, $2, $3)
       ON CONFLICT (operator) DO UPDATE
          SET columns = excluded.columns, mapped_by = excluded.mapped_by, mapped_at = clock_timestamp()`,
      [operator.key, JSON.stringify(mapping), actor.name],
    );
    await recordAudit(client, {
      actor,
      action: 'statement_columns.mapped',
      subject: operator.key,
      details: { ...mapping },
    });
  });
}

/** The operator's statements are read by the known headings again. */
export async function forgetMapping(pool: pg.Pool, actor: Actor, operator: Operator): Promise<void> {
  await inDatabaseTransaction(pool, async (client) => {
    const { rowCount } = await client.query('DELETE FROM statement_columns WHERE operator = $1', [operator.key]);
    if (rowCount === 0) return;
    await recordAudit(client, { actor, action: 'statement_columns.forgotten', subject: operator.key, details: {} });
  });
}

/** Why statements cannot be read by a mapping, in a sentence; null when they can. */
export function problemOfMapping(mapping: ColumnMapping): string | null {
  const isMapped = (field: (typeof mappedFields)[number]) => mapping[field].length > 0;
  if (!isMapped('amount') && !(isMapped('amount_in') && isMapped('amount_out'))) {
    return 'choose the column of the amount, or both columns of money in and money out';
  }
  if (!isMapped('receipt') && !isMapped('reference')) return 'choose the column of the receipt or of our reference';
  const taken = new Map<string, string>();
  for (const field of mappedFields) {
    for (const column of mapping[field]) {
      if (isSameHeading(column, ''))
        return `the column "${column}" has no letter and no digit in its name; rename it in the file`;
      const other = taken.get(column);
      if (other !== undefined) return `the column "${column}" is chosen for ${wordOf(other)} and for ${wordOf(field)}`;
      taken.set(column, field);
    }
  }
  return null;
}

function wordOf(field: string): string {
  return field.replaceAll('_', ' ');
}
