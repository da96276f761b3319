import { updateWebhook } from '../../webhooks/endpoints/update-webhook.ts';
import { updatedWebhookObject } from '../../webhooks/endpoints/webhook-object.ts';
import { reachOfSettings } from '../../webhooks/reach-of-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { webhookNumbered } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi webhook enable */
export function webhookEnable(cli: Cli) {
  return switching(cli, 'enable', 'Deliver to a webhook again, and say what it missed.', true);
}

/** nsimbi webhook disable */
export function webhookDisable(cli: Cli) {
  return switching(cli, 'disable', 'Deliver nothing more to a webhook. What waits is cancelled.', false);
}

function switching(cli: Cli, name: string, description: string, isActive: boolean) {
  return newCommand(name, description)
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      const updated = await withDatabase(cli, async ({ config, pool }) => {
        const owner = await webhookNumbered(pool, webhookId);
        const onError = (error: unknown) => cli.output.say(`What it missed could not be looked for: ${error}`);
        const parts = { pool, reach: reachOfSettings(config), onError };
        return await updateWebhook(parts, owner, webhookId, { isActive }, cli.actor);
      });
      const { clientId: client_id, mode } = updated.webhook;
      cli.show(json, { ...updatedWebhookObject(updated), client_id, mode });
      const range = updated.missed?.range;
      if (json === true || range == null) return;
      const [from, to] = [range.fromMs, range.toMs].map((atMs) => new Date(atMs).toISOString());
      cli.output.say(`To send what it missed: nsimbi webhook redeliver ${webhookId} --from ${from} --to ${to}`);
    });
}
