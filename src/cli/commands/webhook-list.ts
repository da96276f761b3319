import { listWebhooks } from '../../webhooks/endpoints/find-webhooks.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue, modeValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { webhookRecord } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi webhook list */
export function webhookList(cli: Cli) {
  return newCommand('list', "List a client's webhooks of one mode, newest first.")
    .requiredOption('--client <id>', 'whose', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async ({ json, client: clientId, mode }) => {
      const webhooks = await withDatabase(
        cli,
        async ({ pool }) => listWebhooks(pool, (await clientNumbered(pool, clientId)).wallets[mode].walletId),
        'nsimbi_reader',
      );
      const none = `Client ${clientId} has no webhooks in ${mode} mode: nsimbi webhook create makes one.`;
      cli.showAll(json, webhooks.map(webhookRecord), none);
    });
}
