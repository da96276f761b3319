import type { FastifyReply, FastifyRequest, onRequestHookHandler, preValidationHookHandler } from 'fastify';
import type { Authenticator } from '../access/authenticate.ts';
import type { Permission, Principal } from '../access/principal.ts';
import {
  type FailedAuthentication,
  type RateLimiter,
  type RateLimitWindow,
  rateLimitOf,
} from '../access/rate-limits.ts';
import { refusalOfRecording, type SignedRequest } from '../access/signed-requests.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Access } from './api.ts';
import type { Deadline } from './deadline.ts';
import { markAuthenticated } from './open-connections.ts';
import { isSignedByOneOf, refusalOfDigest, verifySignature } from './request-signature.ts';

/** What lets requests of API keys in. */
export interface GuardParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly rateLimiter: Pick<RateLimiter, 'hit'>;
  readonly failedAuthentication: Pick<FailedAuthentication, 'hit' | 'peek'>;
  /** Stores the nonce of a signed request. @throws Refusal `signature_invalid` for its time, or when the nonce was used before. */
  noteSignedRequest(request: SignedRequest): Promise<void>;
}

type Done = (error?: Error) => void;

/**
 * Lets a request below /api/v1 in: authentication, then the signature where its key has signing keys, then the rate limit, then the
 * permission, all before a byte of the body is read. Nothing here waits when the key is cached and the limits are in memory.
 */
export function guardOf(parts: GuardParts, access: Access, deadline: Deadline): onRequestHookHandler {
  function admit(principal: Principal, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    if (principal.signingKeys !== null) {
      try {
        const signature = verifySignature(receivedOf(request), principal.signingKeys);
        const recording = refusalOfRecording(signature, Date.now());
        if (recording !== null) throw recording;
        request.signature = signature;
      } catch (error) {
        done(refusalOfStranger(parts, error, request, reply));
        return;
      }
    }
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
      return forbidden(access.permissions);
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
 * Counts the other payments of a request that makes several: the guard has counted the request itself as one. More than the key may make in
 * a minute are not counted, because no later minute has room for them; they are refused where the Idempotency-Key is looked up.
 * @throws Refusal when they are more than are left of this minute.
 */
export async function countOtherPayments(
  rateLimiter: Pick<RateLimiter, 'hit'>,
  principal: Principal,
  reply: FastifyReply,
  payments: number,
): Promise<void> {
  if (payments === 1 || payments > rateLimitOf('send_money', principal)) return;
  const window = await rateLimiter.hit('send_money', principal, payments - 1);
  setRateLimitHeaders(reply, window);
  if (!window.allowed) throw rateLimited(window, 'payments');
}

/**
 * Completes the verification of a signed request when its body has been read, before anything is done: a body that the parser did not see is
 * empty, and the nonce is stored, so that the same request is not let in again.
 */
export function signatureGuardOf(parts: Pick<GuardParts, 'noteSignedRequest'>): preValidationHookHandler {
  return (request, _reply, done) => {
    const { signature, principal } = request;
    if (signature === null || principal === null) {
      done();
      return;
    }
    const refusal = request.bodyBytes === null ? refusalOfDigest(signature, noBytes) : null;
    if (refusal !== null) {
      done(refusal);
      return;
    }
    const { nonce, createdSeconds, expiresSeconds } = signature;
    parts
      .noteSignedRequest({ apiKeyId: principal.apiKeyId, nonce, createdSeconds, expiresSeconds })
      .then(() => done(), done);
  };
}

const noBytes = Buffer.alloc(0);

function receivedOf({ raw }: FastifyRequest) {
  return { method: raw.method ?? '', target: raw.url ?? '', rawHeaders: raw.rawHeaders };
}

/**
 * Checks the key of a request again, and that it still has the signing key of the request, for responses that take long. A database that
 * is away says nothing about the key.
 * @throws Refusal when the key would not be let in any more.
 */
export async function recheckKey(
  authenticator: Pick<Authenticator, 'authenticate'>,
  request: FastifyRequest,
): Promise<void> {
  try {
    const { signingKeys } = await authenticator.authenticate(request.headers.authorization, request.ip);
    if (!isSignedByOneOf(request.signature, signingKeys)) throw signatureNoLongerValid();
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
}

function signatureNoLongerValid(): Refusal {
  return new Refusal('signature_invalid', 'The signing keys of this API key were changed; sign with one that it has.');
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

/** The permission that includes another one. */
const includedIn: Readonly<Partial<Record<Permission, Permission>>> = {
  'approvals:read': 'approvals:decide',
  'webhooks:read': 'webhooks:write',
};

function holds(principal: Principal, permission: Permission): boolean {
  if (principal.permissions.has(permission)) return true;
  const wider = includedIn[permission];
  return wider !== undefined && principal.permissions.has(wider);
}

/** Refuses a key that lacks a permission which only the body of the request says. @throws Refusal `forbidden` */
export function requirePermission(principal: Principal, permission: Permission): void {
  if (!holds(principal, permission)) throw forbidden([permission]);
}

function forbidden(permissions: readonly Permission[]): Refusal {
  return new Refusal(
    'forbidden',
    `This API key lacks the permission ${permissions.join(' or ')}; use a key that has it.`,
  );
}

/** The refusal of a request beyond its window. @param counted what the window counts, for the sentence. */
export function rateLimited(window: RateLimitWindow, counted = 'requests'): Refusal {
  const seconds = Math.max(1, Math.ceil(window.resetAtSeconds - Date.now() / 1000));
  const wait = `try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const sentence =
    window.ofClient === true
      ? `The API keys of this client have together reached the limit of ${counted} per minute; ${wait}, or ask for a higher limit.`
      : `More than ${window.limit} ${counted} in this minute; ${wait}.`;
  return new Refusal('rate_limited', sentence, { retryAfterSeconds: seconds });
}
