import type { Notices } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Refusal } from '../refusal.ts';
import { isAllowed } from './allowed-ips.ts';
import { readApiKey, secretMatches } from './api-key-text.ts';
import type { KnownKey } from './find-api-keys.ts';
import { KnownKeys } from './known-keys.ts';
import { LastUsed } from './last-used.ts';
import type { Principal } from './principal.ts';

export interface Authenticator {
  /**
   * The principal of the API key in an Authorization header. Returns at once when the key is cached.
   * @param address where the request comes from.
   * @throws Refusal `unauthorized`, `key_expired` or `ip_not_allowed`.
   */
  authenticate(authorization: string | undefined, address: string): Principal | Promise<Principal>;
  /** Writes when keys were last used and closes. */
  close(): Promise<void>;
}

/** Authenticates API keys. @param onError is called when the times of last use could not be written. */
export function createAuthenticator(parts: {
  pool: Queryable;
  notices: Pick<Notices, 'heartbeatAgeMs' | 'onGap' | 'subscribe'>;
  onError: (error: unknown) => void;
}): Authenticator {
  const keys = new KnownKeys(parts.pool, parts.notices);
  const lastUsed = new LastUsed(parts.pool, parts.onError);

  function admit(key: KnownKey | null, mode: string, secret: string, address: string): Principal {
    if (key === null || key.principal.mode !== mode || !secretMatches(secret, key.secretHash)) throw unauthorized();
    const nowMs = Date.now();
    if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) {
      throw new Refusal('key_expired', 'This API key has expired; use the key that replaced it, or create a new one.');
    }
    if (!isAllowed(key.allowedIps, address)) {
      throw new Refusal(
        'ip_not_allowed',
        `This API key may not be used from ${address}; ask for this address to be allowed.`,
      );
    }
    lastUsed.note(key.principal.apiKeyId, nowMs);
    return key.principal;
  }

  return {
    authenticate(authorization, address) {
      const [, token] = authorization === undefined ? [] : (bearer.exec(authorization) ?? []);
      const text = token === undefined ? null : readApiKey(token);
      if (text === null) throw unauthorized();
      const key = keys.find(text.publicId);
      return key instanceof Promise
        ? key.then((found) => admit(found, text.mode, text.secret, address))
        : admit(key, text.mode, text.secret, address);
    },
    async close() {
      keys.close();
      await lastUsed.close();
    },
  };
}

/** RFC 6750 with the scheme in any case, as RFC 9110 section 11.1 requires. */
export const bearer = /^bearer +([^\s]+) *$/i;

/** The same for a key that does not exist, was revoked, or has another secret. */
function unauthorized(): Refusal {
  return new Refusal(
    'unauthorized',
    'Send the header "Authorization: Bearer <API key>" with an API key that is in force.',
  );
}
