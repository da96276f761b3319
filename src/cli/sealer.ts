import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { encryptionKeys, encryptionKeysFile } from '../secrets/encryption-keys.ts';
import { provenSealer } from '../secrets/proven-sealer.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { CommandRefused } from './new-command.ts';

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
      `the keys that encrypt secrets are not in ${dataDir}; start the service there first, or give this command its NSIMBI_DATA_DIR or NSIMBI_ENCRYPTION_KEYS`,
    );
  }
  return await provenSealer(pool, encryptionKeys(ofSettings, dataDir));
}
