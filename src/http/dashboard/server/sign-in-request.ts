import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { AccessChange } from '../../../access/people/access-mails.ts';
import { type Factors, readFactors } from '../../../access/people/passkeys.ts';
import { endOtherAccess, findPersonByEmail } from '../../../access/people/people.ts';
import { type CodeResult, takeAppCode, takeRecoveryCode } from '../../../access/people/second-factor.ts';
import { signInPath } from '../../../access/people/sign-in.ts';
import type { AttemptRefusal, Visitor } from '../../../access/people/sign-in-acts.ts';
import {
  type Attempt,
  type AttemptSource,
  beginCodeAttempt,
  beginPasskeyAttempt,
  beginPasswordAttempt,
} from '../../../access/people/sign-in-attempts.ts';
import type { AccessOf } from '../../../access/people/sign-in-log.ts';
import type { SignInParts } from '../../../access/people/sign-in-parts.ts';
import { inDatabaseTransaction } from '../../../postgres/database-transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { browserCookie, headersOf } from './session.ts';
import type { SignInQueue } from './sign-in-limits.ts';

export interface HandlerParts extends Pick<SignInParts, 'signIn' | 'browsers' | 'signInLog' | 'announceAccessChange'> {
  readonly pool: pg.Pool;
  readonly logger: Logger;
  /** Where people reach the dashboard; https makes the browser's cookie secure. */
  readonly baseUrl: string;
}

/** One request to the sign-in. */
export interface SignInContext {
  readonly parts: HandlerParts;
  /** One of the served paths, below `signInPath`. */
  readonly path: string;
  readonly rule: ServedPath;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Readonly<Record<string, unknown>>;
  readonly visitor: Visitor;
  /** The number of the browser; null where it has none of ours. */
  readonly browser: string | null;
  /** Cookies of ours for the response. */
  readonly cookies: string[];
}

/** A path of the sign-in library that is served; its other paths are not. */
export interface ServedPath {
  /** Requests a minute from one source. */
  readonly perMinute: number;
  readonly queue: SignInQueue;
  /** The fields of the body that are passed to the library. It logs the values of fields that it does not use. */
  readonly fields: readonly string[];
  /** How the library wants to be asked, where that is not POST. Browsers send POST, of which the origin is checked. */
  readonly libraryMethod?: 'GET';
  readonly handle: (context: SignInContext) => Promise<void>;
}

/** Completes a sign-in: makes the browser known and writes the audit log before the person is admitted. @param session the one that has begun. */
export async function welcome(
  context: SignInContext,
  person: AccessOf,
  factor: 'app' | 'recovery_code' | 'passkey' | null,
  session: Pick<AccessOf, 'sessionId'>,
): Promise<void> {
  const { parts, visitor } = context;
  await rememberBrowser(context, person, visitor);
  await parts.signInLog.record('person.signed_in', { ...person, ...session }, visitor, { second_factor: factor });
}

/** The session that the library has begun with a response. Found by its token, which is kept nowhere else. */
export async function newSessionOf(
  { parts }: SignInContext,
  { body }: LibraryResponse,
): Promise<Pick<AccessOf, 'sessionId'>> {
  const { token } = Object(body) as { readonly token?: unknown };
  if (typeof token !== 'string') return {};
  const { internalAdapter } = await parts.signIn.$context;
  const found = await internalAdapter.findSession(token);
  return found === null ? {} : { sessionId: found.session.id };
}

/**
 * The person's browser is known from now on.
 * @param visitor where the person is notified of a browser that was not known; left out where they are mailed about what they did.
 */
export async function rememberBrowser(
  { parts, browser, cookies }: SignInContext,
  { personId }: AccessOf,
  visitor: Visitor | null = null,
): Promise<void> {
  const signed = await parts.browsers.remember(browser, personId, visitor);
  cookies.push(browserCookie(parts.baseUrl, signed));
}

/** Counts an attempt at a password. @throws Refusal `rate_limited` while failures delay it. */
export async function beginAtPassword(context: SignInContext, claimed: Claimed): Promise<Attempt> {
  const { parts } = context;
  const { email } = claimed;
  const source = await sourceOf(context, email);
  try {
    return await beginPasswordAttempt(parts.pool, email, source);
  } catch (error) {
    noteDelay(context, error, await knownOf(context, claimed));
    throw error;
  }
}

/** Whose password is tried: of somebody signed in, or of an address that somebody typed. */
type Claimed = AccessOf | { readonly email: string };

