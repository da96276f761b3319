import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { identifierOf } from '../../../access/people/password-links.ts';
import { findPersonByEmail, findPersonById } from '../../../access/people/people.ts';
import { type CodeResult, takeAppCode, takeRecoveryCode } from '../../../access/people/second-factor.ts';
import { signInPath } from '../../../access/people/sign-in.ts';
import { type AttemptRefusal, type Visitor, visitorOf } from '../../../access/people/sign-in-acts.ts';
import { type Attempt, beginCodeAttempt, beginPasswordAttempt } from '../../../access/people/sign-in-attempts.ts';
import type { AccessOf } from '../../../access/people/sign-in-log.ts';
import type { SignInParts } from '../../../access/people/sign-in-parts.ts';
import { createLineLimiter } from '../../../logging/line-limiter.ts';
import { notFound, Refusal } from '../../../refusal.ts';
import { browserCookie, headersOf, signedBrowserOf } from './session.ts';
import { runInSignInQueue, type SignInQueue, SignInSources } from './sign-in-limits.ts';

interface HandlerParts extends Pick<SignInParts, 'signIn' | 'browsers' | 'signInLog' | 'announceNewBrowser'> {
  readonly pool: pg.Pool;
  readonly logger: Logger;
  /** Where people reach the dashboard; https makes the browser's cookie secure. */
  readonly baseUrl: string;
}

/** Far more than two passwords need. */
export const signInBodyBytesMax = 4 * 1024;

