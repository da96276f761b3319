import {
  describePasskeys,
  findPasskeyOwner,
  listPasskeys,
  passkeyNameLengthMax,
  passkeySite,
  passkeysMax,
} from '../../../access/people/passkeys.ts';
import { endSession } from '../../../access/people/people.ts';
import type { AccessOf } from '../../../access/people/sign-in-log.ts';
import { refuseWithoutRecentFactor } from '../../../access/people/step-up.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { invalidField, notFound, Refusal } from '../../../refusal.ts';
import { headersOf } from './session.ts';
import {
  beginAtPasskey,
  callLibrary,
  codeOf,
  findSignedIn,
  type LibraryResponse,
  personOf,
  recordFactorChange,
  rememberBrowser,
  renewSession,
  type SignedInPerson,
  type SignInContext,
  sendResponse,
  welcome,
} from './sign-in-request.ts';

/** The first step of adding a passkey: what the browser asks the authenticator to make. */
export async function startPasskey(context: SignInContext): Promise<void> {
  refuseWithoutSite(context);
  const { pool } = context.parts;
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  await refuseWithoutRecentFactor(pool, person);
  await refuseTooMany(pool, person);
  await sendResponse(context, await callLibrary(context));
}

async function refuseTooMany(db: Queryable, { personId }: AccessOf): Promise<void> {
  if ((await listPasskeys(db, personId)).length < passkeysMax) return;
  throw new Refusal('invalid_request', `You have ${passkeysMax} passkeys; remove one before you add another.`);
}

/** The second step of adding a passkey: keeps what the authenticator made, under a name. */
export async function addPasskey(context: SignInContext): Promise<void> {
  refuseWithoutSite(context);
  const { parts, body } = context;
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  await refuseWithoutRecentFactor(parts.pool, person);
  await refuseTooMany(parts.pool, person);
  const name = typeof body.name === 'string' ? body.name.trim() : '';
  if (name === '' || name.length > passkeyNameLengthMax || name.includes('\0')) {
    throw invalidField('name', `Give the passkey a name of 1 to ${passkeyNameLengthMax} characters.`);
  }
  const response = await callWithChallenge(context);
  if (!response.ok) return await sendPasskeyFailure(context, response);
  await recordFactorChange(context, person, 'person.passkey_added', { details: { passkey: name } });
  await renewSession(context);
  await rememberBrowser(context, person);
  await sendResponse(context, { ...response, text: JSON.stringify({ name }) });
}

/** Removes one of the person's own passkeys. */
export async function removePasskey(context: SignInContext): Promise<void> {
  const { parts, body } = context;
  const person = await findSignedIn(context);
  if (person === null) return await sendResponse(context, await callLibrary(context));
  await refuseWithoutRecentFactor(parts.pool, person);
  const passkey = (await listPasskeys(parts.pool, person.personId)).find(({ id }) => id === body.id);
  if (passkey === undefined) throw notFound();
  const response = await callLibrary(context);
  if (response.ok) {
    await recordFactorChange(context, person, 'person.passkey_removed', { details: { passkey: passkey.name } });
    await renewSession(context);
    await rememberBrowser(context, person);
  }
  await sendResponse(context, response);
}

/**
 * What the browser asks an authenticator to sign. Of somebody signed in, the library names their own passkeys; as the second step
 * of a sign-in (`second_step`), those of the person whose password was right; else none, and the person chooses.
 */
export async function offerPasskeys(context: SignInContext): Promise<void> {
  refuseWithoutSite(context);
  const { parts, request, body } = context;
  const challenged =
    body.second_step === true ? await parts.signIn.api.findChallengedPerson({ headers: headersOf(request) }) : null;
  const response = await callLibrary(context);
  if (!response.ok) return await sendPasskeyFailure(context, response);
  const options = {
    ...(response.body as object),
    // The library prefers it, and afterwards requires it (createSignIn).
    userVerification: 'required',
    ...(challenged === null ? {} : { allowCredentials: await describePasskeys(parts.pool, challenged.personId) }),
  };
  await sendResponse(context, { ...response, text: JSON.stringify(options) });
}

/** Signs in with a passkey, which is possession and verification at once: two factors, with or without a password before. */
export async function signInByPasskey(context: SignInContext): Promise<void> {
  refuseWithoutSite(context);
  const { response, owner } = await tryPasskey(context, null);
  if (!response.ok || owner === null) return await sendPasskeyFailure(context, response);
  await welcome(context, owner, 'passkey', { sessionId: sessionIdOf(response) });
  await sendResponse(context, { ...response, text: JSON.stringify({ signed_in: true }) });
}

