import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFactors } from '../../../access/people/passkeys.ts';
import { identifierOf } from '../../../access/people/password-links.ts';
import { endSession, findPersonByEmail, findPersonById } from '../../../access/people/people.ts';
import { signInPath } from '../../../access/people/sign-in.ts';
import { visitorOf } from '../../../access/people/sign-in-acts.ts';
import type { AccessOf } from '../../../access/people/sign-in-log.ts';
import { refuseWithoutRecentFactor } from '../../../access/people/step-up.ts';
import { createLineLimiter } from '../../../logging/line-limiter.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { notFound, Refusal } from '../../../refusal.ts';
import { headersOf, signedBrowserOf } from './session.ts';
import { runInSignInQueue, SignInSources } from './sign-in-limits.ts';
import { addPasskey, offerPasskeys, removePasskey, signInByPasskey, startPasskey } from './sign-in-passkeys.ts';
import {
  beginAtCode,
  beginAtPassword,
  callLibrary,
  endPasswordAttempt,
  findSignedIn,
  type HandlerParts,
  isWrongPassword,
  type LibraryResponse,
  newSessionOf,
  personOf,
  readResponse,
  recordFactorChange,
  rememberBrowser,
  renewSession,
  type ServedPath,
  type SignedInPerson,
  type SignInContext,
  sendResponse,
  sessionSetBy,
  tryCode,
  tryPassword,
  welcome,
} from './sign-in-request.ts';
import { confirmByCode, confirmByPasskey, confirmByPassword } from './sign-in-step-up.ts';

/** Far more than two passwords need, and enough for a passkey. */
export const signInBodyBytesMax = 4 * 1024;

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
  '/passkey/generate-register-options': {
    perMinute: 10,
    queue: 'steps',
    fields: [],
    libraryMethod: 'GET',
    handle: startPasskey,
  },
  '/passkey/verify-registration': {
    perMinute: 10,
    queue: 'steps',
    fields: ['response', 'name'],
    handle: addPasskey,
  },
  '/passkey/delete-passkey': { perMinute: 10, queue: 'steps', fields: ['id'], handle: removePasskey },
  '/passkey/generate-authenticate-options': {
    perMinute: 20,
    queue: 'passwords',
    fields: [],
    libraryMethod: 'GET',
    handle: offerPasskeys,
  },
  '/passkey/verify-authentication': {
    perMinute: 20,
    queue: 'passwords',
    fields: ['response'],
    handle: signInByPasskey,
  },
  // Of our own: the library knows no factor that is given again in a session.
  '/step-up/code': { perMinute: 10, queue: 'steps', fields: [], handle: confirmByCode },
  '/step-up/passkey': { perMinute: 20, queue: 'steps', fields: ['response'], handle: confirmByPasskey },
  '/step-up/password': { perMinute: 10, queue: 'passwords', fields: [], handle: confirmByPassword },
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
  const attempt = await beginAtPassword(context, { email });
  const response = await tryPassword(context, attempt, { email }, (status) => status === 401);
  // With a second factor the person is signed in by the next step only.
  const person = response.ok ? personOf(response.body) : null;
  if (person !== null) {
    const session = await newSessionOf(context, response);
    if (await endOvertaken(context, person, session)) {
      throw new Refusal('unauthorized', 'A second factor was added to this account just now; sign in again.');
    }
    await welcome(context, person, null, session);
  }
  await sendResponse(context, response);
}

/**
 * Ends a session that the password alone began, where the person has got a second factor by now: the library looked for one before
 * the password, which waits its turn to be checked, and what was signed in at that time has been ended without this session.
 * @returns whether it was ended.
 */
async function endOvertaken(
  { parts }: SignInContext,
  { personId }: AccessOf,
  { sessionId }: Pick<AccessOf, 'sessionId'>,
): Promise<boolean> {
  const { hasApp, hasPasskey } = await readFactors(parts.pool, personId);
  if (!hasApp && !hasPasskey) return false;
  if (sessionId !== undefined) await endSession(parts.pool, sessionId);
  return true;
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
  if (!response.ok || person === null) return await sendResponse(context, response);
  await rememberBrowser(context, person);
  await parts.signInLog.record('person.password_set_by_link', person, visitor);
  parts.announceAccessChange(person, visitor, 'person.password_set_by_link');
  await sendResponse(context, await enterByNewPassword(context, person, response));
}

/**
 * Signs in who has just set a password by a link, with that password and as it always does: where there is a second factor the
 * response asks for it, and no session begins before it is given. Earlier sessions ended with the password.
 * @param set the library's response to the new password, which is sent where nobody can be signed in, such as a disabled person.
 */
async function enterByNewPassword(
  context: SignInContext,
  person: AccessOf,
  set: LibraryResponse,
): Promise<LibraryResponse> {
  const { parts, body, visitor } = context;
  const path = '/sign-in/email';
  const rule = { ...context.rule, fields: ['email', 'password'] };
  const asked = { email: person.email, password: body.newPassword };
  const response = await callLibrary({ ...context, path, rule, body: asked });
  if (!response.ok) return set;
  const entered = personOf(response.body);
  if (entered === null) return response;
  const session = await newSessionOf(context, response);
  if (await endOvertaken(context, entered, session)) return set;
  await parts.signInLog.record('person.signed_in', { ...entered, ...session }, visitor, { second_factor: null });
  return response;
}