async function knownOf({ parts }: SignInContext, claimed: Claimed): Promise<AccessOf | null> {
  return 'personId' in claimed ? claimed : await findPersonByEmail(parts.pool, claimed.email);
}

/** Counts an attempt at a code. @throws Refusal `rate_limited` while failures delay it. */
export async function beginAtCode(context: SignInContext, person: AccessOf): Promise<Attempt> {
  const source = await sourceOf(context, person.email);
  try {
    return await beginCodeAttempt(context.parts.pool, person.personId, source);
  } catch (error) {
    noteDelay(context, error, person);
    throw error;
  }
}

/** Counts an attempt with a passkey. @throws Refusal `rate_limited` while failures delay it. */
export async function beginAtPasskey(context: SignInContext, person: AccessOf): Promise<Attempt> {
  const source = await sourceOf(context, person.email);
  try {
    return await beginPasskeyAttempt(context.parts.pool, person.personId, source);
  } catch (error) {
    noteDelay(context, error, person);
    throw error;
  }
}

async function sourceOf({ parts, request, browser }: SignInContext, email: string): Promise<AttemptSource> {
  const isKnown = browser !== null && (await parts.browsers.isKnown(browser, email));
  return { address: request.ip, knownBrowser: isKnown ? browser : null };
}

export function noteDelay({ parts, visitor }: SignInContext, error: unknown, person: AccessOf | null): void {
  if (error instanceof Refusal) parts.signInLog.note('person.sign_in_delayed', person, visitor);
}

/** Passes a counted attempt at a password to the library. When that throws, the attempt stays counted as a failure. */
export async function tryPassword(
  context: SignInContext,
  attempt: Attempt,
  claimed: Claimed,
  isWrong: (status: number, body: unknown) => boolean,
): Promise<LibraryResponse> {
  const response = await callLibrary(context);
  await endPasswordAttempt(context, attempt, claimed, response, isWrong);
  return response;
}

export async function endPasswordAttempt(
  context: SignInContext,
  attempt: Attempt,
  claimed: Claimed,
  { ok, status, body }: LibraryResponse,
  isWrong: (status: number, body: unknown) => boolean,
): Promise<void> {
  if (ok) {
    await attempt.succeeded();
  } else if (isWrong(status, body)) {
    // The library makes no session for a disabled person (createSignIn).
    const reason = codeOf(body) === 'FAILED_TO_CREATE_SESSION' ? 'disabled' : 'wrong_password';
    const { parts, visitor } = context;
    parts.signInLog.note('person.sign_in_failed', await knownOf(context, claimed), visitor, reason);
  } else {
    await attempt.cancelled();
  }
}

export function isWrongPassword(_status: number, body: unknown): boolean {
  return codeOf(body) === 'INVALID_PASSWORD';
}

export function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
}

/** Uses a code up and answers where it is none. @returns whether it was accepted. */
export async function tryCode(
  context: SignInContext,
  person: AccessOf,
  kind: 'app' | 'recovery_code',
  code: string,
): Promise<boolean> {
  const { parts, reply, visitor } = context;
  const attempt = await beginAtCode(context, person);
  const take = kind === 'app' ? takeAppCode : takeRecoveryCode;
  const result = await take(parts.pool, parts.signIn, person.personId, code);
  if (result === 'accepted') {
    await attempt.succeeded();
    return true;
  }
  const { reason, ...failure } = kind === 'app' ? codeFailures[result] : wrongRecoveryCode;
  parts.signInLog.note('person.sign_in_failed', person, visitor, reason);
  await reply.code(401).send(failure);
  return false;
}

interface CodeFailure {
  readonly code: string;
  readonly message: string;
  readonly reason: AttemptRefusal;
}

/** With the codes of the library, which the pages distinguish from an ended session. */
const codeFailures: Readonly<Record<Exclude<CodeResult, 'accepted'>, CodeFailure>> = {
  wrong: {
    code: 'INVALID_CODE',
    message: 'This code is wrong; enter the one that your authenticator app shows now.',
    reason: 'wrong_code',
  },
  used: {
    code: 'CODE_USED',
    message: 'This code was already used; wait for the next one that your authenticator app shows.',
    reason: 'used_code',
  },
};

const wrongRecoveryCode: CodeFailure = {
  code: 'INVALID_BACKUP_CODE',
  message: 'This is not one of your recovery codes, or it was already used.',
  reason: 'wrong_recovery_code',
};

