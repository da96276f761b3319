import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { TSchema } from 'typebox';
import type { Permission, Principal, RateLimitName } from '../access/principal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { TakenIds } from '../wallet/answer.ts';
import type { Deadline } from './deadline.ts';

/** The part of the server below /api/v1, where every route has an access rule and TypeBox gives the types. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Who may call a route, and in which window its requests are counted. */
export interface Access {
  readonly limit: RateLimitName;
  /** Any one of these is enough; none is needed when there are none. */
  readonly permissions: readonly Permission[];
  /** With a live key there is nothing at this address. */
  readonly testModeOnly?: true;
}

/** For routes that every API key may use. */
export const anyKey: readonly Permission[] = [];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on every route below /api/v1. */
    access?: Access;
    /** What a success looks like, for the OpenAPI document. */
    answer?: TSchema;
    /** What a route of the service's health answers with 503. */
    answerWhenNotReady?: TSchema;
    /** A success that is no JSON. */
    answerText?: { readonly type: string; readonly example: string; readonly headers: readonly string[] };
    /** The codes that this route adds to those that every route can answer with. */
    failures?: readonly RefusalCode[];
    /** Whether the route takes an Idempotency-Key. */
    idempotent?: boolean;
  }

  interface FastifyRequest {
    /** Who asks; null until the key has been recognised. */
    principal: Principal | null;
    /** The bytes of the body as they came; null when there were none. */
    bodyBytes: Buffer | null;
  }

  interface FastifyReply {
    /** What answers the request when its time is up. */
    deadline: Deadline | null;
    /** When the request's time is up, by performance.now(). */
    dueAtMs: number;
    /** Where the deadline holds it. */
    deadlineSlot: number;
    /** The ids of the transaction that was written, while its answer waits for an operator. */
    taken: TakenIds | null;
  }
}
