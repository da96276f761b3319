import type pg from 'pg';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../../postgres/database-transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, notFound, Refusal } from '../../refusal.ts';
import { onBehalfOfClient, recordAudit } from '../audit-log.ts';
import { giveClientRole } from './memberships.ts';
import { addPerson, type KnownPerson } from './people.ts';
import type { ClientRole } from './rights.ts';

/**
 * Gives somebody a role at a client, who becomes a person if they are none yet. Who can sign in has joined then; anybody
 * else is invited, and joins when they set a password.
 * @throws Refusal when they have a role there already, or would give it to themselves.
 */
export async function joinTeam(
  pool: Transactional,
  joining: {
    readonly clientId: number;
    readonly email: string;
    readonly name: string;
    readonly role: ClientRole;
    readonly actor: Actor;
  },
): Promise<KnownPerson> {
  const { clientId, role, actor } = joining;
  return await inDatabaseTransaction(pool, async (db) => {
    await lockTeam(db, clientId);
    const person = await addPerson(db, joining);
    refuseOwnGrant(person.email, actor.name);
    const { personId } = person;
    if ((await roleOf(db, clientId, personId)) !== null) {
      throw invalidField('email', 'This person is already in the team; change the role in the list.');
    }
    const { hasJoined } = await giveClientRole(db, { personId, clientId, role, actor: actor.name });
    await note(db, hasJoined ? 'team.joined' : 'team.invited', joining, { email: person.email, role });
    return person;
  });
}

/** Whether somebody is the owner of a client, or is invited to be. */
export async function isOwned(db: Queryable, clientId: number): Promise<boolean> {
  const { rows } = await db.query<{ is_owned: boolean }>(
    `SELECT EXISTS (SELECT FROM person_client_role WHERE client_id = $1 AND role = 'client_owner') AS is_owned`,
    [clientId],
  );
  return rows[0]?.is_owned === true;
}

/** A person who was invited has set a password, and so joins the teams of their invitations. */
export async function acceptInvitations(
  pool: pg.Pool,
  { personId, email }: { readonly personId: string; readonly email: string },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ client_id: string; role: ClientRole }>(
      `UPDATE person_client_role SET joined_at = clock_timestamp() WHERE person_id = $1 AND joined_at IS NULL
       RETURNING client_id, role`,
      [personId],
    );
    for (const { client_id: clientId, role } of rows) {
      const actor = { name: email, onBehalfOf: onBehalfOfClient(Number(clientId)), address: null, session: null };
      await note(db, 'team.joined', { clientId: Number(clientId), actor }, { email, role });
    }
  });
}

/**
 * Gives somebody of a team another role.
 * @throws Refusal `not_found`, or when no owner would be left, or when it is one's own role.
 */
export async function changeRole(pool: Transactional, change: TeamAct & { readonly role: ClientRole }): Promise<void> {
  const { clientId, personId, role, actor } = change;
  await inDatabaseTransaction(pool, async (db) => {
    await lockTeam(db, clientId);
    const before = await roleOf(db, clientId, personId);
    if (before === null) throw notFound();
    if (before === role) return;
    // An owner who becomes something else loses rights, as somebody may by themselves.
    if (before === 'client_owner') await refuseLastOwner(db, clientId, personId, 'role');
    else refuseOwnGrant(await emailOf(db, personId), actor.name);
    await giveClientRole(db, { personId, clientId, role, actor: actor.name });
    await note(db, 'team.role_changed', change, { person: personId, from: before, to: role });
  });
}

/** Takes somebody out of a team. @throws Refusal `not_found`, or when no owner would be left. */
export async function leaveTeam(pool: pg.Pool, leaving: TeamAct): Promise<void> {
  const { clientId, personId } = leaving;
  await inDatabaseTransaction(pool, async (db) => {
    await lockTeam(db, clientId);
    const role = await roleOf(db, clientId, personId);
    if (role === null) throw notFound();
    if (role === 'client_owner') await refuseLastOwner(db, clientId, personId, 'person');
    await db.query('DELETE FROM person_client_role WHERE client_id = $1 AND person_id = $2', [clientId, personId]);
    await note(db, 'team.left', leaving, { person: personId, role });
  });
}

/** Whether the people of a client need a second factor. */
export async function requireSecondFactor(
  pool: pg.Pool,
  change: { readonly clientId: number; readonly required: boolean; readonly actor: Actor },
): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    const { rowCount } = await db.query(
      'UPDATE client SET two_factor_required = $2 WHERE client_id = $1 AND two_factor_required <> $2',
      [change.clientId, change.required],
    );
    if (rowCount === 1) await note(db, 'team.second_factor', change, { required: change.required });
  });
}

export interface TeamAct {
  readonly clientId: number;
  readonly personId: string;
  /** Who does it. */
  readonly actor: Actor;
}

async function emailOf(db: Queryable, personId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>('SELECT email FROM person WHERE id = $1', [personId]);
  return rows[0]?.email;
}

/** Nobody gives themselves a role. @throws Refusal `second_person_required` */
export function refuseOwnGrant(email: string | undefined, actorName: string): void {
  if (email !== actorName) return;
  throw new Refusal('second_person_required', 'You cannot give yourself a role; another person must.');
}

/** One change of a team at a time: two owners who remove each other must not both succeed. */
async function lockTeam(db: Queryable, clientId: number): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended('team', $1))", [clientId]);
}

async function roleOf(db: Queryable, clientId: number, personId: string): Promise<ClientRole | null> {
  const { rows } = await db.query<{ role: ClientRole }>(
    'SELECT role FROM person_client_role WHERE client_id = $1 AND person_id = $2',
    [clientId, personId],
  );
  return rows[0]?.role ?? null;
}

/** A person who was only invited, or is shut out, cannot admit others and does not count as a remaining owner. */
async function refuseLastOwner(db: Queryable, clientId: number, personId: string, field: string): Promise<void> {
  const { rows } = await db.query(
    `SELECT FROM person_client_role JOIN person ON person.id = person_id
      WHERE client_id = $1 AND person_id <> $2 AND role = 'client_owner' AND disabled_at IS NULL
        AND EXISTS (SELECT FROM person_credential WHERE person_credential.person_id = person.id)
      LIMIT 1`,
    [clientId, personId],
  );
  if (rows.length === 0) {
    throw invalidField(field, 'This is the last owner who can sign in; make another person an owner first.');
  }
}

async function note(
  db: Queryable,
  action: string,
  { clientId, actor }: { readonly clientId: number; readonly actor: Actor },
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(db, { actor, action, subject: `client ${clientId}`, details });
}
