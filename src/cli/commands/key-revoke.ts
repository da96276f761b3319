import { revokeApiKey } from '../../access/api-keys.ts';
import { isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi key revoke */
export function keyRevoke(cli: Cli) {
  return newCommand('revoke', 'End an API key: within a second it works nowhere.')
    .argument('<api-key-id>', 'the number of the key, from nsimbi key list', idValue)
    .action(async (apiKeyId, { json }) => {
      const key = await withDatabase(cli, ({ pool }) => revokeApiKey(pool, { apiKeyId, actor: cli.actor }));
      cli.show(json, { api_key_id: key.apiKeyId, key: key.shownAs, revoked_at: isoTimeOrNull(key.revokedAtMs) });
    });
}
