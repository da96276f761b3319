import type { Cli } from '../cli.ts';
import { webhookCreate } from '../commands/webhook-create.ts';
import { webhookDeliveries } from '../commands/webhook-deliveries.ts';
import { webhookDisable, webhookEnable } from '../commands/webhook-enable.ts';
import { webhookList } from '../commands/webhook-list.ts';
import { webhookRedeliver } from '../commands/webhook-redeliver.ts';
import { webhookShow } from '../commands/webhook-show.ts';
import { webhookTest } from '../commands/webhook-test.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi webhook */
export function webhookCommands(cli: Cli) {
  return newGroup('webhook', 'Where a client hears of events.', [
    webhookCreate(cli),
    webhookList(cli),
    webhookShow(cli),
    webhookEnable(cli),
    webhookDisable(cli),
    webhookTest(cli),
    webhookDeliveries(cli),
    webhookRedeliver(cli),
  ]);
}