/** One request to the sign-in. */
interface SignInContext {
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
interface ServedPath {
  /** Requests a minute from one source. */
  readonly perMinute: number;
  readonly queue: SignInQueue;
  /** The fields of the body that are passed to the library. It logs the values of fields that it does not use. */
  readonly fields: readonly string[];
  readonly handle: (context: SignInContext) => Promise<void>;
}

const served: Readonly<Record<string, ServedPath>> = {
  '/sign-in/email': { perMinute: 20, queue: 'passwords', fields: ['email', 'password'], handle: signInByPassword },
  '/sign-out': { perMinute: 300, queue: 'steps', fields: [], handle: signOut },
  '/request-password-reset': { perMinute: 5, queue: 'passwords', fields: ['email'], handle: requestPasswordReset },
  '/reset-password': { perMinute: 10, queue: 'passwords', fields: ['token', 'newPassword'], handle: setPasswordByLink },
  '/change-password': {
    perMinute: 10,
    queue: 'passwords',
    fields: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    handle: changePassword,
  },
  '/two-factor/enable': { perMinute: 10, queue: 'passwords', fields: ['password'], handle: startSecondFactor },
  '/two-factor/verify-totp': { perMinute: 10, queue: 'steps', fields: ['code'], handle: confirmByApp },
  '/two-factor/verify-backup-code': { perMinute: 10, queue: 'steps', fields: ['code'], handle: confirmByRecoveryCode },
  '/two-factor/disable': { perMinute: 10, queue: 'passwords', fields: ['password'], handle: turnSecondFactorOff },
  '/two-factor/generate-backup-codes': {
    perMinute: 10,
    queue: 'passwords',
    fields: ['password'],
    handle: replaceRecoveryCodes,
  },
};

/** The two steps in which a request below `signInPath` is handled. */
interface SignInHandler {
  /**
   * Checks a request before its body is read.
   * @throws Refusal `not_found` for a path that is not served, `rate_limited` when its source sent too many.
   */
  admit(request: FastifyRequest): void;
  /** Handles a request that was admitted. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * Handles the requests below `signInPath`. A request is refused as early as possible: by the limit of its source before the
 * body is read, by a full queue in memory, then by the delays of the account, which are counted before anything is
 * verified. The rest is passed to the sign-in library.
 */
export function createSignInHandler(parts: HandlerParts): SignInHandler {
  const sources = new SignInSources();
  const limitLines = createLineLimiter();
  return {
    admit: (request) => {
      const { path, rule } = ruleOf(request);
      const address = request.ip;
      try {
        sources.count({ path, address, browser: readBrowser(parts, request) }, rule.perMinute);
      } catch (error) {
        // In the log and not in the audit log: a stranger must not make us write to the database by being refused.
        limitLines(path, (leftOut) => {
          parts.logger.warn({ path, address, alike_since_last_line: leftOut }, 'too many requests to the sign-in');
        });
        throw error;
      }
    },
    handle: async (request, reply) => {
      const { path, rule } = ruleOf(request);
      const { body } = request;
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      const browser = readBrowser(parts, request);
      const context = {
        parts,
        path,
        rule,
        request,
        reply,
        body: isObject ? (body as Record<string, unknown>) : {},
        visitor: visitorOf(request),
        browser,
        cookies: [],
      };
      await runInSignInQueue(rule.queue, { isKnownBrowser: browser !== null }, () => rule.handle(context));
    },
  };
}

/** The number of the browser that a request comes from; null when it has none with our signature. */
function readBrowser({ browsers, baseUrl }: HandlerParts, request: FastifyRequest): string | null {
  const signed = signedBrowserOf(request, baseUrl);
  return signed === null ? null : browsers.verify(signed);
}

/** Which of the served paths a request is for. @throws Refusal `not_found` */
function ruleOf(request: FastifyRequest): { readonly path: string; readonly rule: ServedPath } {
  const path = new URL(request.url, 'http://here').pathname.slice(signInPath.length);
  const rule = Object.hasOwn(served, path) ? served[path] : undefined;
  if (rule === undefined) throw notFound();
  return { path, rule };
}

async function signInByPassword(context: SignInContext): Promise<void> {
  const { email } = context.body;
  // PostgreSQL has no text with a zero in it, and the library refuses such an address.
  if (typeof email !== 'string' || email.includes('\0')) return await sendResponse(context, await callLibrary(context));
  const attempt = await beginAtPassword(context, email);
  const response = await tryPassword(context, attempt, email, (status) => status === 401);
  // With a second factor the person is signed in by the next step only.
  const person = response.ok ? personOf(response.body) : null;
  if (person !== null) await welcome(context, person, null, response);
  await sendResponse(context, response);
}

async function signOut(context: SignInContext): Promise<void> {
  const person = await findSignedIn(context);
  const response = await callLibrary(context);
  if (response.ok && person !== null)
    await context.parts.signInLog.record('person.signed_out', person, context.visitor);
  await sendResponse(context, response);
}

async function requestPasswordReset(context: SignInContext): Promise<void> {
  const { parts, body, visitor } = context;
  const response = await callLibrary(context);
  // Looked up whether or not there is such a person: the time of the response must not reveal it.
  const person = response.ok ? await findPersonByEmail(parts.pool, String(body.email)) : null;
  if (person !== null) parts.signInLog.note('person.password_reset_requested', person, visitor);
  await sendResponse(context, response);
}

async function setPasswordByLink(context: SignInContext): Promise<void> {
  const { parts, body, visitor } = context;
  const { internalAdapter } = await parts.signIn.$context;
  const link = await internalAdapter.findVerificationValue(identifierOf(String(body.token)));
  const person = link === null ? null : await findPersonById(parts.pool, link.value);
  const response = await callLibrary(context);
  if (response.ok && person !== null) {
    await rememberBrowser(context, person);
    await parts.signInLog.record('person.password_set_by_link', person, visitor);
  }
  await sendResponse(context, response);
}

async function changePassword(context: SignInContext): Promise<void> {
  const { parts, visitor } = context;
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  const attempt = await beginAtPassword(context, person.email);
  const response = await tryPassword(context, attempt, person.email, isWrongPassword);
  if (response.ok) {
    await rememberBrowser(context, person);
    await parts.signInLog.record('person.password_changed', person, visitor);
  }
  await sendResponse(context, response);
}

async function startSecondFactor(context: SignInContext): Promise<void> {
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  const attempt = await beginAtPassword(context, person.email);
  await sendResponse(context, await tryPassword(context, attempt, person.email, isWrongPassword));
}

/** The second step of a sign-in, or the first code of an app that is set up. */
async function confirmByApp(context: SignInContext): Promise<void> {
  const { parts, body, visitor } = context;
  const signedIn = await findSignedIn(context);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(context.request) }));
  if (person === null || typeof body.code !== 'string') return await sendResponse(context, await callLibrary(context));
  const isAccepted = await tryCode(context, person, 'app', body.code);
  if (!isAccepted) return;
  const response = await callLibrary(context);
  if (response.ok && signedIn === null) await welcome(context, person, 'app', response);
  if (response.ok && signedIn !== null && !signedIn.twoFactorEnabled) {
    await rememberBrowser(context, person);
    await parts.signInLog.record('person.second_factor_set_up', person, visitor);
  }
  await sendResponse(context, response);
}

