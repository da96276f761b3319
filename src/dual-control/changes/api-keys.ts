import { createApiKey, findApiKey, rollApiKey } from '../../access/api-keys.ts';
import { notFound } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind, MadeBy } from '../change-kind.ts';

/** A new API key of a client. Its text is shown to whoever completes it, who therefore is the one who created it. */
export const apiKey: ChangeKind<ChangeOf<'api_key'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { client_id }) => {
    const { rows } = await db.query<{ name: string }>('SELECT name FROM client WHERE client_id = $1', [client_id]);
    if (rows[0] === undefined) throw notFound();
    return { client: rows[0].name };
  },
  isLoosening: () => true,
  make: async (db, change, by, quotas) => {
    const created = await createApiKey(db, {
      clientId: change.client_id,
      mode: change.mode,
      name: change.name,
      permissions: change.permissions,
      expiresAtMs: change.expires_at === null ? null : Date.parse(change.expires_at),
      allowedIps: change.allowed_ips,
      rateLimits: change.rate_limits,
      actor: whoSeesIt(by),
      quotas,
    });
    return { apiKey: created };
  },
};

/** A key that replaces another. */
export const apiKeyRoll: ChangeKind<ChangeOf<'api_key_roll'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { api_key_id }) => {
    const key = await findApiKey(db, api_key_id);
    if (key === null) throw notFound();
    return { key: key.shownAs, name: key.name, permissions: key.permissions };
  },
  isLoosening: () => true,
  make: async (db, { api_key_id: apiKeyId, overlap_ms: overlapMs }, by) => ({
    apiKey: await rollApiKey(db, { apiKeyId, overlapMs, actor: whoSeesIt(by) }),
  }),
};

function whoSeesIt({ proposedBy, approvedBy }: MadeBy): string {
  return approvedBy ?? proposedBy;
}
