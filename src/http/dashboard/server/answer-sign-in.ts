import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { MemoryRateLimitStore } from '../../../access/memory-rate-limit-store.ts';
import { identifierOf } from '../../../access/people/password-links.ts';
import { findPersonByEmail, findPersonById } from '../../../access/people/people.ts';
import { type CodeResult, takeAppCode, takeRecoveryCode } from '../../../access/people/second-factor.ts';
import type { PeopleServices } from '../../../access/people/services.ts';
import { signInPath } from '../../../access/people/sign-in.ts';
import { type AttemptRefusal, type Visitor, visitorOf } from '../../../access/people/sign-in-acts.ts';
import { type Attempt, beginCodeAttempt, beginPasswordAttempt } from '../../../access/people/sign-in-attempts.ts';
import type { AccessOf } from '../../../access/people/sign-in-log.ts';
import { inSignInQueue, type SignInQueue } from '../../../access/people/sign-in-queue.ts';
import { subscriberOf } from '../../../access/subscriber.ts';
import { Refusal } from '../../../refusal.ts';
import { onceASecond } from '../../once-a-second.ts';
import { notFound } from '../../refusal-of-error.ts';
import { headersOf } from './session.ts';

/** What answering a sign-in needs. */
interface SignInParts extends Pick<PeopleServices, 'signIn' | 'browsers' | 'signInLog'> {
  readonly pool: pg.Pool;
  readonly logger: Logger;
}

/** Far more than two passwords need. */
export const signInBodyBytesMax = 4 * 1024;

/** One request to the sign-in. */
interface Asked {
  readonly parts: SignInParts;
  /** Which of the served paths it is. */
  readonly path: string;
  readonly rule: ServedPath;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: Readonly<Record<string, unknown>>;
  readonly visitor: Visitor;
  /** The number of the browser; null where it has none of ours. */
  readonly browser: string | null;
  /** Cookies of ours that go with the answer. */
  readonly cookies: string[];
}

/** A path of the sign-in. The library has more; only these are served. */
interface ServedPath {
  /** Requests a minute of one source. */
  readonly perMinute: number;
  /** Where it waits for its turn. */
  readonly queue: SignInQueue;
  /** The fields of the body that the library gets. It has more, which nobody uses and whose values it logs. */
  readonly fields: readonly string[];
  readonly answer: (asked: Asked) => Promise<void>;
}

const served: Readonly<Record<string, ServedPath>> = {
  '/sign-in/email': { perMinute: 20, queue: 'passwords', fields: ['email', 'password'], answer: signInByPassword },
  '/sign-out': { perMinute: 300, queue: 'steps', fields: [], answer: signOut },
  '/request-password-reset': { perMinute: 5, queue: 'passwords', fields: ['email'], answer: requestPasswordReset },
  '/reset-password': { perMinute: 10, queue: 'passwords', fields: ['token', 'newPassword'], answer: setPasswordByLink },
  '/change-password': {
    perMinute: 10,
    queue: 'passwords',
    fields: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    answer: changePassword,
  },
  '/two-factor/enable': { perMinute: 10, queue: 'passwords', fields: ['password'], answer: startSecondFactor },
  '/two-factor/verify-totp': { perMinute: 10, queue: 'steps', fields: ['code'], answer: confirmByApp },
  '/two-factor/verify-backup-code': { perMinute: 10, queue: 'steps', fields: ['code'], answer: confirmByRecoveryCode },
  '/two-factor/disable': { perMinute: 10, queue: 'passwords', fields: ['password'], answer: turnSecondFactorOff },
  '/two-factor/generate-backup-codes': {
    perMinute: 10,
    queue: 'passwords',
    fields: ['password'],
    answer: replaceRecoveryCodes,
  },
};

