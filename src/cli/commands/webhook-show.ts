import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { webhookNumbered, webhookRecord } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi webhook show */
export function webhookShow(cli: Cli) {
  return newCommand('show', 'Show a webhook, without its secret.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      const webhook = await withDatabase(cli, ({ pool }) => webhookNumbered(pool, webhookId), 'nsimbi_reader');
      cli.show(json, webhookRecord(webhook));
    });
}
