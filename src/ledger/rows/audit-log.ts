import { arrayStatement, type Send } from './statement.ts';

/** One act of a person or of the command line, as the append-only audit log has it. */
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

/** Writes any number of entries; its parameter is a JSON array of them. */
export const insertAuditEntries = `
  INSERT INTO audit_log (actor, action, subject, details)
  SELECT actor, action, subject, details
    FROM jsonb_to_recordset($1::jsonb) AS entry (actor text, action text, subject text, details jsonb)`;

const insert = { name: 'ledger.insert_acts', text: insertAuditEntries };

/** Writes the acts of people in the database transaction of what they changed. */
export function insertActs(acts: readonly AuditEntry[]): Send[] {
  return arrayStatement(insert, acts.length, () => [JSON.stringify(acts)]);
}
