import { type ApiKey, listApiKeys } from '../../access/api-keys.ts';
import { isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import type { AnswerRecord } from '../record.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi key list */
export function keyList(cli: Cli) {
  return newCommand('list', "List a client's API keys, those that ended too, without their secrets.")
    .requiredOption('--client <id>', 'whose', idValue)
    .action(async ({ json, client: clientId }) => {
      const keys = await withDatabase(cli, async ({ pool }) => {
        await clientNumbered(pool, clientId);
        return await listApiKeys(pool, clientId);
      });
      cli.showAll(json, keys.map(recordOf), `Client ${clientId} has no keys: nsimbi key create makes one.`);
    });
}

function recordOf(key: ApiKey): AnswerRecord {
  return {
    api_key_id: key.apiKeyId,
    key: key.shownAs,
    name: key.name,
    mode: key.mode,
    permissions: key.permissions,
    rate_limits: { ...key.rateLimits },
    allowed_ips: key.allowedIps,
    last_used_at: isoTimeOrNull(key.lastUsedAtMs),
    expires_at: isoTimeOrNull(key.expiresAtMs),
    revoked_at: isoTimeOrNull(key.revokedAtMs),
    rolled_to: key.rolledTo,
  };
}
