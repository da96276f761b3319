import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownBrowserDays } from '../../../access/people/known-browsers.ts';
import { addressHeader, type SignIn } from '../../../access/people/sign-in.ts';
import { visitorOf } from '../../../access/people/sign-in-acts.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import type { Person } from './context.ts';

/**
 * The person of the session in a request's cookies; null when there is none. A session that is used is extended, and its cookie too:
 * once a day the response renews it. A response that has begun can set no cookie; then the session stays as it is.
 */
export async function findPerson(
  { db, signIn }: { readonly db: Queryable; readonly signIn: SignIn },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Person | null> {
  if (request.headers.cookie === undefined) return null;
  const { response: found, headers } = await signIn.api.getSession({
    headers: headersOf(request),
    query: { disableRefresh: reply.raw.headersSent },
    returnHeaders: true,
  });
  // The cookie of an ended session stays: to take it away could take the one that came in its place meanwhile.
  if (found === null) return null;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const { id, email, name, twoFactorEnabled } = found.user;
  await noteSeen(db, id, found.session.id);
  return { id, email, name, twoFactorEnabled: twoFactorEnabled === true, sessionId: found.session.id };
}

/** Notes that a person was here, at most once a minute. */
async function noteSeen(db: Queryable, personId: string, sessionId: string): Promise<void> {
  await db.query({
    name: 'people.note_seen',
    text: `
      WITH seen AS (
        UPDATE person_session SET updated_at = clock_timestamp()
         WHERE id = $2 AND updated_at < clock_timestamp() - interval '1 minute'
      )
      UPDATE person SET last_seen_at = clock_timestamp()
       WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < clock_timestamp() - interval '1 minute')`,
    values: [personId, sessionId],
  });
}

/** The headers of a request that the sign-in library needs. Others it could quote in the log. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip });
  const { cookie, origin } = request.headers;
  const { browser } = visitorOf(request);
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (origin !== undefined) headers.set('origin', origin);
  if (browser !== null) headers.set('user-agent', browser);
  return headers;
}

/** What a known browser keeps, its number with our signature; null when the request has no such cookie. */
export function signedBrowserOf(request: FastifyRequest, baseUrl: string): string | null {
  const name = browserCookieName(baseUrl);
  const cookie = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? null;
}

/**
 * The header Set-Cookie by which a browser keeps its number.
 * @param baseUrl where people reach the dashboard; https makes the cookie secure.
 */
export function browserCookie(baseUrl: string, signed: string): string {
  const attributes = `Max-Age=${knownBrowserDays * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Strict`;
  return `${browserCookieName(baseUrl)}=${signed}; ${attributes}${isSecure(baseUrl) ? '; Secure' : ''}`;
}

function browserCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? '__Secure-nsimbi.browser' : 'nsimbi.browser';
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
