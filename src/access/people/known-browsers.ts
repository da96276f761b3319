import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Queryable } from '../../postgres/pool.ts';
import type { EncryptionKey } from '../../secrets/sealer.ts';

/** How long a browser stays known after its last sign-in. */
export const knownBrowserDays = 180;

/**
 * Browsers in which people have signed in, so that failures of strangers do not hold them up. A browser keeps a random number
 * with our signature in a cookie, which is recognised without the database; the database says for whom it is known.
 * Being known replaces neither the password nor the second factor.
 */
export class KnownBrowsers {
  readonly #db: Queryable;
  readonly #keys: readonly Buffer[];
  readonly #isSecure: boolean;
  readonly #cookie: string;

  constructor(parts: {
    readonly db: Queryable;
    readonly encryptionKeys: readonly EncryptionKey[];
    /** Where people reach the dashboard; https makes the cookie secure. */
    readonly baseUrl: string;
  }) {
    this.#db = parts.db;
    this.#keys = parts.encryptionKeys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'nsimbi browser', 32)));
    this.#isSecure = parts.baseUrl.startsWith('https:');
    this.#cookie = this.#isSecure ? '__Secure-nsimbi.browser' : 'nsimbi.browser';
  }

  /** The number of the browser that a request comes from; null when it has none with our signature. */
  read(request: FastifyRequest): string | null {
    const cookie = (request.headers.cookie ?? '')
      .split(';')
      .map((part) => part.trim())
      .find((part) => part.startsWith(`${this.#cookie}=`));
    if (cookie === undefined) return null;
    const [browser = '', signature = ''] = cookie.slice(this.#cookie.length + 1).split('.');
    const given = Buffer.from(signature, 'base64url');
    const isOurs = this.#keys.some((key) => {
      const expected = signatureOf(browser, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isOurs ? browser : null;
  }

  /** Whether the person with this address has signed in with this browser. */
  async isKnown(browser: string, email: string): Promise<boolean> {
    const { rows } = await this.#db.query(
      `SELECT FROM person_browser JOIN person ON person.id = person_id
        WHERE browser_hash = $1 AND email = $2 AND last_signed_in_at > clock_timestamp() - interval '${knownBrowserDays} days'`,
      [hashOf(browser), email.trim().toLowerCase()],
    );
    return rows.length > 0;
  }

  /**
   * The person has signed in: their browser is known from now on, and keeps its number where it has one.
   * @returns the cookie for the header Set-Cookie.
   */
  async remember(browser: string | null, personId: string): Promise<string> {
    const number = browser ?? randomBytes(24).toString('base64url');
    await this.#db.query(
      `INSERT INTO person_browser (browser_hash, person_id) VALUES ($1, $2)
       ON CONFLICT (person_id, browser_hash) DO UPDATE SET last_signed_in_at = clock_timestamp()`,
      [hashOf(number), personId],
    );
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key to sign with');
    const value = `${number}.${signatureOf(number, key).toString('base64url')}`;
    const attributes = `Max-Age=${knownBrowserDays * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Strict`;
    return `${this.#cookie}=${value}; ${attributes}${this.#isSecure ? '; Secure' : ''}`;
  }
}

/** A person's browsers are strangers from now on, because one of them may be somebody else's. */
export async function forgetBrowsers(db: Queryable, personId: string): Promise<void> {
  await db.query('DELETE FROM person_browser WHERE person_id = $1', [personId]);
}

function signatureOf(browser: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(browser).digest();
}

function hashOf(browser: string): Buffer {
  return createHash('sha256').update(browser).digest();
}
