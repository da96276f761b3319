import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { encryptionKeys, encryptionKeysFile } from '../secrets/encryption-keys.ts';
import { provenSealer } from '../secrets/proven-sealer.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { findWebhook } from '../webhooks/endpoints/find-webhooks.ts';
import { type WebhookObject, webhookObject } from '../webhooks/endpoints/webhook-object.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { CommandRefused } from './command-refused.ts';
import type { AnswerRecord } from './record.ts';

/**
 * What seals the secrets of webhooks. With the embedded database the data folder is the service's, and a missing key is
 * made there; with another database a key that was made here would be one that the service does not have.
 * @throws CommandRefused when the keys of the service are not here, EncryptionKeysWrong when others are.
 */
export async function sealerOf(
  pool: pg.Pool,
  { encryptionKeys: ofSettings, databaseUrl, dataDir }: Config,
): Promise<Sealer> {
  if (ofSettings === null && databaseUrl !== null && !existsSync(encryptionKeysFile(dataDir))) {
    throw new CommandRefused(
      `the keys that seal secrets are not in ${dataDir}; start the service there first, or give this command its NSIMBI_DATA_DIR or NSIMBI_ENCRYPTION_KEYS`,
    );
  }
  return await provenSealer(pool, encryptionKeys(ofSettings, dataDir));
}

/** Finds a webhook by its number alone. @throws CommandRefused when there is none, or it was deleted. */
export async function webhookNumbered(db: pg.Pool, webhookId: number): Promise<Webhook> {
  const { rows } = await db.query<{ wallet_id: string }>(
    'SELECT wallet_id FROM webhook WHERE webhook_id = $1 AND deleted_at IS NULL',
    [webhookId],
  );
  const walletId = rows[0]?.wallet_id;
  if (walletId === undefined) {
    throw new CommandRefused(`there is no webhook ${webhookId}; nsimbi webhook list shows those of a client`);
  }
  return await findWebhook(db, Number(walletId), webhookId);
}

/** A webhook as the interface shows it, with whose it is. */
export function webhookRecord(webhook: Webhook): AnswerRecord {
  const object: WebhookObject = webhookObject(webhook);
  return { ...object, client_id: webhook.clientId, mode: webhook.mode };
}
