import { Type } from 'typebox';
import { findEvent } from '../../../events/latest.ts';
import { sendData } from '../../../http/answer.ts';
import { isoTime, isoTimeOrNull } from '../../../ledger/transaction-object.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DeliveryOfEvent, EventShown } from '../../schemas/events.ts';
import type { DashboardServices } from '../../services.ts';
import { eventListed } from './event-listed.ts';

export function readEvent(api: DashboardApi, { reader }: DashboardServices): void {
  api.get(
    `${clientPath}/events/:sequence`,
    {
      schema: {
        summary: 'One event as every delivery brings it, and its deliveries',
        params: Type.Object({
          ...clientParams,
          sequence: Type.Integer({
            minimum: 1,
            maximum: Number.MAX_SAFE_INTEGER,
            description: "The event's number in the feed.",
          }),
        }),
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const { sequence } = request.params;
      const found = await findEvent(reader, walletId, sequence);
      if (found === null) throw new Refusal('not_found', 'This wallet has no event with that number; check it.');
      const { id, type, created, data, api_version } = found.event;
      const shown: EventShown = {
        ...eventListed(found),
        event: { id, type, created, data, api_version },
        deliveries: await deliveriesOf(reader, walletId, sequence),
      };
      sendData(reply, 'Event retrieved.', shown);
    },
  );
}

/** Through the wallet's webhooks, because a delivery is found by its webhook and its sequence; of deleted ones the newest. */
async function deliveriesOf(db: Queryable, walletId: number, sequence: number): Promise<DeliveryOfEvent[]> {
  const { rows } = await db.query<{
    webhook_id: string;
    url: string;
    is_deleted: boolean;
    delivery_id: string;
    status: DeliveryOfEvent['status'];
    attempts: number;
    created_at_ms: number;
    delivered_at_ms: number | null;
  }>({
    name: 'dashboard.deliveries_of_event',
    text: `
      SELECT webhook.webhook_id, url, webhook.deleted_at IS NOT NULL AS is_deleted, delivery.delivery_id, delivery.status,
             (SELECT count(*)::integer FROM delivery_attempt AS attempt
               WHERE attempt.wallet_id = $1 AND attempt.webhook_id = webhook.webhook_id
                 AND attempt.delivery_id = delivery.delivery_id) AS attempts,
             round(extract(epoch FROM delivery.created_at) * 1000)::float8 AS created_at_ms,
             round(extract(epoch FROM delivery.delivered_at) * 1000)::float8 AS delivered_at_ms
        FROM (SELECT webhook_id, url, deleted_at FROM webhook WHERE wallet_id = $1
               ORDER BY deleted_at IS NULL DESC, webhook_id DESC LIMIT 200) AS webhook
       CROSS JOIN LATERAL (
             SELECT * FROM delivery
              WHERE delivery.wallet_id = $1 AND delivery.webhook_id = webhook.webhook_id AND sequence = $2
              LIMIT 1) AS delivery
       ORDER BY webhook.webhook_id`,
    values: [walletId, sequence],
  });
  return rows.map((row) => ({
    id: Number(row.delivery_id),
    webhook_id: Number(row.webhook_id),
    url: row.url,
    webhook_deleted: row.is_deleted,
    status: row.status,
    attempts: row.attempts,
    created_at: isoTime(row.created_at_ms),
    delivered_at: isoTimeOrNull(row.delivered_at_ms),
  }));
}