async function changePassword(context: SignInContext): Promise<void> {
  const { parts, visitor } = context;
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  await refusePasswordAlone(context, person);
  const attempt = await beginAtPassword(context, person);
  const response = await tryPassword(context, attempt, person, isWrongPassword);
  if (response.ok) {
    await rememberBrowser(context, person);
    await parts.signInLog.record('person.password_changed', person, visitor);
    parts.announceAccessChange(person, visitor, 'person.password_changed');
  }
  await sendResponse(context, response);
}

async function startSecondFactor(context: SignInContext): Promise<void> {
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  await refusePasswordAlone(context, person);
  const attempt = await beginAtPassword(context, person);
  await sendResponse(context, await tryPassword(context, attempt, person, isWrongPassword));
}

/** The password that comes with a request is not enough of a person who has a second factor. @throws Refusal `factor_required` */
async function refusePasswordAlone({ parts }: SignInContext, person: SignedInPerson): Promise<void> {
  if (person.hasApp || person.hasPasskey) await refuseWithoutRecentFactor(parts.pool, person);
}

/** The second step of a sign-in, or the first code of an app that is set up. */
async function confirmByApp(context: SignInContext): Promise<void> {
  const { parts, body } = context;
  const signedIn = await findSignedIn(context);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(context.request) }));
  if (person === null || typeof body.code !== 'string') return await sendResponse(context, await callLibrary(context));
  const isAccepted = await tryCode(context, person, 'app', body.code);
  if (!isAccepted) return;
  const response = await callLibrary(context);
  if (response.ok && signedIn === null) await welcome(context, person, 'app', await newSessionOf(context, response));
  if (response.ok && signedIn !== null && !signedIn.hasApp) {
    // The library renews the session itself for the first second factor.
    const keptSessionId = signedIn.hasPasskey ? signedIn.sessionId : await sessionSetBy(context, response);
    await recordFactorChange(context, signedIn, 'person.second_factor_set_up', { keptSessionId });
    if (signedIn.hasPasskey) await renewSession(context);
    await rememberBrowser(context, person);
  }
  await sendResponse(context, response);
}

/** The second step of a sign-in without the app. The library uses the code up, once also for many requests at once. */
async function confirmByRecoveryCode(context: SignInContext): Promise<void> {
  const { parts, visitor } = context;
  const signedIn = await findSignedIn(context);
  const person = signedIn ?? (await parts.signIn.api.findChallengedPerson({ headers: headersOf(context.request) }));
  if (person === null) return await sendResponse(context, await callLibrary(context));
  // The library takes the codes of an app that is not set up to the end, too.
  if (!(await readFactors(parts.pool, person.personId)).hasApp) throw noApp();
  const attempt = await beginAtCode(context, person);
  const response = await callLibrary(context);
  if (response.ok) {
    await attempt.succeeded();
    await parts.signInLog.record('person.recovery_code_used', person, visitor);
    if (signedIn === null) await welcome(context, person, 'recovery_code', await newSessionOf(context, response));
  } else if (response.status === 401) {
    parts.signInLog.note('person.sign_in_failed', person, visitor, 'wrong_recovery_code');
  } else {
    await attempt.cancelled();
  }
  await sendResponse(context, response);
}

/** Removes the app ourselves, in the database transaction that ends other access and writes it down: the library does it in steps. */
async function turnSecondFactorOff(context: SignInContext): Promise<void> {
  const person = await confirmChange(context);
  if (person === null) return;
  const change = (db: Queryable) => db.query('DELETE FROM person_two_factor WHERE person_id = $1', [person.personId]);
  await recordFactorChange(context, person, 'person.second_factor_turned_off', { change });
  await renewSession(context);
  await rememberBrowser(context, person);
  await context.reply.header('set-cookie', context.cookies).code(200).send({ status: true });
}

async function replaceRecoveryCodes(context: SignInContext): Promise<void> {
  const { parts, visitor } = context;
  const person = await confirmChange(context);
  if (person === null) return;
  const response = await callLibrary(context);
  if (response.ok) {
    await rememberBrowser(context, person);
    await parts.signInLog.record('person.recovery_codes_replaced', person, visitor);
  }
  await sendResponse(context, response);
}

/**
 * Confirms who changes a second factor, for which the password alone is not enough: who knows it is kept out by the factor itself.
 * The password is checked first, so that a mistyped one uses up no recovery code.
 * @returns null where the request was answered.
 */
async function confirmChange(context: SignInContext): Promise<SignedInPerson | null> {
  const { parts, request, body, visitor } = context;
  const person = await findSignedIn(context);
  const { password, code } = body;
  if (person === null || typeof password !== 'string') {
    await sendResponse(context, await callLibrary(context));
    return null;
  }
  if (!person.hasApp) throw noApp();
  if (typeof code !== 'string' || code.trim() === '') {
    const sentence = 'Enter the code that your authenticator app shows, or one of your recovery codes.';
    throw new Refusal('invalid_request', sentence, { errors: { code: [sentence] } });
  }
  const attempt = await beginAtPassword(context, person);
  const checked = await readResponse(
    await parts.signIn.api.verifyPassword({ body: { password }, headers: headersOf(request), asResponse: true }),
  );
  await endPasswordAttempt(context, attempt, person, checked, isWrongPassword);
  if (!checked.ok) {
    await sendResponse(context, checked);
    return null;
  }
  const kind = /^\d+$/.test(code.trim()) ? 'app' : 'recovery_code';
  if (!(await tryCode(context, person, kind, code.trim()))) return null;
  if (kind === 'recovery_code') await parts.signInLog.record('person.recovery_code_used', person, visitor);
  return person;
}

function noApp(): Refusal {
  return new Refusal('invalid_request', 'You have no authenticator app yet; set one up first.');
}
