import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '../desk.ts';
import { addressHeader, type SignIn } from './sign-in.ts';

/** Who has the session of a request's cookies; null for nobody. */
export async function findPerson(signIn: SignIn, request: FastifyRequest): Promise<Person | null> {
  if (request.headers.cookie === undefined) return null;
  const found = await signIn.api.getSession({ headers: headersOf(request) });
  if (found === null) return null;
  const { id, email, name, twoFactorEnabled } = found.user;
  return { id, email, name, twoFactorEnabled: twoFactorEnabled === true };
}

/** Passes a request on to the sign-in library, and its answer back. */
export async function answerSignIn(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const hasBody = request.bodyBytes !== null;
  const answer = await signIn.handler(
    new Request(`${request.protocol}://${request.host}${request.url}`, {
      method: request.method,
      headers: headersOf(request),
      ...(hasBody ? { body: new Uint8Array(request.bodyBytes ?? []) } : {}),
    }),
  );
  reply.code(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  await reply.send(await answer.text());
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
