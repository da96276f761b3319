import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Authenticator } from '../access/authenticate.ts';
import type { Permission, Principal } from '../access/principal.ts';
import {
  type FailedAuthentication,
  type RateLimiter,
  type RateLimitWindow,
  rateLimitOf,
} from '../access/rate-limits.ts';
import { invalidField, notFound, Refusal } from '../refusal.ts';
import type { Access } from './api.ts';
import type { Deadline } from './deadline.ts';
import { markAuthenticated } from './open-connections.ts';

/** What lets requests of API keys in. */
export interface GuardParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
  readonly failedAuthentication: Pick<FailedAuthentication, 'hit' | 'peek'>;
}

type Done = (error?: Error) => void;

/**
 * Lets a request below /api/v1 in: authentication, then the rate limit, then the permission, all before a byte of the
 * body is read. Nothing here waits when the key is cached and the limits are in memory.
 */
export function guardOf(parts: GuardParts, access: Access, deadline: Deadline): onRequestHookHandler {
  function admit(principal: Principal, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    request.principal = principal;
    markAuthenticated(request.raw.socket);
    const window = parts.rateLimiter.hit(access.limit, principal);
    if (window instanceof Promise) {
      window.then((counted) => done(check(counted, principal, reply)), done);
      return;
    }
    done(check(window, principal, reply));
  }

  function check(window: RateLimitWindow, principal: Principal, reply: FastifyReply): Refusal | undefined {
    setRateLimitHeaders(reply, window);
    if (!window.allowed) return rateLimited(window);
    if (access.testModeOnly && principal.mode !== 'test') return notFound();
    if (access.permissions.length > 0 && !access.permissions.some((permission) => holds(principal, permission)))
      return forbidden(access);
    return undefined;
  }

  return (request, reply, done) => {
    deadline.start(reply);
    let principal: Principal | Promise<Principal>;
    try {
      principal = parts.authenticator.authenticate(request.headers.authorization, request.ip);
    } catch (error) {
      done(refusalOfStranger(parts, error, request, reply));
      return;
    }
    if (principal instanceof Promise) {
      principal.then(
        (known) => admit(known, request, reply, done),
        (error: unknown) => done(refusalOfStranger(parts, error, request, reply)),
      );
      return;
    }
    admit(principal, request, reply, done);
  };
}

/**
 * Counts the other payments of a request that makes several: the guard has counted the request itself as one.
 * @param field the list of the payments.
 * @throws Refusal when they are more than the key may make in a minute, or more than are left of this minute.
 */
export async function countOtherPayments(
  rateLimiter: Pick<RateLimiter, 'hit'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { field, payments }: { readonly field: string; readonly payments: number },
): Promise<void> {
  const { principal } = request;
  if (principal === null || payments === 1) return;
  const limit = rateLimitOf('send_money', principal);
  if (payments > limit) {
    throw invalidField(
      field,
      `${field} must have at most ${limit} payments, as many as this API key may make in a minute (send_money); send fewer, or ask for a higher limit.`,
    );
  }
  const window = await rateLimiter.hit('send_money', principal, payments - 1);
  setRateLimitHeaders(reply, window);
  if (!window.allowed) throw rateLimited(window);
}

/**
 * Checks the key of a request again, for responses that take long. A database that is away says nothing about the key.
 * @throws Refusal when the key would not be let in any more.
 */
export async function recheckKey(
  authenticator: Pick<Authenticator, 'authenticate'>,
  request: FastifyRequest,
): Promise<void> {
  try {
    await authenticator.authenticate(request.headers.authorization, request.ip);
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
}

const limitHeader = 'x-ratelimit-limit';

/** Puts a window on the answer, whatever the answer will be. */
export function setRateLimitHeaders(reply: FastifyReply, window: RateLimitWindow): void {
  reply
    .header(limitHeader, window.limit)
    .header('x-ratelimit-remaining', window.remaining)
    .header('x-ratelimit-reset', window.resetAtSeconds);
}

/** Whether the answer has a window already. Until its key has been counted, it has none. */
export function hasRateLimitHeaders(reply: FastifyReply): boolean {
  return reply.hasHeader(limitHeader);
}

/** A failed authentication counts against its address; a failure of ours does not. */
function refusalOfStranger(
  { failedAuthentication }: GuardParts,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Error {
  if (!(error instanceof Refusal)) return error instanceof Error ? error : new Error(String(error));
  const window = failedAuthentication.hit(request.ip);
  setRateLimitHeaders(reply, window);
  return window.allowed ? error : rateLimited(window);
}

function holds(principal: Principal, permission: Permission): boolean {
  if (principal.permissions.has(permission)) return true;
  return permission === 'webhooks:read' && principal.permissions.has('webhooks:write');
}

function forbidden(access: Access): Refusal {
  return new Refusal(
    'forbidden',
    `This API key lacks the permission ${access.permissions.join(' or ')}; use a key that has it.`,
  );
}

/** The refusal of a request beyond its window. */
export function rateLimited(window: RateLimitWindow): Refusal {
  const seconds = Math.max(1, Math.ceil(window.resetAtSeconds - Date.now() / 1000));
  const wait = `try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const sentence =
    window.ofClient === true
      ? `The API keys of this client have together reached the limit of requests per minute; ${wait}, or ask for a higher limit.`
      : `More than ${window.limit} requests in this minute; ${wait}.`;
  return new Refusal('rate_limited', sentence, { retryAfterSeconds: seconds });
}
