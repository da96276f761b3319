import { Type } from 'typebox';
import { recordAudit } from '../../../access/audit-log.ts';
import {
  disablePerson,
  enablePerson,
  endAllSessionsOf,
  findPersonByEmail,
  findPersonById,
  type KnownPerson,
  listPeople,
} from '../../../access/people/people.ts';
import { platformRoles } from '../../../access/people/rights.ts';
import type { SignInParts } from '../../../access/people/sign-in-parts.ts';
import { changePlatformRole } from '../../../access/people/staff.ts';
import { vouchFor } from '../../../access/second-person.ts';
import type { ChangeServices } from '../../../dual-control/change-kind.ts';
import { type Requested, requestChange } from '../../../dual-control/request-change.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { invalidField, notFound } from '../../../refusal.ts';
import { sendData, sendPage } from '../../response.ts';
import { pageLimit } from '../../schemas/id.ts';
import { askerOf, sendRequested } from '../proposed.ts';
import { factorsObject, type LinkGiven, type PersonObject } from '../schemas/people.ts';
import { personEmail, personId, personName, vouchTexts } from '../schemas/person.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { actorOf } from '../server/context.ts';

/** Everybody who can sign in, and what they are at the service. */
export function registerPersonRoutes(
  api: DashboardApi,
  parts: DashboardParts,
  people: SignInParts,
  changes: ChangeServices,
): void {
  listPeopleRoute(api, parts);
  inviteStaff(api, changes);
  changePerson(api, changes);
  endPersonSessions(api, parts);
  vouchForPerson(api, parts);
  sendPasswordLink(api, parts, people, changes);
}

const query = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 120, description: 'Part of a name or an email address.' })),
  staff: Type.Optional(Type.Boolean({ default: false, description: 'Only the service’s own staff.' })),
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(
    Type.String({ maxLength: 400, pattern: '^[A-Za-z0-9_-]+$', description: 'next_cursor of the page before.' }),
  ),
});

function listPeopleRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/platform/people',
    { schema: { summary: 'People, by email address', querystring: query }, config: { right: 'people.read' } },
    async (request, reply) => {
      const { search = '', staff: staffOnly = false, limit = 25, cursor = '' } = request.query;
      const after = Buffer.from(cursor, 'base64url').toString();
      const found = await listPeople(pool, { after, search, staffOnly, limit: limit + 1 });
      const data = found.slice(0, limit).map(personObject);
      const has_more = found.length > limit;
      const next_cursor = has_more ? Buffer.from(data.at(-1)?.email ?? '').toString('base64url') : null;
      sendPage(reply, 'People retrieved.', { data, pagination: { has_more, next_cursor } });
    },
  );
}

const personPath = '/platform/people/:personId';
const personParams = Type.Object({ personId });

/** A person as the platform's staff sees them. */
function personObject(person: KnownPerson): PersonObject {
  return {
    id: person.personId,
    email: person.email,
    name: person.name,
    status: person.status,
    platform_role: person.platformRole,
    clients: person.clients.map(({ clientId, name, role }) => ({ client_id: clientId, name, role })),
    two_factor_enabled: person.twoFactorEnabled,
    ...factorsObject(person),
    link_seen_by: person.linkSeenBy,
    last_seen_at: person.lastSeenAtMs === null ? null : isoTime(person.lastSeenAtMs),
  };
}

/** @throws Refusal `not_found` */
async function personNumbered(db: Queryable, id: string): Promise<KnownPerson> {
  const person = await findPersonById(db, id);
  if (person === null) throw notFound();
  return person;
}

const body = Type.Object({
  email: personEmail,
  name: personName,
  role: Type.Enum([...platformRoles], { description: 'Administrators change things; support reads.' }),
});

function inviteStaff(api: DashboardApi, changes: ChangeServices): void {
  const { pool } = changes;
  api.post(
    '/platform/people',
    {
      schema: {
        summary: 'Invite a person to the service’s staff',
        description:
          'A person without a password receives a link to set one: by email, or in the response if no mail server is configured. Where a second person must approve it, that person receives the response with the link.',
        body,
      },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { email, name, role } = request.body;
      if ((await findPersonByEmail(pool, email))?.platformRole != null) {
        throw invalidField('email', 'This person is already staff; change the role in the list.');
      }
      const change = { kind: 'staff_role', email: email.trim().toLowerCase(), name: name.trim(), role } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      const link = requested.is === 'made' ? (requested.shown.link ?? null) : null;
      const person = await findPersonByEmail(pool, email);
      const answer: Omit<LinkGiven, 'proposal'> = { person: person === null ? null : personObject(person), link };
      sendRequested(reply, requested, messageOf(person, link), answer);
    },
  );
}

