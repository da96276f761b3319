import { arrayStatement, type Send } from './statement.ts';

/**
 * Who acts, for whom, from where and in which session. Made once where an act comes in (a request, a command, a job), and passed on
 * to where its entry is written: docs/decisions/0021.
 */
export interface Actor {
  /** Who it is, such as `cli:root` or a person's email address; also the maker or approver. */
  readonly name: string;
  /** `client 7` or `platform`; null for what people do about their own account. */
  readonly onBehalfOf: string | null;
  /** An IP address, or `command line`; null for the service itself. */
  readonly address: string | null;
  /** The id of a person's session, or `api_key 17`; null where there is neither. */
  readonly session: string | null;
}

/** One act of a person, of a program or of the command line, as the append-only audit log has it. */
export interface AuditEntry {
  readonly actor: Actor;
  /** What was done, such as `api_key.revoked`. */
  readonly action: string;
  /** What it was done to, such as `api_key 17`. */
  readonly subject: string;
  /** What else matters; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
  /** What the page had shown to the person who approved or confirmed this; amounts in shillings. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** Writes any number of entries; its parameter is `auditEntriesJson` of them. */
export const insertAuditEntries = `
  INSERT INTO audit_log (actor, on_behalf_of, address, session, action, subject, details, shown)
  SELECT actor, on_behalf_of, address, session, action, subject, details, shown
    FROM jsonb_to_recordset($1::jsonb) AS entry (actor text, on_behalf_of text, address text, session text,
                                                 action text, subject text, details jsonb, shown jsonb)`;

const insert = { name: 'ledger.insert_acts', text: insertAuditEntries };

/** Writes the acts of people in the database transaction of what they changed. */
export function insertActs(acts: readonly AuditEntry[]): Send[] {
  return arrayStatement(insert, acts.length, () => [auditEntriesJson(acts)]);
}

/** Entries as `insertAuditEntries` reads them. */
export function auditEntriesJson(entries: readonly AuditEntry[]): string {
  return JSON.stringify(
    entries.map(({ actor, ...entry }) => ({
      ...entry,
      actor: actor.name,
      on_behalf_of: actor.onBehalfOf,
      address: actor.address,
      session: actor.session,
    })),
  );
}
