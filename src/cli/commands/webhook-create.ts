import { createWebhook } from '../../webhooks/endpoints/create-webhook.ts';
import { createdWebhookObject } from '../../webhooks/endpoints/webhook-object.ts';
import { reachOfSettings } from '../../webhooks/reach-of-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { eventNamesValue, idValue, modeValue, sentenceValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { sealerOf } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi webhook create */
export function webhookCreate(cli: Cli) {
  return newCommand('create', 'Register an address that hears of events. Its secret is shown this once.')
    .requiredOption('--client <id>', 'whose', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--url <url>', 'where deliveries go, such as https://example.com/hooks')
    .requiredOption('--events <names>', 'names with commas between, or all', eventNamesValue)
    .option('--api-key <id>', 'only of transactions made with this key, by its number', idValue)
    .option('--description <text>', 'what it is for', sentenceValue)
    .option('--honor-hints', 'answer 410 disables it at once, Retry-After may lengthen a pause')
    .action(async ({ json, client: clientId, mode, url, events, apiKey, description, honorHints }) => {
      const created = await withDatabase(cli, async ({ config, pool }) => {
        const { walletId } = (await clientNumbered(pool, clientId)).wallets[mode];
        return await createWebhook(
          { pool, sealer: await sealerOf(pool, config), reach: reachOfSettings(config) },
          { clientId, walletId, mode },
          {
            url,
            events,
            apiKeyId: apiKey ?? null,
            description: description ?? null,
            honorHints: honorHints === true,
          },
          cli.actor,
        );
      });
      cli.show(json, createdWebhookObject(created));
      if (json !== true) cli.output.say('Keep the secret now: it cannot be shown again.');
    });
}
