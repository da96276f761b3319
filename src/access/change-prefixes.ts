import type pg from 'pg';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { prefixChangesChannel } from '../phone/prefix-rows.ts';
import type { OperatorPrefix } from '../phone/prefix-table.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { notifyWithCommit } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import { recordAudit } from './audit-log.ts';

/** Gives the numbers of a prefix to an operator, from now on: payments that were accepted keep theirs. */
export async function setPrefix(
  pool: pg.Pool,
  { prefix, operator, actor }: OperatorPrefix & { readonly actor: Actor },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const before = await operatorOfRow(db, prefix);
    await db.query(
      `INSERT INTO operator_prefix (prefix, operator) VALUES ($1, $2)
           ON CONFLICT (prefix) DO UPDATE SET operator = excluded.operator`,
      [prefix, operator],
    );
    await recordChange(db, { prefix, actor, action: 'operator_prefix.set', details: { operator, before } });
  });
}

/** Takes a prefix away, so that a shorter one counts again, or none. False when it is not there. */
export async function removePrefix(
  pool: pg.Pool,
  { prefix, actor }: { readonly prefix: string; readonly actor: Actor },
): Promise<boolean> {
  return inDatabaseTransaction(pool, async (db) => {
    const before = await operatorOfRow(db, prefix);
    if (before === null) return false;
    await db.query('DELETE FROM operator_prefix WHERE prefix = $1', [prefix]);
    await recordChange(db, { prefix, actor, action: 'operator_prefix.removed', details: { before } });
    return true;
  });
}

/** The row is locked, if it is there, so that the audit log has changes in their order. */
async function operatorOfRow(db: Queryable, prefix: string): Promise<string | null> {
  const { rows } = await db.query<{ operator: string }>(
    'SELECT operator FROM operator_prefix WHERE prefix = $1 FOR UPDATE',
    [prefix],
  );
  return rows[0]?.operator ?? null;
}

async function recordChange(
  db: Queryable,
  change: { prefix: string; actor: Actor; action: string; details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { prefix, actor, action, details } = change;
  await recordAudit(db, { actor, action, subject: `operator_prefix ${prefix}`, details });
  await notifyWithCommit(db, prefixChangesChannel, prefix);
}
