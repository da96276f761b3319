import type { FastifyRequest } from 'fastify';
import type { Memberships } from '../../../access/people/memberships.ts';
import type { Right, Role } from '../../../access/people/rights.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import type { Caller } from '../../../wallet/answer.ts';

/** Who is signed in. */
export interface Person {
  readonly id: string;
  /** Also the actor in the audit log and the maker of a transaction. */
  readonly email: string;
  readonly name: string;
  readonly twoFactorEnabled: boolean;
  /** The session that the request came with. */
  readonly sessionId: string;
}

/** Where a signed-in person works: everything that the guard found out about a request. */
export interface StaffContext {
  readonly person: Person;
  readonly memberships: Memberships;
  /** Null outside of /clients/:clientId/:mode. */
  readonly client: ClientContext | null;
  /** Has the guard look again, for an answer that takes long. Rejects as the guard does when the person may no more. */
  readonly askAgain: () => Promise<unknown>;
}

/** The desk of one client in one mode. */
export interface ClientContext {
  readonly name: string;
  readonly mode: Mode;
  /** What the person is there: the role at the client, the role of staff, or both. */
  readonly roles: readonly Role[];
  /** Whether nobody works here without a second factor, staff neither. */
  readonly twoFactorRequired: boolean;
  /** For the operations behind the API. */
  readonly caller: Caller;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route of the dashboard asks of whoever uses it; `signed_in` is enough of everybody. */
    right?: Right | 'signed_in';
  }

  interface FastifyRequest {
    /** Null until the guard has let the request in. */
    desk: StaffContext | null;
  }
}

/** Who works here. Only routes behind the guard ask, so that nobody here is a mistake of ours. */
export function deskOf(request: FastifyRequest): StaffContext {
  if (request.desk === null) throw new Error(`${request.url} has no right`);
  return request.desk;
}

/** The client whose desk this is, for routes below /clients/:clientId/:mode. */
export function clientDeskOf(request: FastifyRequest): ClientContext {
  const { client } = deskOf(request);
  if (client === null) throw new Error(`${request.url} is not at a client's desk`);
  return client;
}

/** Who asks, for the operations behind the API. */
export function deskCallerOf(request: FastifyRequest): Caller {
  return clientDeskOf(request).caller;
}