/** The session that the library has begun with a passkey. */
export function sessionIdOf({ body }: LibraryResponse): string {
  return (body as { readonly session: { readonly id: string } }).session.id;
}

/** @returns the refusal of a passkey that is not the person's. */
export function passkeyOfOther(): Refusal {
  return new Refusal('invalid_request', 'This passkey belongs to another account; use one of your own.');
}

/**
 * Passes a counted attempt with a passkey to the library, which makes a session where it is right.
 * @param expected who is signed in, whose own passkey it should be; null for anybody's.
 * @returns also whom the library has signed in: the passkey may have been added or removed since we looked.
 */
export async function tryPasskey(
  context: SignInContext,
  expected: SignedInPerson | null,
): Promise<{ readonly response: LibraryResponse; readonly owner: AccessOf | null }> {
  const { parts, body, visitor } = context;
  const credentialId = credentialIdOf(body.response);
  if (credentialId === null) throw invalidField('response', 'response must be what the browser made with the passkey.');
  const known = await findPasskeyOwner(parts.pool, credentialId);
  if (known === null) {
    const response = await callWithChallenge(context);
    if (response.status === 401) parts.signInLog.note('person.sign_in_failed', expected, visitor, 'unknown_passkey');
    return await withOwner(context, response, credentialId);
  }
  if (expected !== null && known.personId !== expected.personId) throw passkeyOfOther();
  const tried = expected ?? known;
  const attempt = await beginAtPasskey(context, tried);
  const response = await callWithChallenge(context);
  if (response.ok) {
    await attempt.succeeded();
  } else if (codeOf(response.body) === 'CHALLENGE_NOT_FOUND') {
    await attempt.cancelled();
  } else {
    const reason = codeOf(response.body) === 'FAILED_TO_CREATE_SESSION' ? 'disabled' : 'wrong_passkey';
    parts.signInLog.note('person.sign_in_failed', tried, visitor, reason);
  }
  return await withOwner(context, response, credentialId);
}

/** A passkey that was removed while it was used lets nobody in: its sessions were ended before this one began. */
async function withOwner(
  { parts }: SignInContext,
  response: LibraryResponse,
  credentialId: string,
): Promise<{ readonly response: LibraryResponse; readonly owner: AccessOf | null }> {
  const owner = response.ok ? personOf(response.body) : null;
  if (owner === null) return { response, owner };
  const now = await findPasskeyOwner(parts.pool, credentialId);
  if (now?.personId === owner.personId) return { response, owner };
  await endSession(parts.pool, sessionIdOf(response));
  return { response: failure(401, 'PASSKEY_NOT_FOUND'), owner: null };
}

/** Passes a request with a challenge of the library's to it. Its cookie may hold another of our signed texts, which is no challenge. */
async function callWithChallenge(context: SignInContext): Promise<LibraryResponse> {
  try {
    return await callLibrary(context);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failure(400, 'CHALLENGE_NOT_FOUND');
  }
}

function failure(status: number, code: string): LibraryResponse {
  const headers = new Headers({ 'content-type': 'application/json' });
  return { ok: false, status, headers, text: JSON.stringify({ code }), body: { code } };
}

/** An id longer than this is none (Web Authentication Level 2, section 4: 1023 bytes, here in base64url). */
const credentialIdLengthMax = 1_364;

function credentialIdOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('id' in response)) return null;
  const { id } = response;
  return typeof id === 'string' && id.length <= credentialIdLengthMax && /^[\w-]+$/.test(id) ? id : null;
}

function refuseWithoutSite({ parts }: SignInContext): void {
  if (passkeySite(parts.baseUrl) !== null) return;
  throw new Refusal('invalid_request', 'Passkeys need an https address with a domain name; ask an administrator.');
}

/** By the codes of the library, whose messages are not for people. */
const sentences: Readonly<Record<string, string>> = {
  CHALLENGE_NOT_FOUND: 'That took too long; try again.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here. Sign in with your password, and add it again.',
  USER_NOT_VERIFIED: 'The device did not check that it is you. Use a passkey with a PIN, a fingerprint or your face.',
  FAILED_TO_CREATE_SESSION: 'This account is disabled; ask an administrator.',
};

/** Answers with a sentence for a person. An error of the browser's data is no error of ours, as which the library reports some. */
export async function sendPasskeyFailure(context: SignInContext, response: LibraryResponse): Promise<void> {
  const code = codeOf(response.body);
  const message = sentences[String(code)] ?? 'The passkey was not accepted; try again.';
  const isOver = code === 'UNAUTHORIZED';
  await sendResponse(context, {
    ...response,
    status: response.status === 500 ? 400 : response.status,
    text: isOver ? response.text : JSON.stringify({ code, message }),
  });
}
