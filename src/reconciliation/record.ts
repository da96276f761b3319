import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { ReconcileSummary, Reconciliation } from './reconcile.ts';

/** The action under which the audit log keeps comparisons. */
export const reconciledAction = 'statement.reconciled';

/** Keeps who compared what, so that a day that was never compared can be seen. */
export async function recordReconciliation(
  db: Queryable,
  actor: Actor,
  { operator, mode, statementName, float }: Reconciliation,
  { period, rows, counts, differences, casesOpened, sha256 }: ReconcileSummary,
): Promise<void> {
  await recordAudit(db, {
    actor,
    action: reconciledAction,
    subject: `${mode} ${operator.key}`,
    details: {
      statement: statementName,
      sha256,
      float,
      from: new Date(period.fromMs).toISOString(),
      to: new Date(period.toMs).toISOString(),
      rows,
      counts,
      differences,
      cases_opened: casesOpened,
    },
  });
}
