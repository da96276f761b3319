import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queryable } from '../../postgres/pool.ts';
import type { Person } from '../desk.ts';
import { addressHeader, type SignIn, signInPath } from './sign-in.ts';
import { countTry, forgetFailures, uncountTry } from './sign-in-failures.ts';

/**
 * Who has the session of a request's cookies; null for nobody. A session that is used lives on, and its cookie with it:
 * once a day the answer renews it.
 */
export async function findPerson(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<Person | null> {
  if (request.headers.cookie === undefined) return null;
  const { response: found, headers } = await signIn.api.getSession({
    headers: headersOf(request),
    returnHeaders: true,
  });
  // The cookie of an ended session stays: to take it away could take the one that came in its place meanwhile.
  if (found === null) return null;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const { id, email, name, twoFactorEnabled } = found.user;
  return { id, email, name, twoFactorEnabled: twoFactorEnabled === true, sessionId: found.session.id };
}

/**
 * Passes a request on to the sign-in library, and its answer back. Wrong passwords are counted by account, too.
 * @throws Refusal `rate_limited`
 */
export async function answerSignIn(
  db: Queryable,
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const email = triedEmailOf(request);
  if (email !== null) await countTry(db, email);
  const answer = await askLibrary(signIn, request);
  if (email !== null && answer.status === 200) await forgetFailures(db, email);
  else if (email !== null && answer.status !== 401) await uncountTry(db, email);
  reply.code(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  await reply.send(await answer.text());
}

/** Whose password a request tries; null when it does not try one. */
function triedEmailOf(request: FastifyRequest): string | null {
  if (request.method !== 'POST' || new URL(request.url, 'http://here').pathname !== `${signInPath}/sign-in/email`) {
    return null;
  }
  const { body } = request;
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' ? email : null;
}

async function askLibrary(signIn: SignIn, request: FastifyRequest): Promise<Response> {
  const hasBody = request.bodyBytes !== null;
  return await signIn.handler(
    new Request(`${request.protocol}://${request.host}${request.url}`, {
      method: request.method,
      headers: headersOf(request),
      ...(hasBody ? { body: new Uint8Array(request.bodyBytes ?? []) } : {}),
    }),
  );
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    // The length is the new request's own matter, and nobody but us says where a request comes from.
    if (value === undefined || name === 'content-length' || name.startsWith('x-')) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(addressHeader, request.ip);
  return headers;
}