/** Who sent a request with a session of theirs. */
export interface SignedInPerson extends AccessOf, Factors {
  readonly sessionId: string;
}

/** The person of the session in a request's cookies; null when there is none. */
export async function findSignedIn({ parts, request }: SignInContext): Promise<SignedInPerson | null> {
  if (request.headers.cookie === undefined) return null;
  const found = await parts.signIn.api.getSession({ headers: headersOf(request) });
  if (found === null) return null;
  const { id: personId, email } = found.user;
  return { personId, email, sessionId: found.session.id, ...(await readFactors(parts.pool, personId)) };
}

/**
 * Writes that a person's factors have changed, and ends whatever else could let somebody in: an earlier session may belong to an
 * attacker. Call it before anything that needs the session, which may have ended meanwhile.
 * @param change the act, made in a database transaction with what is written about it; left out where the library has made it.
 * @param keptSessionId the session that goes on.
 */
export async function recordFactorChange(
  { parts, visitor }: SignInContext,
  person: SignedInPerson,
  action: AccessChange,
  {
    details = {},
    keptSessionId = person.sessionId,
    change = async () => undefined,
  }: {
    readonly details?: Readonly<Record<string, unknown>>;
    readonly keptSessionId?: string;
    readonly change?: (db: pg.PoolClient) => Promise<unknown>;
  } = {},
): Promise<void> {
  await inDatabaseTransaction(parts.pool, async (db) => {
    await change(db);
    await endOtherAccess(db, person.personId, keptSessionId);
    await parts.signInLog.record(action, person, visitor, details, db);
  });
  parts.announceAccessChange(person, visitor, action);
}

/**
 * Gives a person whose factors have changed another session in place of this one, because its cookie may have been copied.
 * @throws Refusal `unauthorized` where the session has ended meanwhile: what was changed stays changed.
 */
export async function renewSession({ parts, request, cookies }: SignInContext): Promise<void> {
  try {
    const { headers } = await parts.signIn.api.renewSession({ headers: headersOf(request), returnHeaders: true });
    cookies.push(...headers.getSetCookie());
  } catch (error) {
    if (!isAPIError(error)) throw error;
    throw new Refusal('unauthorized', 'The change was made, and your session has ended; sign in again.');
  }
}

/** The session whose cookie comes with a response of the library; an empty text where it has ended. */
export async function sessionSetBy({ parts, request }: SignInContext, { headers }: LibraryResponse): Promise<string> {
  const asked = headersOf(request);
  asked.set(
    'cookie',
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; '),
  );
  return (await parts.signIn.api.getSession({ headers: asked }))?.session.id ?? '';
}

export interface LibraryResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/**
 * The library reads the path and the fields that we have read, so that both decide about the same request: what the client
 * wrote elsewhere, in the Host header above all, must not lead it to another path.
 */
export async function callLibrary({ parts, path, rule, request, body }: SignInContext): Promise<LibraryResponse> {
  const headers = headersOf(request);
  headers.set('content-type', 'application/json');
  const known = Object.fromEntries(Object.entries(body).filter(([field]) => rule.fields.includes(field)));
  const asked =
    rule.libraryMethod === 'GET' ? { method: 'GET' } : { method: request.method, body: JSON.stringify(known) };
  return await readResponse(
    await parts.signIn.handler(new Request(`${originOf(request)}${signInPath}${path}`, { ...asked, headers })),
  );
}

/** The origin of the page. It was checked before the body was read, so that the library's own check says the same. */
function originOf({ headers }: FastifyRequest): string {
  if (headers.origin === undefined) throw new Error('a request without an origin was admitted');
  return new URL(headers.origin).origin;
}

export async function readResponse(response: Response): Promise<LibraryResponse> {
  const { ok, status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { ok, status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : null };
}

export async function sendResponse(
  { reply, cookies }: SignInContext,
  { status, headers, text }: LibraryResponse,
): Promise<void> {
  reply.code(status);
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value);
  reply.header('set-cookie', [...headers.getSetCookie(), ...cookies]);
  await reply.send(text);
}

/** Whom the library has signed in; null where the second factor comes first. */
export function personOf(body: unknown): AccessOf | null {
  if (typeof body !== 'object' || body === null || !('user' in body)) return null;
  const { id, email } = body.user as { readonly id: string; readonly email: string };
  return { personId: id, email };
}
