import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../postgres/pool.ts';
import type { EncryptionKey } from '../../secrets/sealer.ts';
import type { Visitor } from './sign-in-acts.ts';

/** How long a browser stays known after its last sign-in. */
export const knownBrowserDays = 180;

/**
 * Browsers in which people have signed in, so that failed attempts of strangers do not delay them. A browser keeps a random
 * number with our signature, which is verified without the database; the database says for which people it is known.
 * A known browser replaces neither the password nor the second factor.
 */
export class KnownBrowsers {
  readonly #db: Queryable;
  readonly #keys: readonly Buffer[];

  constructor(db: Queryable, encryptionKeys: readonly EncryptionKey[]) {
    this.#db = db;
    this.#keys = encryptionKeys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'nsimbi browser', 32)));
  }

  /** The number of a browser from what the browser keeps; null when the signature is not ours. */
  verify(signed: string): string | null {
    const [browser = '', signature = ''] = signed.split('.');
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
   * Makes a browser known for a person who has just signed in; it keeps its number where it has one. Where it was not known before, the
   * same statement writes that the person is to be notified (src/notifications), so that no crash loses it.
   * @param visitor from where they signed in; null where the person is mailed about the act itself.
   * @returns the number with its signature, for the browser to keep for `knownBrowserDays`.
   */
  async remember(browser: string | null, personId: string, visitor: Visitor | null): Promise<string> {
    const number = browser ?? randomBytes(24).toString('base64url');
    await this.#db.query(
      `WITH remembered AS (
         INSERT INTO person_browser (browser_hash, person_id) VALUES ($1, $2)
         ON CONFLICT (person_id, browser_hash) DO UPDATE SET last_signed_in_at = clock_timestamp()
         RETURNING xmax = 0 AS is_new
       )
       INSERT INTO notification (kind, person_id, subject, details, due_at)
       SELECT 'new_device', $2, 'sign-in with ' || encode($1, 'hex') || ' at ' || extract(epoch FROM clock_timestamp()),
              $3::jsonb || jsonb_build_object('at_ms', round(extract(epoch FROM clock_timestamp()) * 1000)), trusted_now()
         FROM remembered WHERE is_new AND $3::jsonb IS NOT NULL`,
      [hashOf(number), personId, visitor === null ? null : JSON.stringify(visitor)],
    );
    const [key] = this.#keys;
    if (key === undefined) throw new Error('there is no key to sign with');
    return `${number}.${signatureOf(number, key).toString('base64url')}`;
  }
}

/** Forgets all browsers of a person, because one of them may belong to an attacker. */
export async function forgetBrowsers(db: Queryable, personId: string): Promise<void> {
  await db.query('DELETE FROM person_browser WHERE person_id = $1', [personId]);
}

function signatureOf(browser: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(browser).digest();
}

function hashOf(browser: string): Buffer {
  return createHash('sha256').update(browser).digest();
}
