import { recordAudit } from '../../access/audit-log.ts';
import { reachOfSettings } from '../../webhooks/reach-of-settings.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { sealerOf, webhookNumbered } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi webhook test */
export function webhookTest(cli: Cli) {
  return newCommand('test', 'Send a webhook one test event now. Ends with 1 when its receiver did not take it.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      // They speak HTTP, and the other commands should not wait for that to be loaded.
      const { createSender } = await import('../../webhooks/sending/sender.ts');
      const { sendTestDelivery } = await import('../../webhooks/deliveries/test-delivery.ts');
      const sent = await withDatabase(cli, async ({ config, pool }) => {
        const { walletId } = await webhookNumbered(pool, webhookId);
        const sealer = await sealerOf(pool, config);
        const sender = createSender({ brand: config.brand, reach: reachOfSettings(config) });
        try {
          const delivery = await sendTestDelivery({ db: pool, sender, sealer }, { walletId, webhookId });
          await recordAudit(pool, {
            actor: cli.actor,
            action: 'webhook.tested',
            subject: `webhook ${webhookId}`,
            details: { delivery_id: delivery.delivery_id },
          });
          return delivery;
        } finally {
          await sender.close();
        }
      });
      cli.show(json, { ...sent });
      if (!sent.delivered) cli.exitCode = 1;
    });
}
