import type { Queryable } from '../postgres/pool.ts';

/** One act of a person or of the command line on standing data. */
export interface AuditEntry {
  /** Who did it, such as `cli:root` or a person's email address. */
  readonly actor: string;
  /** What was done, such as `api_key.revoked`. */
  readonly action: string;
  /** What it was done to, such as `api_key 17`. */
  readonly subject: string;
  /** What else matters; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Writes acts to the append-only audit log. Call it in the database transaction of the acts themselves. */
export async function recordAudit(db: Queryable, entries: AuditEntry | readonly AuditEntry[]): Promise<void> {
  await db.query(
    `INSERT INTO audit_log (actor, action, subject, details)
     SELECT actor, action, subject, details
       FROM jsonb_to_recordset($1::jsonb) AS entry (actor text, action text, subject text, details jsonb)`,
    [JSON.stringify([entries].flat())],
  );
}
