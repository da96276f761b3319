import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { recordAudit } from '../../access/audit-log.ts';
import type { GivenLink, PasswordLinks } from '../../access/people/password-links.ts';
import { findPersonByEmail, type KnownPerson, listTeam } from '../../access/people/people.ts';
import { clientRoles, mayAtPlatform } from '../../access/people/rights.ts';
import { accessActions, downloadAction } from '../../access/people/sign-in-acts.ts';
import type { SignInParts } from '../../access/people/sign-in-parts.ts';
import { joinTeam, leaveTeam, requireSecondFactor } from '../../access/people/team.ts';
import { readTeamActivity, type TeamFilter } from '../../access/read-audit-log.ts';
import { vouchFor } from '../../access/second-person.ts';
import type { ChangeServices } from '../../dual-control/change-kind.ts';
import { requestChange } from '../../dual-control/request-change.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import { invalidField, notFound } from '../../refusal.ts';
import { sendData } from '../response.ts';
import { csvNote, csvQuery } from './exports.ts';
import { actsFile, actsPage, moment, placeFilter, sendActs, textOf } from './platform/audit-log.ts';
import { askerOf, sendRequested } from './proposed.ts';
import { factorsObject } from './schemas/people.ts';
import { personEmail, personId, personName, vouchTexts } from './schemas/person.ts';
import { sendFile } from './send-file.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { actorOf, clientCallerOf, clientContextOf, type StaffContext, staffContextOf } from './server/context.ts';

/** The people of a client. */
export function registerTeamRoutes(
  api: DashboardApi,
  parts: DashboardParts,
  people: SignInParts,
  changes: ChangeServices,
): void {
  readTeam(api, parts);
  readActivity(api, parts);
  inviteToTeam(api, parts, people, changes);
  sendInvitationAgain(api, parts, people);
  changeTeamRole(api, changes);
  removeFromTeam(api, parts);
  setSecondFactorRule(api, parts);
  vouchForMember(api, parts);
}

function readTeam(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    teamPath,
    { schema: { summary: 'The people of a client', params: teamParams }, config: { right: 'team.read' } },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const people = await listTeam(pool, clientId);
      const { rows } = await pool.query<{ two_factor_required: boolean }>(
        'SELECT two_factor_required FROM client WHERE client_id = $1',
        [clientId],
      );
      const { person } = staffContextOf(request);
      sendData(reply, 'Team retrieved.', {
        two_factor_required: rows[0]?.two_factor_required === true,
        members: people.map((one) => ({ ...memberObject(one, clientId), is_you: one.personId === person.id })),
      });
    },
  );
}

/** A team is the same in both modes. */
const teamPath = '/clients/:clientId/team';
const teamParams = Type.Object({ clientId: Type.String() });

const memberPath = `${teamPath}/:personId`;
const memberParams = Type.Object({ clientId: Type.String(), personId });

/** Somebody of a client's team as the dashboard's API shows them: nothing of other clients. */
function memberObject(person: KnownPerson, clientId: number): object {
  return {
    id: person.personId,
    email: person.email,
    name: person.name,
    role: person.clients.find((client) => client.clientId === clientId)?.role ?? null,
    status: person.status,
    two_factor_enabled: person.twoFactorEnabled,
    ...factorsObject(person),
    link_seen_by: person.linkSeenBy,
    last_seen_at: person.lastSeenAtMs === null ? null : isoTime(person.lastSeenAtMs),
  };
}

const filter = {
  person: Type.Optional(Type.String({ maxLength: 254, description: 'The person: an email address.' })),
  ...placeFilter,
  from: Type.Optional(moment('From this time on.')),
  to: Type.Optional(moment('Before this time.')),
};
const listQuery = Type.Object({ ...filter, ...actsPage });
const fileQuery = Type.Object({ ...filter, ...csvQuery });

const actions = { access: accessActions, download: downloadAction };

