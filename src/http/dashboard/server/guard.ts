import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { refuseOtherAddress } from '../../../access/dashboard-ips.ts';
import { isRehearsal, refuseBeforeLive } from '../../../access/live-mode.ts';
import { findMemberships, type Memberships } from '../../../access/people/memberships.ts';
import { isClientRight, mayAtClient, mayAtPlatform, type Right, type Role } from '../../../access/people/rights.ts';
import { ruleInForce, type SecondFactorRule, secondFactorRequired } from '../../../access/people/second-factor-rule.ts';
import { asksForFactor, refuseWithoutRecentFactor, type StepUp } from '../../../access/people/step-up.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import { notFound, Refusal } from '../../../refusal.ts';
import { markAuthenticated } from '../../open-connections.ts';
import type { ClientContext, Person, StaffContext } from './context.ts';

export interface GuardParts {
  readonly pool: pg.Pool;
  /** Where people reach the service; null where that is not set. */
  readonly publicUrl: string | null;
  /** Of whom the service requires a second factor. */
  readonly secondFactorRule: SecondFactorRule;
  /** Whether live money may move before live mode is enabled (NSIMBI_REHEARSAL). */
  readonly rehearsal: boolean;
  /** The person of the session in the cookies, which the response may renew; null when there is none. */
  findPerson(request: FastifyRequest, reply: FastifyReply): Promise<Person | null>;
}

/**
 * Lets a person in, before a byte of the body is read and, where there may be one, again when it is there: the origin, the
 * session, the client of the address, the person's own address where the client limits it, the right, and where the route asks for
 * one a factor that was given just before. A client that is not theirs does not exist for them, and neither does the mode of
 * another spelling.
 * @throws Refusal `unauthorized`, `forbidden`, `ip_not_allowed`, `not_found` or `factor_required`.
 */
export function guardOf(
  parts: GuardParts,
  { right, stepUp }: { readonly right: Right | 'signed_in'; readonly stepUp: StepUp },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    refuseForeignOrigin(request, parts.publicUrl);
    const recheck = () => admit(parts, right, request, reply);
    const context = await recheck();
    if (asksForFactor(stepUp, context.client?.namedMode ?? null)) {
      const { id: personId, sessionId } = context.person;
      await refuseWithoutRecentFactor(parts.pool, { personId, sessionId });
    }
    request.staffContext = { ...context, recheck };
  };
}