/** The second step of a sign-in without the app. The library uses the code up, once also for many requests at once. */
async function confirmByRecoveryCode(context: SignInContext): Promise<void> {
  const { parts, visitor } = context;
  const signedIn = await findSignedIn(context);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(context.request) }));
  if (person === null) return await sendResponse(context, await callLibrary(context));
  const attempt = await beginAtCode(context, person);
  const response = await callLibrary(context);
  if (response.ok) {
    await attempt.succeeded();
    await parts.signInLog.record('person.recovery_code_used', person, visitor);
    if (signedIn === null) await welcome(context, person, 'recovery_code', response);
  } else if (response.status === 401) {
    parts.signInLog.note('person.sign_in_failed', person, visitor, 'wrong_recovery_code');
  } else {
    await attempt.cancelled();
  }
  await sendResponse(context, response);
}

async function turnSecondFactorOff(context: SignInContext): Promise<void> {
  await changeSecondFactor(context, 'person.second_factor_turned_off');
}

async function replaceRecoveryCodes(context: SignInContext): Promise<void> {
  await changeSecondFactor(context, 'person.recovery_codes_replaced');
}

/**
 * Changes a second factor, for which the password alone is not enough: who knows it is kept out by the factor itself. The
 * password is checked first, so that a mistyped one uses up no recovery code.
 */
async function changeSecondFactor(
  context: SignInContext,
  action: 'person.second_factor_turned_off' | 'person.recovery_codes_replaced',
): Promise<void> {
  const { parts, request, body, visitor } = context;
  const person = await findSignedIn(context);
  const { password, code } = body;
  if (person === null || typeof password !== 'string') return await sendResponse(context, await callLibrary(context));
  if (!person.twoFactorEnabled) {
    throw new Refusal('invalid_request', 'You have no authenticator app yet; set one up first.');
  }
  if (typeof code !== 'string' || code.trim() === '') {
    const sentence = 'Enter the code that your authenticator app shows, or one of your recovery codes.';
    throw new Refusal('invalid_request', sentence, { errors: { code: [sentence] } });
  }
  const attempt = await beginAtPassword(context, person.email);
  const checked = await readResponse(
    await parts.signIn.api.verifyPassword({ body: { password }, headers: headersOf(request), asResponse: true }),
  );
  await endPasswordAttempt(context, attempt, person.email, checked, isWrongPassword);
  if (!checked.ok) return await sendResponse(context, checked);
  const kind = /^\d+$/.test(code.trim()) ? 'app' : 'recovery_code';
  const isAccepted = await tryCode(context, person, kind, code.trim());
  if (!isAccepted) return;
  if (kind === 'recovery_code') await parts.signInLog.record('person.recovery_code_used', person, visitor);
  const response = await callLibrary(context);
  if (response.ok) {
    await rememberBrowser(context, person);
    await parts.signInLog.record(action, person, visitor);
  }
  await sendResponse(context, response);
}

/** Completes a sign-in: makes the browser known and writes the audit log before the person is admitted. */
async function welcome(
  context: SignInContext,
  person: AccessOf,
  secondFactor: 'app' | 'recovery_code' | null,
  response: LibraryResponse,
): Promise<void> {
  const { parts, visitor } = context;
  const { isNew } = await rememberBrowser(context, person);
  if (isNew) parts.announceNewBrowser(person, visitor);
  const admitted = { ...person, ...(await newSessionOf(context, response)) };
  await parts.signInLog.record('person.signed_in', admitted, visitor, { second_factor: secondFactor });
}

/** The session that the library has begun with a response. Found by its token, which is kept nowhere else. */
async function newSessionOf({ parts }: SignInContext, { body }: LibraryResponse): Promise<Pick<AccessOf, 'sessionId'>> {
  const { token } = Object(body) as { readonly token?: unknown };
  if (typeof token !== 'string') return {};
  const { internalAdapter } = await parts.signIn.$context;
  const found = await internalAdapter.findSession(token);
  return found === null ? {} : { sessionId: found.session.id };
}

/** The person's browser is known from now on. */
async function rememberBrowser(
  { parts, browser, cookies }: SignInContext,
  { personId }: AccessOf,
): Promise<{ readonly isNew: boolean }> {
  const { signed, isNew } = await parts.browsers.remember(browser, personId);
  cookies.push(browserCookie(parts.baseUrl, signed));
  return { isNew };
}

