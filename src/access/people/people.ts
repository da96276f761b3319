import type pg from 'pg';
import type { Duty } from '../../ledger/housekeeping.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { recordAudit } from '../audit-log.ts';
import { noteTies } from '../second-person.ts';
import { newPersonId } from './credentials.ts';
import { forgetBrowsers, knownBrowserDays } from './known-browsers.ts';
import { refuseLastAdministrator } from './last-administrator.ts';
import type { ClientRole, PlatformRole } from './rights.ts';

/** A person who can sign in, or will be able to once they have set a password. */
export interface KnownPerson {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly platformRole: PlatformRole | null;
  readonly clients: readonly { readonly clientId: number; readonly name: string; readonly role: ClientRole }[];
  /** Invited until a password is set; disabled people cannot sign in. */
  readonly status: 'invited' | 'active' | 'disabled';
  readonly twoFactorEnabled: boolean;
  /** Whether they have set up an authenticator app. */
  readonly hasApp: boolean;
  /** In the order in which they were added, with milliseconds since 1970. */
  readonly passkeys: readonly { readonly name: string; readonly createdAtMs: number }[];
  /** Who has seen a link by which their password can be set, where nobody has vouched for the account since. */
  readonly linkSeenBy: readonly string[];
  /** When they last used the dashboard, to a minute; null for never. */
  readonly lastSeenAtMs: number | null;
}

interface PersonRow {
  id: string;
  email: string;
  name: string;
  platform_role: PlatformRole | null;
  clients: { client_id: number; name: string; role: ClientRole }[] | null;
  has_password: boolean;
  disabled: boolean;
  two_factor_enabled: boolean | null;
  has_app: boolean;
  passkeys: { name: string; created_at_ms: number }[] | null;
  link_seen_by: string[] | null;
  last_seen_at: Date | null;
}

const selectPeople = `
  SELECT person.id, email, person.name, platform_role, disabled_at IS NOT NULL AS disabled, two_factor_enabled,
         last_seen_at,
         EXISTS (SELECT FROM person_two_factor WHERE person_id = person.id AND verified) AS has_app,
         (SELECT jsonb_agg(jsonb_build_object('name', person_passkey.name, 'created_at_ms', round(extract(epoch FROM person_passkey.created_at) * 1000))
                           ORDER BY person_passkey.created_at, person_passkey.id)
            FROM person_passkey WHERE person_id = person.id) AS passkeys,
         (SELECT array_agg(tied_to ORDER BY tied_to) FROM person_tie
           WHERE person_id = person.id AND kind = 'link_seen' AND vouched_at IS NULL) AS link_seen_by,
         EXISTS (SELECT FROM person_credential WHERE person_id = person.id AND password IS NOT NULL) AS has_password,
         (SELECT jsonb_agg(jsonb_build_object('client_id', client_id, 'name', client.name, 'role', role)
                           ORDER BY client_id)
            FROM person_client_role JOIN client USING (client_id) WHERE person_id = person.id) AS clients
    FROM person`;

/** The people with a role at a client, by name. */
export async function listTeam(db: Queryable, clientId: number): Promise<KnownPerson[]> {
  const { rows } = await db.query<PersonRow>(
    `${selectPeople} WHERE id IN (SELECT person_id FROM person_client_role WHERE client_id = $1)
      ORDER BY person.name, email`,
    [clientId],
  );
  return rows.map(personFrom);
}

/** People in the order of their addresses, from after one of them; optionally only staff, or only people that a text finds. */
export async function listPeople(
  db: Queryable,
  people: { readonly after: string; readonly limit: number; readonly search?: string; readonly staffOnly?: boolean },
): Promise<KnownPerson[]> {
  const { rows } = await db.query<PersonRow>(
    `${selectPeople}
      WHERE email > $1 AND (strpos(email, $2) > 0 OR strpos(lower(person.name), $2) > 0)
        AND ($3 = false OR platform_role IS NOT NULL)
      ORDER BY email LIMIT $4`,
    [people.after, (people.search ?? '').trim().toLowerCase(), people.staffOnly ?? false, people.limit],
  );
  return rows.map(personFrom);
}

/** The person with a number, or null. */
export async function findPersonById(db: Queryable, personId: string): Promise<KnownPerson | null> {
  const { rows } = await db.query<PersonRow>(`${selectPeople} WHERE id = $1`, [personId]);
  return rows[0] === undefined ? null : personFrom(rows[0]);
}

/** The person with an address, or null. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<KnownPerson | null> {
  const { rows } = await db.query<PersonRow>(`${selectPeople} WHERE email = lower($1)`, [email.trim()]);
  return rows[0] === undefined ? null : personFrom(rows[0]);
}

/** The form of an email address with which people sign in, as a regular expression without its ends. */
export const emailPattern = '[^\\s@<>,;"]+@[^\\s@<>,;"]+\\.[^\\s@<>,;"]+';

export const emailLengthMax = 254;

/**
 * Writes a person without a password if there is none with this address yet, tied to `actor`, who adds them.
 * @returns the person as they now are.
 */
export async function addPerson(
  db: Queryable,
  person: { readonly email: string; readonly name: string; readonly actor: Actor },
): Promise<KnownPerson> {
  const { rows } = await db.query<{ id: string }>(
    'INSERT INTO person (id, email, name) VALUES ($1, lower($2), $3) ON CONFLICT (email) DO NOTHING RETURNING id',
    [newPersonId(), person.email.trim(), person.name],
  );
  for (const { id } of rows) await noteTies(db, id, person.actor.name, ['invited']);
  const known = await findPersonByEmail(db, person.email);
  if (known === null) throw new Error('a person was inserted and not found');
  return known;
}

