import { Type } from 'typebox';
import { recordAudit } from '../../access/audit-log.ts';
import { isDashboardIp } from '../../access/dashboard-ips.ts';
import { isRehearsal } from '../../access/live-mode.ts';
import { forgetBrowsers } from '../../access/people/known-browsers.ts';
import { listPasskeys, readFactors } from '../../access/people/passkeys.ts';
import { endLinks, endSessions } from '../../access/people/people.ts';
import { clientRightsOf, platformRightsOf } from '../../access/people/rights.ts';
import { ruleInForce, type SecondFactorRule } from '../../access/people/second-factor-rule.ts';
import { sessionShown } from '../../access/people/sessions.ts';
import { visitorOf } from '../../access/people/sign-in-acts.ts';
import type { SignInParts } from '../../access/people/sign-in-parts.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import { inDatabaseTransaction } from '../../postgres/database-transaction.ts';
import { notFound } from '../../refusal.ts';
import { sendData } from '../response.ts';
import { personName } from './schemas/person.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { actorOf, staffContextOf } from './server/context.ts';

/** A person's own account. Password and second factor are the sign-in library's routes. */
export function registerAccountRoutes(
  api: DashboardApi,
  parts: DashboardParts,
  people: Pick<SignInParts, 'signInLog'>,
): void {
  changeName(api, parts);
  showPasskeys(api, parts);
  listSessions(api, parts);
  endSession(api, parts, people);
  endAllSessions(api, parts, people);
}

const body = Type.Object({ name: personName });

function changeName(api: DashboardApi, { pool }: DashboardParts): void {
  api.put(
    '/account',
    { schema: { summary: 'Change your name', body }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const name = request.body.name.trim();
      const { id, email, name: before } = staffContextOf(request).person;
      await inDatabaseTransaction(pool, async (db) => {
        await db.query('UPDATE person SET name = $2, updated_at = clock_timestamp() WHERE id = $1', [id, name]);
        await recordAudit(db, {
          actor: actorOf(request),
          action: 'person.name_changed',
          subject: `person ${id}`,
          details: { email, from: before, to: name },
        });
      });
      sendData(reply, 'Your name was changed.', { name });
    },
  );
}

function showPasskeys(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/account/passkeys',
    { schema: { summary: 'Your passkeys' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const passkeys = await listPasskeys(pool, staffContextOf(request).person.id);
      sendData(
        reply,
        'Passkeys retrieved.',
        passkeys.map(({ id, name, createdAtMs }) => ({ id, name, created_at: isoTime(createdAtMs) })),
      );
    },
  );
}

function listSessions(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    '/account/sessions',
    { schema: { summary: 'Where you are signed in' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { id: personId, sessionId } = staffContextOf(request).person;
      const { rows } = await pool.query<{
        id: string;
        ip_address: string | null;
        user_agent: string | null;
        created_at: Date;
        updated_at: Date;
      }>(
        `SELECT id, ip_address, user_agent, created_at, updated_at FROM person_session
          WHERE person_id = $1 AND expires_at > clock_timestamp()
          ORDER BY id <> $2, updated_at DESC LIMIT 100`,
        [personId, sessionId],
      );
      sendData(
        reply,
        'Sessions retrieved.',
        // Never the token: it is the session.
        rows.map((row) => ({
          id: row.id,
          shown_as: sessionShown(row.id),
          address: row.ip_address,
          user_agent: row.user_agent,
          signed_in_at: isoTime(row.created_at.getTime()),
          last_seen_at: isoTime(row.updated_at.getTime()),
          is_this_one: row.id === sessionId,
        })),
      );
    },
  );
}

const params = Type.Object({ sessionId: Type.String({ maxLength: 64, description: 'The number of the session.' }) });

function endSession(api: DashboardApi, { pool }: DashboardParts, { signInLog }: Pick<SignInParts, 'signInLog'>): void {
  api.delete(
    '/account/sessions/:sessionId',
    { schema: { summary: 'Sign out one of your sessions', params }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { sessionId } = request.params;
      const { id: personId, email, sessionId: from } = staffContextOf(request).person;
      const { rowCount } = await pool.query('DELETE FROM person_session WHERE person_id = $1 AND id = $2', [
        personId,
        sessionId,
      ]);
      if (rowCount === 0) throw notFound();
      const details = { ended_session: sessionShown(sessionId) };
      await signInLog.record('person.signed_out', { personId, email, sessionId: from }, visitorOf(request), details);
      sendData(reply, 'The session was signed out.', { id: sessionId });
    },
  );
}

function endAllSessions(
  api: DashboardApi,
  { pool }: DashboardParts,
  { signInLog }: Pick<SignInParts, 'signInLog'>,
): void {
  api.delete(
    '/account/sessions',
    { schema: { summary: 'Sign out everywhere, here too' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { id: personId, email, sessionId } = staffContextOf(request).person;
      const ended = await endSessions(pool, personId);
      await endLinks(pool, personId);
      await forgetBrowsers(pool, personId);
      const person = { personId, email, sessionId };
      await signInLog.record('person.signed_out_everywhere', person, visitorOf(request), { ended });
      sendData(reply, 'You are signed out everywhere.', { ended });
    },
  );
}

/** Who is signed in, and what they may do where: what the browser shows and hides by. */
export function registerMeRoute(api: DashboardApi, { settings, pool }: DashboardParts): void {
  api.get(
    '/me',
    { schema: { summary: 'The signed-in person, their roles and rights' }, config: { right: 'signed_in' } },
    async (request, reply) => {
      const { person, memberships } = staffContextOf(request);
      const { platformRole, clients } = memberships;
      const ofStaff = platformRole === null ? [] : [platformRole];
      sendData(reply, 'Signed in.', {
        person: {
          id: person.id,
          email: person.email,
          name: person.name,
          two_factor_enabled: person.twoFactorEnabled,
          app_enabled: (await readFactors(pool, person.id)).hasApp,
          two_factor_required: requirementOf(ruleInForce(settings.requireTwoFactor, await isRehearsal(pool, settings))),
        },
        platform_role: platformRole,
        rights: platformRightsOf(platformRole),
        // What staff may do at any client, also where they have no role of their own.
        client_rights: { test: clientRightsOf(ofStaff, 'test'), live: clientRightsOf(ofStaff, 'live') },
        clients: clients.map(({ clientId, name, role, allowedIps, twoFactorRequired }) => ({
          client_id: clientId,
          name,
          role,
          two_factor_required: twoFactorRequired,
          address_allowed: isDashboardIp(allowedIps, request.ip),
          rights: {
            test: clientRightsOf([role, ...ofStaff], 'test'),
            live: clientRightsOf([role, ...ofStaff], 'live'),
          },
        })),
      });
    },
  );
}

/** What the service requires a second factor for, as the pages lead to it; a client may require more. What is decided is decided by the guard. */
function requirementOf(rule: SecondFactorRule): 'everything' | 'staff_and_live' | 'nothing' {
  if (rule === 'on') return 'everything';
  return rule === 'staff-and-live' ? 'staff_and_live' : 'nothing';
}
