import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readVectors } from '../../packages/sdk-typescript/src/testing/vectors.ts';
import { runNsimbi } from './nsimbi-command.ts';

/**
 * Makes a test key of the first client that must sign, with the nsimbi command.
 * @param dataDir of a service that runs with its embedded database.
 * @returns the variables with which the examples of the documents use it.
 */
export async function makeSignedKey(dataDir: string): Promise<Record<string, string>> {
  const { keys } = readVectors<{
    readonly keys: readonly {
      readonly key_id: string;
      readonly private_pem: string;
      readonly public_base64url: string;
    }[];
  }>('signed-requests.json');
  const [pair] = keys;
  if (pair === undefined) throw new Error('the vectors have no key');
  const { client_id: clientId } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
  const command = ['key', 'create', '--client', String(clientId), '--mode', 'test'];
  const options = ['--permissions', 'wallet:read,wallet:send', '--signing-key', pair.public_base64url, '--json'];
  const created = JSON.parse(await runNsimbi([...command, ...options], { NSIMBI_DATA_DIR: dataDir }));
  return {
    NSIMBI_SIGNED_API_KEY: created.api_key,
    NSIMBI_KEY_ID: pair.key_id,
    NSIMBI_PRIVATE_KEY: pair.private_pem,
  };
}
