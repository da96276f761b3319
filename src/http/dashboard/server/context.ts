import type { FastifyRequest } from 'fastify';
import { onBehalfOfClient, onBehalfOfPlatform } from '../../../access/audit-log.ts';
import type { Caller } from '../../../access/caller.ts';
import type { Memberships } from '../../../access/people/memberships.ts';
import { isClientRight, type Right, type Role } from '../../../access/people/rights.ts';
import type { StepUp } from '../../../access/people/step-up.ts';
import type { Actor } from '../../../ledger/rows/audit-log.ts';
import type { Mode } from '../../../ledger/transaction.ts';

/** Who is signed in. */
export interface Person {
  readonly id: string;
  /** Also the name of the actor in the audit log and the maker of a transaction. */
  readonly email: string;
  readonly name: string;
  readonly twoFactorEnabled: boolean;
  /** The session that the request came with. */
  readonly sessionId: string;
}

/** A signed-in person and where they work: everything that the guard found out about a request. */
export interface StaffContext {
  readonly person: Person;
  readonly memberships: Memberships;
  /** Null outside of /clients/:clientId/:mode. */
  readonly client: ClientContext | null;
  /** Runs the guard again, for a response that takes long. Rejects as the guard does when the right is gone. */
  readonly recheck: () => Promise<unknown>;
}

/** One client in one mode, as a person works there. */
export interface ClientContext {
  readonly name: string;
  /** Test where the address names none. */
  readonly mode: Mode;
  /** Null where the address names none, such as the team's: what is there belongs to both. */
  readonly namedMode: Mode | null;
  /** The person's roles there: the role at the client, the role of staff, or both. */
  readonly roles: readonly Role[];
  /** Whether the person has a role of their own there. */
  readonly isMember: boolean;
  /** Whether the client requires a second factor of everybody, staff included. */
  readonly requires: boolean;
  /** The addresses and networks from which its pages can be used; empty where they can from everywhere. */
  readonly allowedIps: readonly string[];
  /** Identifies the wallet and the person to the operations behind the API. */
  readonly caller: Caller;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of the dashboard requires; `signed_in` is what every signed-in person has. */
    right?: Right | 'signed_in';
    /** Whether a route asks for a factor that was given within the last five minutes; `never` when left out. */
    stepUp?: StepUp;
  }

  interface FastifyRequest {
    /** Null until the guard has let the request in. */
    staffContext: StaffContext | null;
  }
}

/** The context of a request. @throws for a route that is not behind the guard, which is a mistake of ours. */
export function staffContextOf(request: FastifyRequest): StaffContext {
  if (request.staffContext === null) throw new Error(`${request.url} has no right`);
  return request.staffContext;
}

/** The client of a request, for routes below /clients/:clientId/:mode. @throws for other routes. */
export function clientContextOf(request: FastifyRequest): ClientContext {
  const { client } = staffContextOf(request);
  if (client === null) throw new Error(`${request.url} has no client in its path`);
  return client;
}

/** The caller of a request below /clients/:clientId/:mode, for the operations behind the API. */
export function clientCallerOf(request: FastifyRequest): Caller {
  return clientContextOf(request).caller;
}

/**
 * The person of a request as the audit log names them. What a right at a client allows is done on behalf of that client, also by
 * staff; what a right of staff allows, on behalf of the platform.
 */
export function actorOf(request: FastifyRequest): Actor {
  const { person, client } = staffContextOf(request);
  const { right = 'signed_in' } = request.routeOptions.config;
  return {
    name: person.email,
    onBehalfOf: onBehalfOf(right, client),
    address: request.ip,
    session: person.sessionId,
  };
}

function onBehalfOf(right: Right | 'signed_in', client: ClientContext | null): string | null {
  if (right === 'signed_in') return null;
  return client !== null && isClientRight(right) ? onBehalfOfClient(client.caller.clientId) : onBehalfOfPlatform;
}
