import { Option } from '@commander-js/extra-typings';
import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { addressPolicyOfSettings } from '../webhooks/address-policy-of-settings.ts';
import { type DeliveryObject, listDeliveries } from '../webhooks/deliveries/list.ts';
import { redeliverOne, redeliverRange } from '../webhooks/deliveries/redeliver.ts';
import { createWebhook } from '../webhooks/endpoints/create-webhook.ts';
import { findWebhook, listWebhooks } from '../webhooks/endpoints/find-webhooks.ts';
import { updateWebhook } from '../webhooks/endpoints/update-webhook.ts';
import {
  createdWebhookObject,
  updatedWebhookObject,
  type WebhookObject,
  webhookObject,
} from '../webhooks/endpoints/webhook-object.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { countValue, eventNamesValue, idValue, modeValue, momentValue, sentenceValue } from './option-values.ts';
import { type OutputRecord, tableLines } from './record.ts';
import { sealerOf } from './sealer.ts';
import { clientNumbered } from './wallet-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi webhook */
export function webhookCommands(cli: Cli) {
  return newGroup('webhook', 'Webhooks of a client.', [
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

/** nsimbi webhook create */
function webhookCreate(cli: Cli) {
  return newCommand('create', 'Create a webhook. Its secret is shown only once.')
    .requiredOption('--client <id>', 'the client', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .requiredOption('--url <url>', 'where deliveries go, such as https://example.com/hooks')
    .requiredOption('--events <names>', 'names separated by commas, or all', eventNamesValue)
    .option('--api-key <id>', 'only events of transactions made with this API key, by its number', idValue)
    .option('--description <text>', 'its purpose', sentenceValue)
    .option('--honor-hints', 'a 410 response disables it at once, Retry-After can delay the next attempt')
    .option('--ordered', 'the events of each transaction arrive in order')
    .action(async ({ json, client: clientId, mode, url, events, apiKey, description, honorHints, ordered }) => {
      const created = await withDatabase(cli, async ({ config, pool }) => {
        const { walletId } = (await clientNumbered(pool, clientId)).wallets[mode];
        return await createWebhook(
          { pool, sealer: await sealerOf(pool, config), addressPolicy: addressPolicyOfSettings(config) },
          { clientId, walletId, mode },
          {
            url,
            events,
            apiKeyId: apiKey ?? null,
            description: description ?? null,
            honorHints: honorHints === true,
            ordered: ordered === true,
          },
          cli.actor,
        );
      });
      cli.show(json, createdWebhookObject(created));
      if (json !== true) cli.output.say('Save the secret now: it cannot be shown again.');
    });
}

/** Finds a webhook by its number alone. @throws CommandRefused when there is none, or it was deleted. */
async function webhookNumbered(db: pg.Pool, webhookId: number): Promise<Webhook> {
  const { rows } = await db.query<{ wallet_id: string }>(
    'SELECT wallet_id FROM webhook WHERE webhook_id = $1 AND deleted_at IS NULL',
    [webhookId],
  );
  const walletId = rows[0]?.wallet_id;
  if (walletId === undefined) {
    throw new CommandRefused(`there is no webhook ${webhookId}; nsimbi webhook list shows those of a client`);
  }
  return await findWebhook(db, Number(walletId), webhookId);
}

/** A webhook in the form of the API, with its client. */
function webhookRecord(webhook: Webhook): OutputRecord {
  const object: WebhookObject = webhookObject(webhook);
  return { ...object, client_id: webhook.clientId, mode: webhook.mode };
}

/** nsimbi webhook list */
function webhookList(cli: Cli) {
  return newCommand('list', "List a client's webhooks of one mode, newest first.")
    .requiredOption('--client <id>', 'the client', idValue)
    .requiredOption('--mode <mode>', 'live or test', modeValue)
    .action(async ({ json, client: clientId, mode }) => {
      const webhooks = await withDatabase(
        cli,
        async ({ pool }) => listWebhooks(pool, (await clientNumbered(pool, clientId)).wallets[mode].walletId),
        'nsimbi_reader',
      );
      const none = `Client ${clientId} has no webhooks in ${mode} mode: nsimbi webhook create creates one.`;
      cli.showAll(json, webhooks.map(webhookRecord), none);
    });
}

/** nsimbi webhook show */
function webhookShow(cli: Cli) {
  return newCommand('show', 'Show a webhook, without its secret.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      const webhook = await withDatabase(cli, ({ pool }) => webhookNumbered(pool, webhookId), 'nsimbi_reader');
      cli.show(json, webhookRecord(webhook));
    });
}

/** nsimbi webhook enable */
function webhookEnable(cli: Cli) {
  return switching(cli, 'enable', 'Enable a webhook, and report its missed events.', true);
}

/** nsimbi webhook disable */
function webhookDisable(cli: Cli) {
  return switching(cli, 'disable', 'Disable a webhook. Its waiting deliveries are cancelled.', false);
}

function switching(cli: Cli, name: string, description: string, isActive: boolean) {
  return newCommand(name, description)
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      const updated = await withDatabase(cli, async ({ config, pool }) => {
        const owner = await webhookNumbered(pool, webhookId);
        const onError = (error: unknown) => cli.output.say(`The missed events could not be counted: ${error}`);
        const parts = { pool, addressPolicy: addressPolicyOfSettings(config), onError };
        return await updateWebhook(parts, owner, webhookId, { isActive }, cli.actor);
      });
      const { clientId: client_id, mode } = updated.webhook;
      cli.show(json, { ...updatedWebhookObject(updated), client_id, mode });
      const range = updated.missed?.range;
      if (json === true || range == null) return;
      const [from, to] = [range.fromMs, range.toMs].map((atMs) => new Date(atMs).toISOString());
      cli.output.say(`To send the missed events: nsimbi webhook redeliver ${webhookId} --from ${from} --to ${to}`);
    });
}

/** nsimbi webhook test */
function webhookTest(cli: Cli) {
  return newCommand('test', 'Send one test event to a webhook now. Exits with 1 when its receiver did not accept it.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .action(async (webhookId, { json }) => {
      // They speak HTTP, and the other commands should not wait for that to be loaded.
      const { createSender } = await import('../webhooks/sending/sender.ts');
      const { sendTestDelivery } = await import('../webhooks/deliveries/test-delivery.ts');
      const sent = await withDatabase(cli, async ({ config, pool }) => {
        const { walletId } = await webhookNumbered(pool, webhookId);
        const sealer = await sealerOf(pool, config);
        const sender = createSender({ brand: config.brand, addressPolicy: addressPolicyOfSettings(config) });
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

const limitMax = 100;

/** nsimbi webhook deliveries */
function webhookDeliveries(cli: Cli) {
  return newCommand('deliveries', 'List the deliveries of a webhook, newest first; in JSON with all their attempts.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .addOption(
      new Option('--limit <count>', `maximum number of entries, up to ${limitMax}`)
        .argParser(countValue(limitMax))
        .default(25),
    )
    .option('--cursor <text>', 'the cursor from an earlier list')
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
      for (const line of lines) cli.output.print(line);
      if (data.length === 0)
        cli.output.say(`Nothing was delivered to webhook ${webhookId}${cursor === null ? '' : ' before that'}.`);
      if (pagination.next_cursor !== null) cli.output.say(`There are more: --cursor ${pagination.next_cursor}`);
    });
}

function recordOf({ attempts, ...delivery }: DeliveryObject): OutputRecord {
  const latest = attempts.at(-1);
  return {
    id: delivery.id,
    event_type: delivery.event_type,
    event_id: delivery.event_id,
    status: delivery.status,
    attempts: attempts.length,
    response_status: latest?.response_status ?? null,
    next_attempt_at: delivery.next_attempt_at,
    waiting_for: delivery.waiting_for,
    created_at: delivery.created_at,
    error: latest?.error ?? null,
  };
}

/** Queued in one go; the next one begins where it ended. */
const queuedPerStep = 10_000;

/** nsimbi webhook redeliver */
function webhookRedeliver(cli: Cli) {
  return newCommand('redeliver', 'Send one delivery again, or all failed, cancelled and missed events of a period.')
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .option('--delivery <id>', 'one delivery, by its number', idValue)
    .option('--from <time>', 'events from this time on, such as 2027-01-31T00:00:00Z', momentValue)
    .option('--to <time>', 'events before this time; default now', momentValue)
    .action(async (webhookId, { json, delivery: deliveryId, from: fromMs, to: toMs }) => {
      if ((deliveryId === undefined) === (fromMs === undefined) || (fromMs === undefined && toMs !== undefined)) {
        throw new CommandRefused('give either --delivery, or --from and optionally --to');
      }
      const record = await withDatabase(cli, async ({ config, pool }): Promise<OutputRecord> => {
        const { walletId } = await webhookNumbered(pool, webhookId);
        const asked = { webhook_id: webhookId };
        if (deliveryId !== undefined) {
          await redeliverOne(pool, { walletId, webhookId, deliveryId });
          await noteInAuditLog(pool, cli.actor, webhookId, { delivery_id: deliveryId });
          return { ...asked, delivery_id: deliveryId, status: 'pending' };
        }
        const range = { fromMs: fromMs ?? 0, toMs: toMs ?? Date.now() };
        if (range.fromMs >= range.toMs) throw new CommandRefused('--from must be before --to, or before now');
        const { webhookRetentionMs: retentionMs } = config;
        let queued = 0;
        for (let next: number | null = range.fromMs; next !== null; ) {
          const part = { walletId, webhookId, fromMs: next, toMs: range.toMs, limit: queuedPerStep, retentionMs };
          const step = await redeliverRange(pool, part);
          queued += step.queued;
          cli.output.progress(`${queued} deliveries`);
          next = step.nextFromMs;
        }
        cli.output.progress('');
        const [from, to] = [range.fromMs, range.toMs].map((atMs) => new Date(atMs).toISOString());
        await noteInAuditLog(pool, cli.actor, webhookId, { from, to, queued });
        return { ...asked, from: from ?? null, to: to ?? null, queued };
      });
      cli.show(json, record);
    });
}

async function noteInAuditLog(pool: pg.Pool, actor: Actor, webhookId: number, details: Record<string, unknown>) {
  await recordAudit(pool, { actor, action: 'webhook.redelivered', subject: `webhook ${webhookId}`, details });
}
