import type pg from 'pg';
import { recordAudit } from '../../access/audit-log.ts';
import { redeliverOne, redeliverRange } from '../../webhooks/deliveries/redeliver.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { idValue, momentValue } from '../option-values.ts';
import type { AnswerRecord } from '../record.ts';
import { webhookNumbered } from '../webhook-parts.ts';
import { withDatabase } from '../with-database.ts';

/** Queued in one go; the next one begins where it ended. */
const queuedPerStep = 10_000;

/** nsimbi webhook redeliver */
export function webhookRedeliver(cli: Cli) {
  return newCommand(
    'redeliver',
    'Send a webhook one delivery again, or all that failed, was cancelled or was missed between two times.',
  )
    .argument('<webhook-id>', 'its number, from nsimbi webhook list', idValue)
    .option('--delivery <id>', 'one delivery, by its number', idValue)
    .option('--from <time>', 'events from then on, such as 2027-01-31T00:00:00Z', momentValue)
    .option('--to <time>', 'events before then; now when left out', momentValue)
    .action(async (webhookId, { json, delivery: deliveryId, from: fromMs, to: toMs }) => {
      if ((deliveryId === undefined) === (fromMs === undefined) || (fromMs === undefined && toMs !== undefined)) {
        throw new CommandRefused('say either --delivery, or --from and perhaps --to');
      }
      const record = await withDatabase(cli, async ({ config, pool }): Promise<AnswerRecord> => {
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

async function noteInAuditLog(pool: pg.Pool, actor: string, webhookId: number, details: Record<string, unknown>) {
  await recordAudit(pool, { actor, action: 'webhook.redelivered', subject: `webhook ${webhookId}`, details });
}