/** Counts an attempt at a password. @throws Refusal `rate_limited` while failures delay it. */
async function beginAtPassword(context: SignInContext, email: string): Promise<Attempt> {
  const { parts, request, browser } = context;
  const knownBrowser = browser !== null && (await parts.browsers.isKnown(browser, email)) ? browser : null;
  try {
    return await beginPasswordAttempt(parts.pool, email, { address: request.ip, knownBrowser });
  } catch (error) {
    noteDelay(context, error, await findPersonByEmail(parts.pool, email));
    throw error;
  }
}

/** Counts an attempt at a code. @throws Refusal `rate_limited` while failures delay it. */
async function beginAtCode(context: SignInContext, person: AccessOf): Promise<Attempt> {
  const { parts, browser } = context;
  const knownBrowser = browser !== null && (await parts.browsers.isKnown(browser, person.email)) ? browser : null;
  try {
    return await beginCodeAttempt(parts.pool, person.personId, { knownBrowser });
  } catch (error) {
    noteDelay(context, error, person);
    throw error;
  }
}

function noteDelay({ parts, visitor }: SignInContext, error: unknown, person: AccessOf | null): void {
  if (error instanceof Refusal) parts.signInLog.note('person.sign_in_delayed', person, visitor);
}

/** Passes a counted attempt at a password to the library. When that throws, the attempt stays counted as a failure. */
async function tryPassword(
  context: SignInContext,
  attempt: Attempt,
  email: string,
  isWrong: (status: number, body: unknown) => boolean,
): Promise<LibraryResponse> {
  const response = await callLibrary(context);
  await endPasswordAttempt(context, attempt, email, response, isWrong);
  return response;
}

async function endPasswordAttempt(
  { parts, visitor }: SignInContext,
  attempt: Attempt,
  email: string,
  { ok, status, body }: LibraryResponse,
  isWrong: (status: number, body: unknown) => boolean,
): Promise<void> {
  if (ok) {
    await attempt.succeeded();
  } else if (isWrong(status, body)) {
    // The library makes no session for a disabled person (createSignIn).
    const reason = codeOf(body) === 'FAILED_TO_CREATE_SESSION' ? 'disabled' : 'wrong_password';
    parts.signInLog.note('person.sign_in_failed', await findPersonByEmail(parts.pool, email), visitor, reason);
  } else {
    await attempt.cancelled();
  }
}

function isWrongPassword(_status: number, body: unknown): boolean {
  return codeOf(body) === 'INVALID_PASSWORD';
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
}

/** Uses a code up and answers where it is none. @returns whether it was accepted. */
async function tryCode(
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

async function findSignedIn({
  parts,
  request,
}: SignInContext): Promise<(AccessOf & { twoFactorEnabled: boolean }) | null> {
  if (request.headers.cookie === undefined) return null;
  const found = await parts.signIn.api.getSession({ headers: headersOf(request) });
  if (found === null) return null;
  const { id, email, twoFactorEnabled } = found.user;
  return { personId: id, email, sessionId: found.session.id, twoFactorEnabled: twoFactorEnabled === true };
}

interface LibraryResponse {
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
async function callLibrary({ parts, path, rule, request, body }: SignInContext): Promise<LibraryResponse> {
  const headers = headersOf(request);
  headers.set('content-type', 'application/json');
  const known = Object.fromEntries(Object.entries(body).filter(([field]) => rule.fields.includes(field)));
  return await readResponse(
    await parts.signIn.handler(
      new Request(`${originOf(request)}${signInPath}${path}`, {
        method: request.method,
        headers,
        body: JSON.stringify(known),
      }),
    ),
  );
}

/** The origin of the page. It was checked before the body was read, so that the library's own check says the same. */
function originOf({ headers }: FastifyRequest): string {
  if (headers.origin === undefined) throw new Error('a request without an origin was admitted');
  return new URL(headers.origin).origin;
}

async function readResponse(response: Response): Promise<LibraryResponse> {
  const { ok, status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { ok, status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : null };
}

async function sendResponse(
  { reply, cookies }: SignInContext,
  { status, headers, text }: LibraryResponse,
): Promise<void> {
  reply.code(status);
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value);
  reply.header('set-cookie', [...headers.getSetCookie(), ...cookies]);
  await reply.send(text);
}

/** Whom the library has signed in; null where the second factor comes first. */
function personOf(body: unknown): AccessOf | null {
  if (typeof body !== 'object' || body === null || !('user' in body)) return null;
  const { id, email } = body.user as { readonly id: string; readonly email: string };
  return { personId: id, email };
}