function messageOf(person: KnownPerson | null, link: string | null): string {
  if (person?.status === 'disabled') return 'They have this role now, but are disabled until they are enabled again.';
  if (person?.status === 'active') return 'They can already sign in and have this role now.';
  return link === null ? 'The invitation was sent.' : 'Send them this link to set a password.';
}

/** What administrators change about a person; each change is in the audit log, and the answer is the person after it. */
function changePerson(api: DashboardApi, changes: ChangeServices): void {
  const { pool } = changes;
  api.put(
    `${personPath}/role`,
    {
      schema: {
        summary: 'Change or remove the staff role of a person',
        params: personParams,
        body: Type.Object({
          role: Type.Union([Type.Enum([...platformRoles]), Type.Null()], {
            description: 'Null removes the role.',
            sentence: `The role must be ${platformRoles.join(' or ')}, or empty for none.`,
          }),
        }),
      },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { personId, email, name } = await personNumbered(pool, request.params.personId);
      const { role } = request.body;
      const asker = askerOf(request);
      let requested: Requested = { is: 'made', shown: {}, transactionId: null };
      // To take a role away needs nobody else.
      if (role === null) await changePlatformRole(pool, { personId, role, actor: asker.actor });
      else requested = await requestChange(changes, { kind: 'staff_role', email, name, role }, asker);
      sendRequested(reply, requested, 'The role was changed.', {
        ...personObject(await personNumbered(pool, personId)),
      });
    },
  );

  api.put(
    `${personPath}/access`,
    {
      schema: {
        summary: 'Disable a person, which ends their sessions, or enable them again',
        params: personParams,
        body: Type.Object({ allowed: Type.Boolean({ description: 'Whether they can sign in.' }) }),
      },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      const act = { personId, actor: actorOf(request) };
      const { allowed } = request.body;
      await (allowed ? enablePerson(pool, act) : disablePerson(pool, act));
      const message = allowed ? 'They can sign in again.' : 'They are disabled, and their sessions have ended.';
      sendData(reply, message, personObject(await personNumbered(pool, personId)));
    },
  );

  api.delete(
    `${personPath}/second-factor`,
    {
      schema: { summary: 'Remove a lost second factor; the sessions of the person end', params: personParams },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      const change = { kind: 'second_factor_removal', person_id: personId } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      const person = personObject(await personNumbered(pool, personId));
      sendRequested(reply, requested, 'The second factor was removed.', { ...person });
    },
  );
}

function endPersonSessions(api: DashboardApi, { pool }: DashboardParts): void {
  api.delete(
    `${personPath}/sessions`,
    {
      schema: {
        summary: 'End all sessions of a person, who can sign in again',
        description: 'Links to set a password, half-finished sign-ins and known browsers of the person end too.',
        params: personParams,
      },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      const ended = await endAllSessionsOf(pool, { personId, actor: actorOf(request) });
      sendData(reply, 'All their sessions have ended.', { ended });
    },
  );
}

function vouchForPerson(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.post(
    `${personPath}/vouch`,
    {
      schema: { ...vouchTexts, params: personParams },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { personId } = request.params;
      const actor = actorOf(request);
      await vouchFor(pool, { personId, actor }, settings.secondPersonAfterMs);
      sendData(reply, 'You vouched for this account.', personObject(await personNumbered(pool, personId)));
    },
  );
}

function sendPasswordLink(
  api: DashboardApi,
  { pool, settings }: DashboardParts,
  { passwordLinks }: SignInParts,
  changes: ChangeServices,
): void {
  api.post(
    `${personPath}/password-link`,
    {
      schema: {
        summary: 'Send a person a link to set a password',
        description:
          'By email, or in the response if no mail server is configured. The current password stays until then. For a person who has a password, a second person must approve it.',
        params: personParams,
      },
      config: { right: 'people.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const person = await personNumbered(pool, request.params.personId);
      const asker = askerOf(request);
      const message = (link: string | null) =>
        link === null ? 'The link was sent.' : 'Send them this link to set a password.';
      if (person.status === 'invited') {
        // An invitation opens nothing that was not granted already. Written before the link exists, so that every link has a record.
        await recordAudit(pool, {
          actor: asker.actor,
          action: 'person.password_link_made',
          subject: `person ${person.personId}`,
          details: { email: person.email },
        });
        const { link } = await passwordLinks.invite(person, settings.brand, asker.actor.name);
        sendData(reply, message(link), { person: personObject(person), link, proposal: null } satisfies LinkGiven);
        return;
      }
      const change = { kind: 'password_link', person_id: person.personId } as const;
      const requested = await requestChange(changes, change, asker);
      const link = requested.is === 'made' ? (requested.shown.link ?? null) : null;
      sendRequested(reply, requested, message(link), { person: personObject(person), link });
    },
  );
}
