import { Type } from 'typebox';
import { findClient } from '../../access/clients.ts';
import { AccessChanges } from '../../access/people/access-changes.ts';
import { findEvent, type LatestEvent, latestEvents } from '../../events/latest.ts';
import { eventNames } from '../../ledger/event-names.ts';
import { movedAmount } from '../../ledger/moved.ts';
import { isoTime, isoTimeOrNull, type TransactionObject } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import { sendEventStream } from '../event-stream-response.ts';
import { sendData, sendPage } from '../response.ts';
import { eventSequence, streamHeaders } from '../schemas/event.ts';
import { pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import type { DeliveryOfEvent, EventListed, EventShown } from './schemas/events.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf, staffContextOf } from './server/context.ts';

/** The event log of a client's wallet. */
export function registerEventRoutes(api: DashboardApi, parts: DashboardParts): void {
  listEvents(api, parts);
  streamEvents(api, parts);
  readEvent(api, parts);
}

function listEvents(api: DashboardApi, { reader }: DashboardParts): void {
  api.get(
    `${clientPath}/events`,
    {
      schema: {
        summary: 'The events of a wallet, newest first',
        description: 'With a type a page may be short, or empty, while there is a next one.',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(positiveId('next_cursor of the page before.')),
          type: Type.Optional(Type.Enum([...eventNames])),
        }),
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = null, type } = request.query;
      const { events, nextBefore } = await latestEvents(reader, clientCallerOf(request).walletId, {
        before: cursor,
        limit,
        names: type === undefined ? null : [type],
      });
      sendPage(reply, 'Events retrieved.', {
        data: events.map(eventListed),
        pagination: { next_cursor: nextBefore === null ? null : String(nextBefore), has_more: nextBefore !== null },
      });
    },
  );
}

function eventListed({ event, transactionId }: LatestEvent): EventListed {
  const transaction = event.data as TransactionObject;
  const { direction, amount, net_amount: netAmount } = transaction;
  return {
    sequence: event.sequence,
    id: event.id,
    type: event.type,
    created_at: isoTime(event.created * 1_000),
    transaction_id: transactionId,
    reference: transaction.reference,
    transaction_type: transaction.type,
    direction: direction === 'in' ? 'in' : 'out',
    amount: transaction.status === 'completed' ? movedAmount({ direction, amount, netAmount }) : amount,
    status: transaction.status,
  };
}

/**
 * A stream ends after so long, and the browser comes again with the last event it received: an open page keeps its session
 * alive in this way, and a session that expires ends its stream.
 */
const streamMs = 60_000;

function streamEvents(api: DashboardApi, { pool, eventStreams, notices }: DashboardParts): void {
  const accessChanges = new AccessChanges(notices);
  api.get(
    `${clientPath}/events/stream`,
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'The events of a wallet as they happen, as server-sent events',
        description: 'Each has its number in the feed as `id`. A stream ends within a minute or so; come again then.',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          after: Type.Optional(eventSequence('Events after this number; without it, those from now on.')),
          type: Type.Optional(Type.Enum([...eventNames])),
        }),
        headers: streamHeaders,
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { after, type } = request.query;
      const lastHeard = request.headers['last-event-id'] ?? '';
      const { person, recheck } = staffContextOf(request);
      const endsAt = performance.now() + streamMs;
      const isStillAdmitted = admission(() => accessChanges.count(person.id), recheck);
      const { walletId, clientId } = clientCallerOf(request);
      const client = await findClient(pool, clientId);
      const stream = await eventStreams.open({
        walletId,
        reader: `person:${person.id}`,
        clientId,
        clientStreamsMax: client?.quotas.event_streams ?? null,
        after: lastHeard === '' ? (after ?? null) : Number(lastHeard),
        names: type === undefined ? null : [type],
        isStillAllowed: async () => performance.now() < endsAt && (await isStillAdmitted()),
      });
      sendEventStream(stream, reply);
      // Returned like this, Fastify waits for the stream and does not take the answer for an empty one.
      return reply;
    },
  );
}

/**
 * Whether a person is still admitted: runs the guard when `count` shows a change since it last admitted them,
 * and each time while `count` is null. A database that is away says nothing about it.
 */
function admission(count: () => number | null, recheck: () => Promise<unknown>): () => Promise<boolean> {
  let admittedAt: number | null = null;
  return async () => {
    const before = count();
    if (before !== null && before === admittedAt) return true;
    try {
      await recheck();
      admittedAt = before;
      return true;
    } catch (error) {
      return !(error instanceof Refusal);
    }
  };
}

function readEvent(api: DashboardApi, { reader }: DashboardParts): void {
  api.get(
    `${clientPath}/events/:sequence`,
    {
      schema: {
        summary: 'One event as every delivery brings it, and its deliveries',
        params: Type.Object({
          ...clientParams,
          sequence: positiveId("The event's number in the feed."),
        }),
      },
      config: { right: 'events.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
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
