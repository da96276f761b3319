import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { findPersonByEmail, findPersonById, type KnownPerson, removeSecondFactor } from '../../access/people/people.ts';
import { inviteToStaff } from '../../access/people/staff.ts';
import { changeRole, joinTeam, refuseOwnGrant } from '../../access/people/team.ts';
import { vouchFor } from '../../access/second-person.ts';
import type { Actor } from '../../ledger/rows/audit-log.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind, ChangeServices, MadeBy, Shown } from '../change-kind.ts';

/** A role at a client, for somebody who has none there or another. */
export const clientRole: ChangeKind<ChangeOf<'client_role'>> = {
  mode: () => null,
  read: async (db, { client_id: clientId, email }, asker) => {
    const client = await clientNameOf(db, clientId);
    const person = await findPersonByEmail(db, email);
    const role = person?.clients.find((one) => one.clientId === clientId)?.role ?? null;
    // An owner who becomes something else loses rights, as somebody may by themselves.
    if (role !== 'client_owner') refuseOwnGrant(email.toLowerCase(), asker);
    return { client, role };
  },
  isLoosening: () => true,
  make: async (db, { client_id: clientId, email, name, role }, { proposedBy: actor }) => {
    const known = await findPersonByEmail(db, email);
    if (known?.clients.some((one) => one.clientId === clientId) !== true) {
      const person = await joinTeam(db, { clientId, email, name, role, actor });
      return { personId: person.personId };
    }
    await changeRole(db, { clientId, personId: known.personId, role, actor });
    return { personId: known.personId };
  },
  follow: async (services, { client_id }, shown, by) =>
    await inviteWhoHasNoPassword(services, shown, await clientNameOf(services.pool, client_id), by),
};

/** A role of staff, for somebody who has none or another. */
export const staffRole: ChangeKind<ChangeOf<'staff_role'>> = {
  mode: () => null,
  read: async (db, { email }) => ({ role: (await findPersonByEmail(db, email))?.platformRole ?? null }),
  isLoosening: () => true,
  make: async (db, { email, name, role }, { proposedBy: actor }) => {
    const { personId } = await inviteToStaff(db, { email, name, role, actor });
    return { personId };
  },
  follow: async (services, _change, shown, by) =>
    await inviteWhoHasNoPassword(services, shown, services.settings.brand, by),
};

/** Whoever completes an invitation sees the link, where it is not mailed, and is tied to the account. */
async function inviteWhoHasNoPassword(
  { pool, passwordLinks }: ChangeServices,
  shown: Shown,
  to: string,
  by: MadeBy,
): Promise<Shown> {
  const person = shown.personId === undefined ? null : await findPersonById(pool, shown.personId);
  if (person === null || person.status !== 'invited') return { ...shown, link: null };
  const { link } = await (await passwordLinks()).invite(person, to, (by.approvedBy ?? by.proposedBy).name);
  return { ...shown, link };
}

/** The second factor of somebody who lost it. */
export const secondFactorRemoval: ChangeKind<ChangeOf<'second_factor_removal'>> = {
  mode: () => null,
  read: async (db, { person_id }) => {
    const { email, name, twoFactorEnabled } = await personNumbered(db, person_id);
    return { email, name, second_factor: twoFactorEnabled };
  },
  isLoosening: () => true,
  make: async (db, { person_id: personId }, { proposedBy: actor }) => {
    await removeSecondFactor(db, { personId, actor });
    return { personId };
  },
};

/** A link by which somebody sets a new password. */
export const passwordLink: ChangeKind<ChangeOf<'password_link'>> = {
  mode: () => null,
  read: async (db, { person_id }) => {
    const { email, name, status } = await personNumbered(db, person_id);
    if (status === 'disabled') throw new Refusal('invalid_request', 'This person is disabled; enable them first.');
    return { email, name };
  },
  isLoosening: () => true,
  make: async (db, { person_id: personId }, { proposedBy }) => {
    // Before the link exists, so that every link has a record of who requested it.
    await noteLink(db, personId, proposedBy);
    return { personId };
  },
  follow: async ({ pool, passwordLinks }, { person_id }, shown, by) => {
    const person = await personNumbered(pool, person_id);
    const { link } = await (await passwordLinks()).reset(person, (by.approvedBy ?? by.proposedBy).name);
    return { ...shown, link };
  },
};

/**
 * That nobody but its person can enter an account. Whoever approves it must be able to vouch for the account in the dashboard too, so that
 * the command line is no way around that; before live mode is enabled, nobody approves it.
 */
export const vouching: ChangeKind<ChangeOf<'vouching'>> = {
  mode: () => null,
  read: async (db, { person_id }) => {
    const { email, name, linkSeenBy } = await personNumbered(db, person_id);
    if (linkSeenBy.length === 0) {
      throw new Refusal(
        'invalid_request',
        'Nobody has seen a password link of this account, so nobody need vouch for it.',
      );
    }
    return { email, name, link_seen_by: linkSeenBy.toSorted() };
  },
  isLoosening: () => true,
  make: async (db, { person_id: personId }, { proposedBy, approvedBy }, { secondPersonAfterMs }) => {
    const invitedForMs = approvedBy === null ? null : secondPersonAfterMs;
    await vouchFor(db, { personId, actor: approvedBy ?? proposedBy }, invitedForMs);
    return { personId };
  },
};

async function noteLink(db: pg.PoolClient, personId: string, actor: Actor): Promise<void> {
  const { email } = await personNumbered(db, personId);
  await recordAudit(db, {
    actor,
    action: 'person.password_link_made',
    subject: `person ${personId}`,
    details: { email },
  });
}

/** @throws Refusal `not_found` */
async function personNumbered(db: Queryable, personId: string): Promise<KnownPerson> {
  const person = await findPersonById(db, personId);
  if (person === null) throw notFound();
  return person;
}

/** @throws Refusal `not_found` */
async function clientNameOf(db: Queryable, clientId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [clientId]);
  if (rows[0] === undefined) throw notFound();
  return rows[0].name;
}