/** The two parts in which a request below `signInPath` is handled. */
interface SignInAnswer {
  /**
   * Looks at a request before its body is read.
   * @throws Refusal `not_found` for a path that is not served, `rate_limited` when its source sent too many.
   */
  admit(request: FastifyRequest): void;
  /** Answers a request that was admitted. */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/**
 * Answers the requests below `signInPath`. What is refused is refused as early as can be: by the source's limit before the
 * body is read, by a full queue in memory, then by the delays of the account, which are counted before anything is
 * verified. What is left goes to the sign-in library.
 */
export function createSignInAnswer(parts: SignInParts): SignInAnswer {
  const sources = new SignInSources();
  const limitLines = onceASecond();
  return {
    admit: (request) => {
      const { path, rule } = ruleOf(request);
      const address = request.ip;
      try {
        sources.count({ path, address, browser: parts.browsers.read(request) }, rule.perMinute);
      } catch (error) {
        // In the log and not in the audit log: a stranger must not make us write to the database by being refused.
        limitLines(path, (leftOut) => {
          parts.logger.warn({ path, address, alike_since_last_line: leftOut }, 'too many requests to the sign-in');
        });
        throw error;
      }
    },
    answer: async (request, reply) => {
      const { path, rule } = ruleOf(request);
      const { body } = request;
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      const browser = parts.browsers.read(request);
      const asked = {
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
      await inSignInQueue(rule.queue, { isKnownBrowser: browser !== null }, () => rule.answer(asked));
    },
  };
}

/** Which of the served paths a request asks for. @throws Refusal `not_found` */
function ruleOf(request: FastifyRequest): { readonly path: string; readonly rule: ServedPath } {
  const path = new URL(request.url, 'http://here').pathname.slice(signInPath.length);
  const rule = Object.hasOwn(served, path) ? served[path] : undefined;
  if (rule === undefined) throw notFound();
  return { path, rule };
}

async function signInByPassword(asked: Asked): Promise<void> {
  const { email } = asked.body;
  // PostgreSQL has no text with a zero in it, and the library refuses such an address.
  if (typeof email !== 'string' || email.includes('\0')) return await pass(asked, await askLibrary(asked));
  const attempt = await beginAtPassword(asked, email);
  const answer = await tryPassword(asked, attempt, email, (status) => status === 401);
  // With a second factor the person is signed in by the next step only.
  const person = answer.ok ? personOf(answer.body) : null;
  if (person !== null) await welcome(asked, person, null);
  await pass(asked, answer);
}

async function signOut(asked: Asked): Promise<void> {
  const person = await findSignedIn(asked);
  const answer = await askLibrary(asked);
  if (answer.ok && person !== null) await asked.parts.signInLog.record('person.signed_out', person, asked.visitor);
  await pass(asked, answer);
}

async function requestPasswordReset(asked: Asked): Promise<void> {
  const { parts, body, visitor } = asked;
  const answer = await askLibrary(asked);
  // Looked up whether or not there is such a person: the time of the answer must not reveal it.
  const person = answer.ok ? await findPersonByEmail(parts.pool, String(body.email)) : null;
  if (person !== null) parts.signInLog.note('person.password_reset_requested', person, visitor);
  await pass(asked, answer);
}

async function setPasswordByLink(asked: Asked): Promise<void> {
  const { parts, body, visitor } = asked;
  const { internalAdapter } = await parts.signIn.$context;
  const link = await internalAdapter.findVerificationValue(identifierOf(String(body.token)));
  const person = link === null ? null : await findPersonById(parts.pool, link.value);
  const answer = await askLibrary(asked);
  if (answer.ok && person !== null) {
    await rememberBrowser(asked, person);
    await parts.signInLog.record('person.password_set_by_link', person, visitor);
  }
  await pass(asked, answer);
}

async function changePassword(asked: Asked): Promise<void> {
  const { parts, visitor } = asked;
  const person = await findSignedIn(asked);
  if (person === null) return await pass(asked, await askLibrary(asked));
  const attempt = await beginAtPassword(asked, person.email);
  const answer = await tryPassword(asked, attempt, person.email, isWrongPassword);
  if (answer.ok) {
    await rememberBrowser(asked, person);
    await parts.signInLog.record('person.password_changed', person, visitor);
  }
  await pass(asked, answer);
}

async function startSecondFactor(asked: Asked): Promise<void> {
  const person = await findSignedIn(asked);
  if (person === null) return await pass(asked, await askLibrary(asked));
  const attempt = await beginAtPassword(asked, person.email);
  await pass(asked, await tryPassword(asked, attempt, person.email, isWrongPassword));
}

/** The second step of a sign-in, or the first code of an app that is set up. */
async function confirmByApp(asked: Asked): Promise<void> {
  const { parts, body, visitor } = asked;
  const signedIn = await findSignedIn(asked);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(asked.request) }));
  if (person === null || typeof body.code !== 'string') return await pass(asked, await askLibrary(asked));
  const isAccepted = await tryCode(asked, person, 'app', body.code);
  if (!isAccepted) return;
  const answer = await askLibrary(asked);
  if (answer.ok && signedIn === null) await welcome(asked, person, 'app');
  if (answer.ok && signedIn !== null && !signedIn.twoFactorEnabled) {
    await rememberBrowser(asked, person);
    await parts.signInLog.record('person.second_factor_set_up', person, visitor);
  }
  await pass(asked, answer);
}

