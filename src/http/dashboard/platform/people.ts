import { Type } from 'typebox';
import { recordAudit } from '../../../access/audit-log.ts';
import type { GivenLink } from '../../../access/people/password-links.ts';
import {
  disablePerson,
  enablePerson,
  endAllSessionsOf,
  findPersonById,
  type KnownPerson,
  listPeople,
  removeSecondFactor,
} from '../../../access/people/people.ts';
import { platformRoles } from '../../../access/people/rights.ts';
import type { SignInParts } from '../../../access/people/sign-in-parts.ts';
import { changePlatformRole, joinStaff } from '../../../access/people/staff.ts';
import { vouchFor } from '../../../access/second-person.ts';
import { isoTime } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { notFound, Refusal } from '../../../refusal.ts';
import { sendData, sendPage } from '../../response.ts';
import { pageLimit } from '../../schemas/id.ts';
import type { LinkGiven, PersonObject } from '../schemas/people.ts';
import { personEmail, personId, personName, vouchTexts } from '../schemas/person.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { actorOf } from '../server/context.ts';

/** Everybody who can sign in, and what they are at the service. */
export function registerPersonRoutes(api: DashboardApi, parts: DashboardParts, people: SignInParts): void {
  listPeopleRoute(api, parts);
  inviteStaff(api, parts, people);
  changePerson(api, parts);
  endPersonSessions(api, parts);
  vouchForPerson(api, parts);
  sendPasswordLink(api, parts, people);
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

function inviteStaff(api: DashboardApi, { pool, settings }: DashboardParts, { passwordLinks }: SignInParts): void {
  api.post(
    '/platform/people',
    {
      schema: {
        summary: 'Invite a person to the service’s staff',
        description:
          'A person without a password receives a link to set one: by email, or in the response if no mail server is configured.',
        body,
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { email, name, role } = request.body;
      const actor = actorOf(request);
      const person = await joinStaff(pool, { email, name: name.trim(), role, actor });
      // A person who can sign in already has the role now; only they may reset their password.
      const given = person.status === 'invited' ? await passwordLinks.invite(person, settings.brand, actor.name) : null;
      const answer: LinkGiven = {
        person: personObject(await personNumbered(pool, person.personId)),
        link: given?.link ?? null,
      };
      sendData(reply, messageOf(answer.person, given), answer);
    },
  );
}

function messageOf({ status }: PersonObject, given: GivenLink | null): string {
  if (status === 'disabled') return 'They have this role now, but are disabled until they are enabled again.';
  if (given === null) return 'They can already sign in and have this role now.';
  return given.link === null ? 'The invitation was sent.' : 'Send them this link to set a password.';
}

/** What administrators change about a person; each change is in the audit log, and the answer is the person after it. */
function changePerson(api: DashboardApi, { pool }: DashboardParts): void {
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
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = request.params;
      const actor = actorOf(request);
      await changePlatformRole(pool, { personId, role: request.body.role, actor });
      sendData(reply, 'The role was changed.', personObject(await personNumbered(pool, personId)));
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
      config: { right: 'people.write' },
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
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = await personNumbered(pool, request.params.personId);
      await removeSecondFactor(pool, { personId, actor: actorOf(request) });
      sendData(reply, 'The second factor was removed.', personObject(await personNumbered(pool, personId)));
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
      config: { right: 'people.write' },
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
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const { personId } = request.params;
      const actor = actorOf(request);
      await vouchFor(pool, { personId, actor }, settings.secondPersonAfterMs);
      sendData(reply, 'You vouched for this account.', personObject(await personNumbered(pool, personId)));
    },
  );
}

function sendPasswordLink(api: DashboardApi, { pool, settings }: DashboardParts, { passwordLinks }: SignInParts): void {
  api.post(
    `${personPath}/password-link`,
    {
      schema: {
        summary: 'Send a person a link to set a password',
        description:
          'By email, or in the response if no mail server is configured. The current password stays until then.',
        params: personParams,
      },
      config: { right: 'people.write' },
    },
    async (request, reply) => {
      const person = await personNumbered(pool, request.params.personId);
      if (person.status === 'disabled') {
        throw new Refusal('invalid_request', 'This person is disabled; enable them first.');
      }
      const actor = actorOf(request);
      // Before the link exists, so that every link has a record of who requested it.
      await recordAudit(pool, {
        actor,
        action: 'person.password_link_made',
        subject: `person ${person.personId}`,
        details: { email: person.email },
      });
      const { link } =
        person.status === 'invited'
          ? await passwordLinks.invite(person, settings.brand, actor.name)
          : await passwordLinks.reset(person, actor.name);
      const answer: LinkGiven = { person: personObject(person), link };
      sendData(reply, link === null ? 'The link was sent.' : 'Send them this link to set a password.', answer);
    },
  );
}
