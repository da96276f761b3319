import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findMemberships, type Memberships } from '../../../access/people/memberships.ts';
import { isClientRight, mayAtClient, mayAtPlatform, type Right, type Role } from '../../../access/people/rights.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import { notFound, Refusal } from '../../../refusal.ts';
import { noteAuthenticated } from '../../open-connections.ts';
import type { ClientContext, Person, StaffContext } from './desk.ts';
import { refuseForeignOrigin } from './own-origin.ts';

export interface GuardParts {
  readonly pool: pg.Pool;
  /** Where people reach the service; null where that is not set. */
  readonly publicUrl: string | null;
  /** Whether nobody at all works without a second factor. */
  readonly twoFactorRequired: boolean;
  /** Who has the session of these cookies, which the answer may renew; null for nobody. */
  findPerson(request: FastifyRequest, reply: FastifyReply): Promise<Person | null>;
}

/**
 * Lets a person in, before a byte of the body is read and, where there may be one, again when it is there: the origin, the
 * session, the client of the address, the right. A client that is not theirs does not exist for them, and neither does
 * the mode of another spelling.
 * @throws Refusal `unauthorized`, `forbidden` or `not_found`.
 */
export function guardOf(
  parts: GuardParts,
  right: Right | 'signed_in',
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    refuseForeignOrigin(request, parts.publicUrl);
    const askAgain = () => admit(parts, right, request, reply);
    request.desk = { ...(await askAgain()), askAgain };
  };
}

/** Finds out who asks and where, and refuses who may not. */
async function admit(
  parts: GuardParts,
  right: Right | 'signed_in',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<StaffContext, 'askAgain'>> {
  const person = await parts.findPerson(request, reply);
  const memberships = person === null ? null : await findMemberships(parts.pool, person.id);
  if (person === null || memberships === null) {
    throw new Refusal('unauthorized', 'Your session has ended; sign in again.');
  }
  noteAuthenticated(request.raw.socket);
  const client = await clientOf(parts.pool, request, person, memberships);
  const desk = { person, memberships, client };
  if (right === 'signed_in') return desk;
  // A client's rule is one for its desk, whoever sits there; elsewhere the rules of the person's own clients hold.
  const asked = client !== null && isClientRight(right) ? client.twoFactorRequired : asksForTwoFactor(memberships);
  if (!person.twoFactorEnabled && (parts.twoFactorRequired || asked)) {
    throw new Refusal('forbidden', 'Set up an authenticator app for your account first.', {
      data: { second_factor_required: true },
    });
  }
  if (!has(right, memberships, client)) {
    throw new Refusal('forbidden', 'Your role does not allow this; ask an owner or an administrator.');
  }
  return desk;
}

/** Whether one of the person's own clients lets nobody in without a second factor. */
export function asksForTwoFactor({ clients }: Memberships): boolean {
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
  const { rows } = await pool.query<{ wallet_id: string; name: string; two_factor_required: boolean }>(
    `SELECT wallet_id, name, two_factor_required FROM wallet JOIN client USING (client_id)
      WHERE client_id = $1 AND mode = $2`,
    [clientId, mode],
  );
  const [wallet] = rows;
  if (wallet === undefined) throw notFound();
  const caller = { clientId, walletId: Number(wallet.wallet_id), mode, apiKeyId: null, person: person.email };
  return { name: wallet.name, mode, roles, twoFactorRequired: wallet.two_factor_required, caller };
}

function modeOf(text: string): Mode | null {
  return text === 'test' || text === 'live' ? text : null;
}
