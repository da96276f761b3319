import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction, type Transactional } from '../postgres/database-transaction.ts';
import { type ApiKey, ApiKeyEnded, ApiKeyNotFound, findApiKey } from './api-keys.ts';
import { recordAudit } from './audit-log.ts';
import { announceKeyChange } from './key-changes.ts';
import { fingerprintOf, readSigningKeys, refuseWhileOlderProgramsRun, signingKeysLoosened } from './signing-keys.ts';

/**
 * Sets the signing keys of an API key. Within a second every process refuses its requests that none of them signed; without any,
 * signatures are not looked for. Keys that it was rolled to are not changed: they received the signing keys that it had then.
 * @param change.signingKeys Ed25519 public keys, PEM or base64url; none takes them away.
 * @throws SigningKeyNotValid, ApiKeyNotFound, OlderProgramRuns; ApiKeyEnded when the key was revoked or has expired.
 */
export async function setSigningKeys(
  pool: Transactional,
  {
    apiKeyId,
    signingKeys,
    actor,
  }: { readonly apiKeyId: number; readonly signingKeys: readonly string[]; readonly actor: Actor },
): Promise<ApiKey> {
  const after = readSigningKeys(signingKeys);
  return await inDatabaseTransaction(pool, async (db) => {
    const { rows } = await db.query<{ public_id: string }>(
      'SELECT public_id FROM api_key WHERE api_key_id = $1 FOR NO KEY UPDATE',
      [apiKeyId],
    );
    const key = await findApiKey(db, apiKeyId);
    if (key === null || rows[0] === undefined) throw new ApiKeyNotFound(apiKeyId);
    if (key.revokedAtMs !== null || (key.expiresAtMs !== null && key.expiresAtMs <= Date.now()))
      throw new ApiKeyEnded(apiKeyId);
    if (after.length > 0) await refuseWhileOlderProgramsRun(db);
    const before = key.signingKeys;
    await db.query('UPDATE api_key SET signing_keys = $2 WHERE api_key_id = $1', [apiKeyId, after]);
    await recordAudit(db, {
      actor,
      action: 'api_key.signing_keys_set',
      subject: `api_key ${apiKeyId}`,
      details: {
        before,
        after,
        fingerprints: after.map(fingerprintOf),
        loosened: signingKeysLoosened(before, after),
      },
    });
    await announceKeyChange(db, rows[0].public_id);
    return { ...key, signingKeys: after };
  });
}