/** The second step of a sign-in without the app. The library uses the code up, once also for many requests at once. */
async function confirmByRecoveryCode(asked: Asked): Promise<void> {
  const { parts, visitor } = asked;
  const signedIn = await findSignedIn(asked);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(asked.request) }));
  if (person === null) return await pass(asked, await askLibrary(asked));
  const attempt = await beginAtCode(asked, person);
  const answer = await askLibrary(asked);
  if (answer.ok) {
    await attempt.succeeded();
    await parts.signInLog.record('person.recovery_code_used', person, visitor);
    if (signedIn === null) await welcome(asked, person, 'recovery_code');
  } else if (answer.status === 401) {
    parts.signInLog.note('person.sign_in_failed', person, visitor, 'wrong_recovery_code');
  } else {
    await attempt.cancelled();
  }
  await pass(asked, answer);
}

async function turnSecondFactorOff(asked: Asked): Promise<void> {
  await changeSecondFactor(asked, 'person.second_factor_turned_off');
}

async function replaceRecoveryCodes(asked: Asked): Promise<void> {
  await changeSecondFactor(asked, 'person.recovery_codes_replaced');
}

/**
 * Changes a second factor, for which the password alone is not enough: who knows it is kept out by the factor itself. The
 * password is checked first, so that a mistyped one uses up no recovery code.
 */
async function changeSecondFactor(
  asked: Asked,
  action: 'person.second_factor_turned_off' | 'person.recovery_codes_replaced',
): Promise<void> {
  const { parts, request, body, visitor } = asked;
  const person = await findSignedIn(asked);
  const { password, code } = body;
  if (person === null || typeof password !== 'string') return await pass(asked, await askLibrary(asked));
  if (!person.twoFactorEnabled) {
    throw new Refusal('invalid_request', 'You have no authenticator app yet; set one up first.');
  }
  if (typeof code !== 'string' || code.trim() === '') {
    const sentence = 'Enter the code that your authenticator app shows, or one of your recovery codes.';
    throw new Refusal('invalid_request', sentence, { errors: { code: [sentence] } });
  }
  const attempt = await beginAtPassword(asked, person.email);
  const checked = await answerOf(
    await parts.signIn.api.verifyPassword({ body: { password }, headers: headersOf(request), asResponse: true }),
  );
  await endPasswordAttempt(asked, attempt, person.email, checked, isWrongPassword);
  if (!checked.ok) return await pass(asked, checked);
  const kind = /^\d+$/.test(code.trim()) ? 'app' : 'recovery_code';
  const isAccepted = await tryCode(asked, person, kind, code.trim());
  if (!isAccepted) return;
  if (kind === 'recovery_code') await parts.signInLog.record('person.recovery_code_used', person, visitor);
  const answer = await askLibrary(asked);
  if (answer.ok) {
    await rememberBrowser(asked, person);
    await parts.signInLog.record(action, person, visitor);
  }
  await pass(asked, answer);
}

/** The sign-in is whole: the browser is known from now on, and the audit log says so before the person is let in. */
async function welcome(asked: Asked, person: AccessOf, secondFactor: 'app' | 'recovery_code' | null): Promise<void> {
  const { parts, visitor } = asked;
  await rememberBrowser(asked, person);
  await parts.signInLog.record('person.signed_in', person, visitor, { second_factor: secondFactor });
}

/** The person's browser is known from now on. */
async function rememberBrowser({ parts, browser, cookies }: Asked, { personId }: AccessOf): Promise<void> {
  cookies.push(await parts.browsers.remember(browser, personId));
}

