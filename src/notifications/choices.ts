import { recordAudit } from '../access/audit-log.ts';
import type { Role } from '../access/people/rights.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField } from '../refusal.ts';
import { type Candidate, kindsOfRole, type NotificationKind, type Scope } from './kinds.ts';

/** A kind that a person can have, and whether they get it by e-mail. */
export interface Choice {
  readonly kind: NotificationKind;
  readonly byEmail: boolean;
}

/** Whose choices are read or written: a person with a role at a client or on the platform, or with their own account. */
export interface Chooser {
  readonly personId: string;
  /** Null for the platform and for their own account. */
  readonly clientId: number | null;
  /** Null for their own account. */
  readonly role: Role | null;
}

/** What a person gets by e-mail, of what their role can have. */
export async function readChoices(db: Queryable, { personId, clientId, role }: Chooser): Promise<Choice[]> {
  const { rows } = await db.query<{ kind: string; by_email: boolean }>(
    'SELECT kind, by_email FROM notification_choice WHERE person_id = $1 AND client_id IS NOT DISTINCT FROM $2',
    [personId, clientId],
  );
  const chosen = new Map(rows.map(({ kind, by_email }) => [kind, by_email]));
  return [...kindsOfRole(role)].map(([kind, byDefault]) => ({ kind, byEmail: chosen.get(kind) ?? byDefault }));
}

/**
 * Stores which kinds a person gets by e-mail; of what their role can have, they get no others. A kind that stays as it is keeps following
 * the default.
 * @throws Refusal `invalid_request` for a kind that their role cannot have.
 */
export async function writeChoices(
  pool: Transactional,
  chooser: Chooser,
  wanted: readonly NotificationKind[],
  actor: Actor,
): Promise<Choice[]> {
  const possible = kindsOfRole(chooser.role);
  for (const kind of wanted) {
    if (possible.has(kind)) continue;
    throw invalidField('kinds', `kinds must not contain ${kind}: your role does not get it.`);
  }
  return await inDatabaseTransaction(pool, async (db) => {
    const changed = (await readChoices(db, chooser)).filter(({ kind, byEmail }) => wanted.includes(kind) !== byEmail);
    await db.query(
      `INSERT INTO notification_choice (person_id, client_id, kind, by_email)
       SELECT $1, $2, kind, by_email FROM unnest($3::text[], $4::boolean[]) AS changed (kind, by_email)
       ON CONFLICT ON CONSTRAINT choice_once DO UPDATE SET by_email = excluded.by_email, chosen_at = clock_timestamp()`,
      [chooser.personId, chooser.clientId, changed.map(({ kind }) => kind), changed.map(({ byEmail }) => !byEmail)],
    );
    if (changed.length > 0) {
      await recordAudit(db, {
        actor,
        action: 'notifications.chosen',
        subject: `person ${chooser.personId}`,
        details: Object.fromEntries(changed.map(({ kind, byEmail }) => [kind, !byEmail])),
      });
    }
    return await readChoices(db, chooser);
  });
}

/** Everybody who can sign in and has a role in a scope, with what they chose for a kind. */
export async function readCandidates(db: Queryable, kind: NotificationKind, scope: Scope): Promise<Candidate[]> {
  const { rows } = await db.query<{ person_id: string; email: string; role: Role | null; chosen: boolean | null }>({
    name: 'notifications.candidates',
    text: `
      SELECT person.id AS person_id, email, has.role,
             (SELECT by_email FROM notification_choice
               WHERE person_id = person.id AND client_id IS NOT DISTINCT FROM $2::bigint AND kind = $1) AS chosen
        FROM person CROSS JOIN LATERAL (
             SELECT role FROM person_client_role WHERE person_id = person.id AND client_id = $2 AND joined_at IS NOT NULL
              UNION ALL
             SELECT platform_role WHERE $2::bigint IS NULL AND $3::text IS NULL AND platform_role IS NOT NULL
              UNION ALL
             SELECT NULL WHERE person.id = $3) AS has
       WHERE disabled_at IS NULL
         AND EXISTS (SELECT FROM person_credential WHERE person_id = person.id AND password IS NOT NULL)
       ORDER BY email`,
    values: [kind, scope.clientId, scope.personId],
  });
  return rows.map(({ person_id, email, role, chosen }) => ({ personId: person_id, email, role, chosen }));
}