/**
 * Shuts a person out: every session of theirs ends with it. Shutting out twice changes nothing.
 * @throws Refusal when no administrator would be left.
 */
export async function disablePerson(pool: pg.Pool, { personId, actor }: PersonAct): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await refuseLastAdministrator(db, personId, 'person');
    const { rowCount } = await db.query(
      'UPDATE person SET disabled_at = clock_timestamp() WHERE id = $1 AND disabled_at IS NULL',
      [personId],
    );
    await endOtherAccess(db, personId);
    if (rowCount === 1) await note(db, 'person.disabled', { personId, actor });
  });
}

/** Lets a person in again. */
export async function enablePerson(pool: pg.Pool, { personId, actor }: PersonAct): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      'UPDATE person SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL',
      [personId],
    );
    if (rowCount === 1) await note(db, 'person.enabled', { personId, actor });
  });
}

/** Removes a person's second factors, app and passkeys, after they were lost, and ends their sessions. */
export async function removeSecondFactor(pool: Transactional, { personId, actor }: PersonAct): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    await db.query('DELETE FROM person_two_factor WHERE person_id = $1', [personId]);
    await db.query('DELETE FROM person_passkey WHERE person_id = $1', [personId]);
    await endOtherAccess(db, personId);
    await note(db, 'person.second_factor_removed', { personId, actor });
  });
}

/**
 * Signs a person out everywhere, for example after a device was lost. They can sign in again; their links, half-finished sign-ins and
 * known browsers end as well.
 * @returns how many sessions ended.
 */
export async function endAllSessionsOf(pool: pg.Pool, { personId, actor }: PersonAct): Promise<number> {
  return await inDatabaseTransaction(pool, async (db) => {
    const ended = await endSessions(db, personId);
    await endLinks(db, personId);
    await forgetBrowsers(db, personId);
    await note(db, 'person.sessions_ended', { personId, actor }, { ended });
    return ended;
  });
}

export interface PersonAct {
  readonly personId: string;
  /** Who does it. */
  readonly actor: Actor;
}

/** Ends every session of a person but the one named. @returns how many ended. */
export async function endSessions(db: Queryable, personId: string, exceptSessionId = ''): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM person_session WHERE person_id = $1 AND id <> $2', [
    personId,
    exceptSessionId,
  ]);
  return rowCount ?? 0;
}

/** Ends one session. */
export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query('DELETE FROM person_session WHERE id = $1', [sessionId]);
}

/**
 * Ends what a person could still use to sign in without a session: links to set a password, sign-ins that wait for the
 * second factor, devices that are trusted without it.
 */
export async function endLinks(db: Queryable, personId: string): Promise<void> {
  await db.query('DELETE FROM person_verification WHERE value = $1', [personId]);
}

/** Ends whatever could still let somebody in without the present factors: every session but the one named, links, known browsers. */
export async function endOtherAccess(db: Queryable, personId: string, exceptSessionId = ''): Promise<void> {
  await endSessions(db, personId, exceptSessionId);
  await endLinks(db, personId);
  await forgetBrowsers(db, personId);
}

async function note(
  db: Queryable,
  action: string,
  { personId, actor }: PersonAct,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { rows } = await db.query<{ email: string }>('SELECT email FROM person WHERE id = $1', [personId]);
  await recordAudit(db, {
    actor,
    action,
    subject: `person ${personId}`,
    details: { email: rows[0]?.email, ...details },
  });
}

function personFrom(row: PersonRow): KnownPerson {
  return {
    personId: row.id,
    email: row.email,
    name: row.name,
    platformRole: row.platform_role,
    clients: (row.clients ?? []).map(({ client_id, name, role }) => ({ clientId: client_id, name, role })),
    status: row.disabled ? 'disabled' : row.has_password ? 'active' : 'invited',
    twoFactorEnabled: row.two_factor_enabled === true,
    hasApp: row.has_app,
    passkeys: (row.passkeys ?? []).map(({ name, created_at_ms }) => ({ name, createdAtMs: created_at_ms })),
    linkSeenBy: row.link_seen_by ?? [],
    lastSeenAtMs: row.last_seen_at?.getTime() ?? null,
  };
}

/** Rows removed at a time from each table. */
const removedRowsMax = 1_000;

/** The rows of sign-in that have expired, by table: sessions, links and steps, counts of attempts, browsers. */
const expiredRows = [
  ['person_session', 'id', 'expires_at < clock_timestamp()'],
  ['person_verification', 'id', 'expires_at < clock_timestamp()'],
  ['person_sign_in_attempt', 'subject', "last_attempt_at < clock_timestamp() - interval '1 hour'"],
  // By ctid, because a browser that several people use expires for each of them separately.
  ['person_browser', 'ctid', `last_signed_in_at < clock_timestamp() - interval '${knownBrowserDays} days'`],
] as const;

/** Removes expired sessions, links, counts of attempts and browsers. */
export const removeExpiredSessions: Duty = {
  name: 'remove_ended_sessions',
  everyMs: 60_000,
  work: async (db) => {
    let more = false;
    for (const [table, key, condition] of expiredRows) {
      const { rowCount } = await db.query(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${removedRowsMax})`,
      );
      more ||= rowCount === removedRowsMax;
    }
    return { more };
  },
};