/** Counts an attempt at a password. @throws Refusal `rate_limited` while failures delay it. */
async function beginAtPassword(asked: Asked, email: string): Promise<Attempt> {
  const { parts, request, browser } = asked;
  const knownBrowser = browser !== null && (await parts.browsers.isKnown(browser, email)) ? browser : null;
  try {
    return await beginPasswordAttempt(parts.pool, email, { address: request.ip, knownBrowser });
  } catch (error) {
    noteDelay(asked, error, await findPersonByEmail(parts.pool, email));
    throw error;
  }
}

/** Counts an attempt at a code. @throws Refusal `rate_limited` while failures delay it. */
async function beginAtCode(asked: Asked, person: AccessOf): Promise<Attempt> {
  const { parts, browser } = asked;
  const knownBrowser = browser !== null && (await parts.browsers.isKnown(browser, person.email)) ? browser : null;
  try {
    return await beginCodeAttempt(parts.pool, person.personId, { knownBrowser });
  } catch (error) {
    noteDelay(asked, error, person);
    throw error;
  }
}

function noteDelay({ parts, visitor }: Asked, error: unknown, person: AccessOf | null): void {
  if (error instanceof Refusal) parts.signInLog.note('person.sign_in_delayed', person, visitor);
}

/** Asks the library about a password whose attempt is counted. An error in between leaves it counted as a failure. */
async function tryPassword(
  asked: Asked,
  attempt: Attempt,
  email: string,
  isWrong: (status: number, body: unknown) => boolean,
): Promise<LibraryAnswer> {
  const answer = await askLibrary(asked);
  await endPasswordAttempt(asked, attempt, email, answer, isWrong);
  return answer;
}

async function endPasswordAttempt(
  { parts, visitor }: Asked,
  attempt: Attempt,
  email: string,
  { ok, status, body }: LibraryAnswer,
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
async function tryCode(asked: Asked, person: AccessOf, kind: 'app' | 'recovery_code', code: string): Promise<boolean> {
  const { parts, reply, visitor } = asked;
  const attempt = await beginAtCode(asked, person);
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

/** With the codes of the library, which the browser tells from the end of a session. */
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

async function findSignedIn({ parts, request }: Asked): Promise<(AccessOf & { twoFactorEnabled: boolean }) | null> {
  if (request.headers.cookie === undefined) return null;
  const found = await parts.signIn.api.getSession({ headers: headersOf(request) });
  if (found === null) return null;
  const { id, email, twoFactorEnabled } = found.user;
  return { personId: id, email, twoFactorEnabled: twoFactorEnabled === true };
}

interface LibraryAnswer {
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
async function askLibrary({ parts, path, rule, request, body }: Asked): Promise<LibraryAnswer> {
  const headers = headersOf(request);
  headers.set('content-type', 'application/json');
  const known = Object.fromEntries(Object.entries(body).filter(([field]) => rule.fields.includes(field)));
  return await answerOf(
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

async function answerOf(response: Response): Promise<LibraryAnswer> {
  const { ok, status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { ok, status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : null };
}

async function pass({ reply, cookies }: Asked, { status, headers, text }: LibraryAnswer): Promise<void> {
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

/**
 * Counts requests to the sign-in per minute and source. Always in memory: a stranger must not make us write to the database
 * by being refused. A browser that signed in before is a source of its own, because mobile carriers share addresses.
 */
class SignInSources {
  readonly #store = new MemoryRateLimitStore();

  /** Counts one request. @throws Refusal `rate_limited` when there were too many in this minute. */
  count(
    source: { readonly path: string; readonly address: string; readonly browser: string | null },
    max: number,
  ): void {
    const { path, address, browser } = source;
    const from = browser === null ? subscriberOf(address) : `browser ${browser}`;
    const { hits, endsAtSeconds } = this.#store.count(`${path} ${from}`, 1);
    if (hits <= max) return;
    const retryAfterSeconds = Math.max(1, endsAtSeconds - Math.floor(Date.now() / 1_000));
    throw new Refusal('rate_limited', `Too many requests from here; try again in ${retryAfterSeconds} seconds.`, {
      retryAfterSeconds,
    });
  }
}
