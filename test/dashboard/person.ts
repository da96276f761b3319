import { recordAudit, serviceActor } from '../../src/access/audit-log.ts';
import { newPassword, putPerson } from '../../src/access/people/credentials.ts';
import { giveClientRole } from '../../src/access/people/memberships.ts';
import type { ClientRole, PlatformRole } from '../../src/access/people/rights.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import type { Answer, World } from '../journeys/world.ts';

/** A person with a password, and their role. */
export interface Credentials {
  readonly personId: string;
  readonly email: string;
  readonly password: string;
}

let people = 0;

/** The acts of a first start that made an administrator: the audit compares the roles of people with such acts. */
export async function recordPerson(
  db: Queryable,
  email: string,
  platformRole: PlatformRole | null,
  ofClients: readonly (readonly [clientId: number, role: ClientRole])[],
): Promise<void> {
  const act = { actor: serviceActor('test'), action: 'person.created', subject: `person ${email}` };
  const acts = ofClients.map(([clientId, role]) => ({
    ...act,
    details: { platform_role: platformRole, client_id: clientId, role },
  }));
  await recordAudit(db, acts.length === 0 ? [{ ...act, details: { platform_role: platformRole } }] : acts);
}

/** A new person with a role of the service's staff, with roles at clients, or both. */
export async function createPerson(
  world: { readonly database: Pick<World['database'], 'pool'> },
  roles: { readonly platform?: PlatformRole; readonly clients?: Readonly<Record<number, ClientRole>> } = {},
): Promise<Credentials> {
  people += 1;
  const email = `person${people}@example.ug`;
  const password = newPassword();
  const { pool } = world.database;
  const name = `Person ${people}`;
  const personId = await putPerson(pool, { email, name, platformRole: roles.platform ?? null, password });
  const ofClients = Object.entries(roles.clients ?? {}).map(([clientId, role]) => [Number(clientId), role] as const);
  for (const [clientId, role] of ofClients) await giveClientRole(pool, { personId, clientId, role, actor: 'test' });
  await recordPerson(pool, email, roles.platform ?? null, ofClients);
  return { personId, email, password };
}

/** Signs in over HTTP as a browser does. */
export async function signIn(
  baseUrl: string,
  { email, password }: Omit<Credentials, 'personId'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<SignedIn> {
  const visitor = new SignedIn(baseUrl, '', headers);
  const answer = await visitor.post('/auth/sign-in/email', { email, password });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return new SignedIn(baseUrl, cookiesOf(answer.headers), headers);
}

/** A person who is signed in, and what they sign in with. */
export type Person = SignedIn & { readonly credentials: Credentials };

/** A new person, signed in. */
export async function signedIn(
  world: World,
  roles: { readonly platform?: PlatformRole; readonly clients?: Readonly<Record<number, ClientRole>> } = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Person> {
  const credentials = await createPerson(world, roles);
  return Object.assign(await signIn(world.baseUrl, credentials, headers), { credentials });
}

/** Sets a password with the link of an invitation, which its inviter is shown where no mail server is configured, and signs in. */
export async function enterByLink(baseUrl: string, link: string, email: string): Promise<SignedIn> {
  const password = newPassword();
  const token = new URL(link).searchParams.get('token');
  const answer = await new SignedIn(baseUrl, '').post('/auth/reset-password', { token, newPassword: password });
  if (answer.status !== 200) throw new Error(`the link answered ${answer.status}: ${answer.text}`);
  return await signIn(baseUrl, { email, password });
}

/** Gives a person an authenticator app as the database knows it, of which nobody has the secret; their sessions go on. */
export async function giveApp(world: World, personId: string): Promise<void> {
  await world.database.pool.query(
    `INSERT INTO person_two_factor (id, person_id, secret, backup_codes, verified) VALUES ('app of ' || $1, $1, 'x', 'x', true)`,
    [personId],
  );
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** A browser's session, speaking to the dashboard's own API; paths begin behind /dashboard/api. */
export class SignedIn {
  readonly baseUrl: string;
  /** The header Cookie. */
  readonly cookie: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, cookie: string, headers: Readonly<Record<string, string>> = {}) {
    this.baseUrl = baseUrl;
    this.cookie = cookie;
    this.headers = headers;
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  }

  put(path: string, body: object): Promise<Answer> {
    return this.ask('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  delete(path: string): Promise<Answer> {
    return this.ask('DELETE', path);
  }

  /** Any request; `body` as it goes on the wire. */
  async ask(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.baseUrl}/dashboard/api${path}`, {
      method,
      headers: { cookie: this.cookie, origin: this.baseUrl, ...this.headers, ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
  }
}
