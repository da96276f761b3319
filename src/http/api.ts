import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller } from '../access/caller.ts';
import type { Permission, Principal, RateLimitName } from '../access/principal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { TakenIds } from '../wallet/answer.ts';
import type { Deadline } from './deadline.ts';
import type { VerifiedSignature } from './request-signature.ts';

/** The part of the server below /api/v1, where every route has an access rule and TypeBox gives the types. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The permissions that a route requires, and the rate limit that counts its requests. */
export interface Access {
  readonly limit: RateLimitName;
  /** One of these is enough; an empty list requires none. */
  readonly permissions: readonly Permission[];
  /** A live key gets `not_found`. */
  readonly testModeOnly?: true;
}

/** For routes that every API key may use. */
export const anyKey: readonly Permission[] = [];

/** The API key of a request. @throws for a route without an access rule, which is a mistake of ours. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error(`${request.url} has no access rule`);
  return request.principal;
}

/** The caller of a request. @throws for a route without an access rule, which is a mistake of ours. */
export function callerOf(request: FastifyRequest): Caller {
  return principalOf(request);
}

/** As `callerOf`, with the address of the request, for operations that are in the audit log. */
export function placedCallerOf(request: FastifyRequest): Caller {
  return { ...callerOf(request), address: request.ip };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route below /api/v1. */
    access?: Access;
    /** The schema of a success, for the OpenAPI document. */
    response?: TSchema;
    /** The schema of a 503 of a health route. */
    responseWhenNotReady?: TSchema;
    /** A success that is not JSON. */
    textResponse?: { readonly type: string; readonly example: string; readonly headers: readonly string[] };
    /** The media types that a success can have besides JSON; each is a file. */
    fileTypes?: readonly string[];
    /** The error codes of this route beside those of every route. */
    failures?: readonly RefusalCode[];
    /** Whether a standby may be read for it. */
    readsStandby?: boolean;
    /** Whether the route takes an Idempotency-Key. */
    idempotent?: boolean;
  }

  interface FastifyRequest {
    /** The API key of the request; null until it has been recognised. */
    principal: Principal | null;
    /** The bytes of the body as they came; null when there were none. */
    bodyBytes: Buffer | null;
    /** The signature of the request, verified; null where its key has no signing keys. */
    signature: VerifiedSignature | null;
  }

  interface FastifyReply {
    /** Sends a refusal when the time of the request is over. */
    deadline: Deadline | null;
    /** When the time of the request is over, by performance.now(). */
    dueAtMs: number;
    /** The place of the reply among the open ones of its deadline. */
    deadlineSlot: number;
    /** The ids of the written transaction while the response waits for an operator. */
    taken: TakenIds | null;
  }
}