/** Finds the person and the client of a request. @throws Refusal when the person lacks the right. */
async function admit(
  parts: GuardParts,
  right: Right | 'signed_in',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<StaffContext, 'recheck'>> {
  const person = await parts.findPerson(request, reply);
  const memberships = person === null ? null : await findMemberships(parts.pool, person.id);
  if (person === null || memberships === null) {
    throw new Refusal('unauthorized', 'Your session has ended; sign in again.');
  }
  markAuthenticated(request.raw.socket);
  const client = await clientOf(parts.pool, request, person, memberships);
  const context = { person, memberships, client };
  // The client's rule for its own pages holds for staff as well; their pages of the platform are not the client's.
  if (client !== null && right !== 'signed_in' && isClientRight(right)) {
    refuseOtherAddress(client.allowedIps, request.ip);
  }
  if (right === 'signed_in') return context;
  if (await lacksSecondFactor(parts, context, client !== null && isClientRight(right) ? client : null)) {
    throw new Refusal('forbidden', 'Add a passkey or an authenticator app to your account first.', {
      data: { second_factor_required: true },
    });
  }
  if (!has(right, memberships, client)) {
    throw new Refusal('forbidden', 'Your role does not allow this; ask an owner or an administrator.');
  }
  if (client?.mode === 'live' && startsLiveMoney.includes(right)) await refuseBeforeLive(parts.pool, parts);
  return context;
}

/**
 * Whether a person needs a second factor for something and has none.
 * @param place the client and the mode of it; null at the platform.
 */
export async function lacksSecondFactor(
  { pool, secondFactorRule, rehearsal }: Pick<GuardParts, 'pool' | 'secondFactorRule' | 'rehearsal'>,
  { person, memberships }: Pick<StaffContext, 'person' | 'memberships'>,
  place: Pick<ClientContext, 'isMember' | 'namedMode' | 'requires'> | null,
): Promise<boolean> {
  const isRequired = secondFactorRequired({
    rule: ruleInForce(secondFactorRule, await isRehearsal(pool, { rehearsal })),
    isStaff: memberships.platformRole !== null,
    ownClientRequires: asksForTwoFactor(memberships),
    client: place === null ? null : { ...place, mode: place.namedMode },
  });
  return isRequired && !person.twoFactorEnabled;
}

/** What makes live money move, or lets programs move it: nobody does before live mode is enabled. */
const startsLiveMoney: readonly Right[] = ['money.move', 'keys.write', 'adjustments.make'];

/** Whether one of the person's own clients requires a second factor. */
function asksForTwoFactor({ clients }: Memberships): boolean {
  return clients.some((client) => client.twoFactorRequired);
}

function has(right: Right, { platformRole }: Memberships, client: ClientContext | null): boolean {
  if (!isClientRight(right)) return mayAtPlatform(platformRole, right);
  return client !== null && mayAtClient(client.roles, right, client.caller.mode);
}

async function clientOf(
  pool: pg.Pool,
  request: FastifyRequest,
  person: Person,
  { platformRole, clients }: Memberships,
): Promise<ClientContext | null> {
  const params = request.params as { clientId?: string; mode?: string };
  if (params.clientId === undefined) return null;
  const clientId = /^[1-9]\d{0,14}$/.test(params.clientId) ? Number(params.clientId) : 0;
  const membership = clients.find((client) => client.clientId === clientId);
  const roles: Role[] = [];
  if (membership !== undefined) roles.push(membership.role);
  if (platformRole !== null) roles.push(platformRole);
  // An address with a client and no mode, such as the team's, is about people and not about money.
  const mode = modeOf(params.mode ?? 'test');
  if (clientId === 0 || roles.length === 0 || mode === null) throw notFound();
  const { rows } = await pool.query<{
    wallet_id: string;
    name: string;
    two_factor_required: boolean;
    dashboard_ips: string[];
  }>(
    `SELECT wallet_id, name, two_factor_required, dashboard_ips FROM wallet JOIN client USING (client_id)
      WHERE client_id = $1 AND mode = $2`,
    [clientId, mode],
  );
  const [wallet] = rows;
  if (wallet === undefined) throw notFound();
  const caller = {
    clientId,
    walletId: Number(wallet.wallet_id),
    mode,
    apiKeyId: null,
    budgetLineage: null,
    person: person.email,
    address: request.ip,
    session: person.sessionId,
  };
  return {
    name: wallet.name,
    mode,
    namedMode: params.mode === undefined ? modeOfRoute(request) : mode,
    roles,
    isMember: membership !== undefined,
    requires: wallet.two_factor_required,
    allowedIps: wallet.dashboard_ips,
    caller,
  };
}

/** The mode in the address of a route that exists in one mode only, such as the handset's; null where it names none. */
function modeOfRoute({ routeOptions }: FastifyRequest): Mode | null {
  return modeOf(/\/clients\/:clientId\/(\w+)(?:\/|$)/.exec(routeOptions.url ?? '')?.[1] ?? '');
}

function modeOf(text: string): Mode | null {
  return text === 'test' || text === 'live' ? text : null;
}

/**
 * Refuses a change that a page of another site requests through a browser. A browser sends the origin of the page with every
 * request that is not a GET; only our own pages may change something. The session's cookie is SameSite=Strict besides.
 * @param publicUrl where people reach the service, null where that is not set: a proxy may name another host to us.
 * @throws Refusal `forbidden`
 */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin) || !isOwn(new URL(origin), request, publicUrl)) {
    throw new Refusal('forbidden', 'Changes are accepted only from the pages of this dashboard.');
  }
}

/** A page that came over plain http may be anybody's on the way, so that it changes nothing at an https address. */
function isOwn(page: URL, { host, protocol }: FastifyRequest, publicUrl: string | null): boolean {
  if (publicUrl !== null && page.origin === new URL(publicUrl).origin) return true;
  return page.host === host && (page.protocol === 'https:' || protocol !== 'https');
}
