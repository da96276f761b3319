import { Option } from '@commander-js/extra-typings';
import { type DeliveryObject, listDeliveries } from '../../webhooks/deliveries/list.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { countValue, idValue } from '../option-values.ts';
import { type AnswerRecord, tableLines } from '../record.ts';
import { webhookNumbered } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

const limitMax = 100;

/** nsimbi webhook deliveries */
export function webhookDeliveries(cli: Cli) {
  return newCommand('deliveries', 'List the deliveries of a webhook, newest first; in JSON with all their attempts.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .addOption(
      new Option('--limit <count>', `at most so many, up to ${limitMax}`).argParser(countValue(limitMax)).default(25),
    )
    .option('--cursor <text>', 'where an earlier list ended')
    .action(async (webhookId, { json, limit, cursor = null }) => {
      const { data, pagination } = await withDatabase(
        cli,
        async ({ pool }) => {
          const { walletId } = await webhookNumbered(pool, webhookId);
          return await listDeliveries(pool, { walletId, webhookId, limit, cursor });
        },
        'nsimbi_reader',
      );
      const lines = json === true ? data.map((delivery) => JSON.stringify(delivery)) : tableLines(data.map(recordOf));
      for (const line of lines) cli.output.answer(line);
      if (data.length === 0)
        cli.output.say(`Nothing was delivered to webhook ${webhookId}${cursor === null ? '' : ' before that'}.`);
      if (pagination.next_cursor !== null) cli.output.say(`There are more: --cursor ${pagination.next_cursor}`);
    });
}

function recordOf({ attempts, ...delivery }: DeliveryObject): AnswerRecord {
  const latest = attempts.at(-1);
  return {
    id: delivery.id,
    event_type: delivery.event_type,
    event_id: delivery.event_id,
    status: delivery.status,
    attempts: attempts.length,
    response_status: latest?.response_status ?? null,
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
    error: latest?.error ?? null,
  };
}