/** Sign-ins and other changes of access of a client's own people, and their downloads. */
function readActivity(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${teamPath}/activity`,
    {
      schema: {
        summary:
          'What was done on behalf of a client, and sign-ins, second factors and downloads of its people, newest first',
        params: teamParams,
        querystring: listQuery,
      },
      config: { right: 'team.activity' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const chosen = teamFilterOf(clientId, request.query);
      await sendActs(reply, request.query, (page) => readTeamActivity(pool, chosen, actions, page));
    },
  );

  api.get(
    `${teamPath}/activity.csv`,
    {
      schema: {
        summary: 'The activity of a client and its people as CSV, newest first',
        description: csvNote,
        params: teamParams,
        querystring: fileQuery,
      },
      config: { right: 'team.activity' },
    },
    async (request, reply) => {
      const { clientId } = clientContextOf(request).caller;
      const chosen = teamFilterOf(clientId, request.query);
      return await sendFile(pool, request, reply, {
        name: `activity-${clientId}.csv`,
        type: 'text/csv; charset=utf-8',
        pieces: actsFile((page) => readTeamActivity(pool, chosen, actions, page), request.query.for),
      });
    },
  );
}

function teamFilterOf(
  clientId: number,
  { person, address, session, from, to }: Omit<Static<typeof fileQuery>, 'for'>,
): TeamFilter {
  return {
    clientId,
    person: textOf(person?.toLowerCase()),
    address: textOf(address),
    session: textOf(session),
    fromMs: from === undefined ? null : Date.parse(from),
    toMs: to === undefined ? null : Date.parse(to),
  };
}

const inviteToTeamBody = Type.Object({ email: personEmail, name: personName, role: Type.Enum([...clientRoles]) });

function inviteToTeam(
  api: DashboardApi,
  { pool }: DashboardParts,
  { passwordLinks }: SignInParts,
  changes: ChangeServices,
): void {
  api.post(
    teamPath,
    {
      schema: {
        summary: 'Invite a person',
        description:
          'A person without a password receives a link to set one: by email, or in the response if no mail server is configured.',
        params: teamParams,
        body: inviteToTeamBody,
      },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { caller, name: clientName } = clientContextOf(request);
      const { email, name, role } = request.body;
      const asker = askerOf(request);
      const { actor } = asker;
      if (asker.by === 'staff')
        return await inviteAsStaff(request, reply, { clientId: caller.clientId, email, name, role });
      const person = await joinTeam(pool, { clientId: caller.clientId, email, name: name.trim(), role, actor });
      // A person who can sign in already sees the client there; only they may reset their password.
      if (person.status !== 'invited') {
        const message =
          person.status === 'disabled'
            ? 'They are disabled; an administrator of the service must enable them.'
            : 'They can already sign in and see this client now.';
        sendData(reply, message, { id: person.personId, link: null, sentence: message, proposal: null });
        return;
      }
      const { message, link } = await giveInvitation(passwordLinks, person, staffContextOf(request), clientName);
      sendData(reply, message, { id: person.personId, link, sentence: message, proposal: null });
    },
  );

  async function inviteAsStaff(
    request: FastifyRequest,
    reply: FastifyReply,
    { clientId, email, name, role }: Static<typeof inviteToTeamBody> & { readonly clientId: number },
  ): Promise<void> {
    const known = await findPersonByEmail(pool, email);
    if (known?.clients.some((client) => client.clientId === clientId) === true) {
      throw invalidField('email', 'This person is already in the team; change the role in the list.');
    }
    const change = { kind: 'client_role', client_id: clientId, email, name: name.trim(), role } as const;
    const requested = await requestChange(changes, change, askerOf(request));
    const { link = null, personId = null } = requested.is === 'made' ? requested.shown : {};
    const sentence =
      requested.is === 'proposed'
        ? 'Proposed. Another administrator must approve it.'
        : link === null
          ? 'They were invited.'
          : 'Send them this link to set a password.';
    sendRequested(reply, requested, sentence, { id: personId, link, sentence });
  }
}

/**
 * Gives somebody of a team, who has no password yet, a link to set one. Without a mail server the link is handed to the
 * inviter, who could use it in the person's place: where the person is let in elsewhere as well, at another client or as
 * staff, only those who may invite everywhere get it, and a link that was given out elsewhere ends.
 */
async function giveInvitation(
  passwordLinks: PasswordLinks,
  person: KnownPerson,
  { memberships, client, person: inviter }: Pick<StaffContext, 'memberships' | 'client' | 'person'>,
  clientName: string,
): Promise<GivenLink & { readonly message: string }> {
  const isOnlyHere =
    person.platformRole === null && person.clients.every(({ clientId }) => clientId === client?.caller.clientId);
  if (!isOnlyHere && !passwordLinks.areMailed && !mayAtPlatform(memberships.platformRole, 'people.write')) {
    await passwordLinks.end(person);
    return {
      message: 'They are also invited elsewhere; ask an administrator of the service for their link.',
      link: null,
    };
  }
  const { link } = await passwordLinks.invite(person, clientName, inviter.email);
  const message = link === null ? 'The invitation was sent.' : 'Send them this link to set a password.';
  return { message, link };
}

function sendInvitationAgain(api: DashboardApi, { pool }: DashboardParts, { passwordLinks }: SignInParts): void {
  api.post(
    `${memberPath}/invitation`,
    {
      schema: { summary: 'Send an invitation again', params: memberParams },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { caller, name: clientName } = clientContextOf(request);
      const team = await listTeam(pool, caller.clientId);
      const person = team.find(({ personId }) => personId === request.params.personId);
      if (person === undefined) throw notFound();
      // A person who has a password requests a new one themselves.
      if (person.status !== 'invited') throw invalidField('person', 'They have already set a password.');
      // Written before the link exists, so that every link has a record.
      await recordAudit(pool, {
        actor: actorOf(request),
        action: 'person.password_link_made',
        subject: `person ${person.personId}`,
        details: { email: person.email },
      });
      const { message, link } = await giveInvitation(passwordLinks, person, staffContextOf(request), clientName);
      sendData(reply, message, { id: person.personId, link, sentence: message, proposal: null });
    },
  );
}

function vouchForMember(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.post(
    `${memberPath}/vouch`,
    {
      schema: { ...vouchTexts, params: memberParams },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { personId } = request.params;
      const team = await listTeam(pool, clientId);
      if (!team.some((person) => person.personId === personId)) throw notFound();
      await vouchFor(pool, { personId, actor: actorOf(request) }, settings.secondPersonAfterMs);
      sendData(reply, 'You vouched for this account.', { id: personId });
    },
  );
}

const changeTeamRoleBody = Type.Object({ role: Type.Enum([...clientRoles]) });

function changeTeamRole(api: DashboardApi, changes: ChangeServices): void {
  const { pool } = changes;
  api.put(
    memberPath,
    {
      schema: { summary: 'Change a role', params: memberParams, body: changeTeamRoleBody },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { personId } = request.params;
      const { role } = request.body;
      const person = (await listTeam(pool, clientId)).find((one) => one.personId === personId);
      if (person === undefined) throw notFound();
      const { email, name } = person;
      const change = { kind: 'client_role', client_id: clientId, email, name, role } as const;
      const requested = await requestChange(changes, change, askerOf(request));
      sendRequested(reply, requested, 'The role was changed.', { id: personId, role });
    },
  );
}

function removeFromTeam(api: DashboardApi, { pool }: DashboardParts): void {
  api.delete(
    memberPath,
    {
      schema: { summary: 'Remove a person from the team', params: memberParams },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { personId } = request.params;
      await leaveTeam(pool, { clientId, personId, actor: actorOf(request) });
      sendData(reply, 'They were removed from the team.', { id: personId });
    },
  );
}

const setSecondFactorRuleBody = Type.Object({
  required: Type.Boolean({
    description: 'Whether the people of this client need a second factor: a passkey or an authenticator app.',
  }),
});

function setSecondFactorRule(api: DashboardApi, { pool }: DashboardParts): void {
  api.put(
    '/clients/:clientId/second-factor',
    {
      schema: {
        summary: 'Require a second factor of the team, or not',
        params: teamParams,
        body: setSecondFactorRuleBody,
      },
      config: { right: 'team.write', stepUp: 'always' },
    },
    async (request, reply) => {
      const { clientId } = clientCallerOf(request);
      const { required } = request.body;
      await requireSecondFactor(pool, { clientId, required, actor: actorOf(request) });
      sendData(reply, 'The setting was saved.', { two_factor_required: required });
    },
  );
}
