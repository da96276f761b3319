import { endSession } from '../../../access/people/people.ts';
import { noteFactorGiven } from '../../../access/people/step-up.ts';
import { Refusal } from '../../../refusal.ts';
import { headersOf } from './session.ts';
import { passkeyOfOther, sendPasskeyFailure, sessionIdOf, tryPasskey } from './sign-in-passkeys.ts';
import {
  beginAtPassword,
  endPasswordAttempt,
  findSignedIn,
  isWrongPassword,
  readResponse,
  type SignedInPerson,
  type SignInContext,
  sendResponse,
  tryCode,
} from './sign-in-request.ts';

/** Confirms somebody signed in by a code of their app or a recovery code. The attempts count as those of a sign-in. */
export async function confirmByCode(context: SignInContext): Promise<void> {
  const { parts, body, visitor } = context;
  const person = await requireSignedIn(context);
  if (!person.hasApp) throw notTheirFactor();
  const code = typeof body.code === 'string' ? body.code.trim() : '';
  const kind = /^\d+$/.test(code) ? 'app' : 'recovery_code';
  if (!(await tryCode(context, person, kind, code))) return;
  if (kind === 'recovery_code') await parts.signInLog.record('person.recovery_code_used', person, visitor);
  await confirm(context, person, kind);
}

/** Confirms somebody signed in by one of their own passkeys. */
export async function confirmByPasskey(context: SignInContext): Promise<void> {
  const { parts } = context;
  const person = await requireSignedIn(context);
  const { response, owner } = await tryPasskey({ ...context, path: '/passkey/verify-authentication' }, person);
  if (!response.ok) return await sendPasskeyFailure(context, response);
  // The library has signed its owner in once more. The session in which they work goes on instead, with what it is doing.
  await endSession(parts.pool, sessionIdOf(response));
  if (owner?.personId !== person.personId) throw passkeyOfOther();
  await confirm(context, person, 'passkey');
}

/** Confirms somebody signed in by their password, where they have no second factor. */
export async function confirmByPassword(context: SignInContext): Promise<void> {
  const { parts, body, request } = context;
  const person = await requireSignedIn(context);
  if (person.hasApp || person.hasPasskey) throw notTheirFactor();
  const password = typeof body.password === 'string' ? body.password : '';
  const attempt = await beginAtPassword(context, person);
  const checked = await readResponse(
    await parts.signIn.api.verifyPassword({ body: { password }, headers: headersOf(request), asResponse: true }),
  );
  await endPasswordAttempt(context, attempt, person, checked, isWrongPassword);
  if (isWrongPassword(checked.status, checked.body)) {
    await context.reply.code(400).send({ code: 'INVALID_PASSWORD', message: 'This password is wrong.' });
    return;
  }
  if (!checked.ok) return await sendResponse(context, checked);
  await confirm(context, person, 'password');
}

async function requireSignedIn(context: SignInContext): Promise<SignedInPerson> {
  const person = await findSignedIn(context);
  if (person === null) throw new Refusal('unauthorized', 'Your session has ended; sign in again.');
  return person;
}

function notTheirFactor(): Refusal {
  return new Refusal('invalid_request', 'Your identity cannot be confirmed in this way; reload the page.');
}

async function confirm(
  { parts, reply, visitor }: SignInContext,
  person: SignedInPerson,
  factor: 'app' | 'recovery_code' | 'passkey' | 'password',
): Promise<void> {
  await noteFactorGiven(parts.pool, person.sessionId);
  await parts.signInLog.record('person.confirmed', person, visitor, { factor });
  await reply.code(200).send({ confirmed: true });
}
