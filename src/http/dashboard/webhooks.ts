import { Type } from 'typebox';
import { referenceOf } from '../../ledger/reference.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { numberArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { DeliverySettings } from '../../webhooks/deliveries/deliveries.ts';
import { readFailing } from '../../webhooks/deliveries/failing.ts';
import { type DeliveryRow, deliveryObject, deliveryRows, findDeliveryRow } from '../../webhooks/deliveries/list.ts';
import { shownRequest } from '../../webhooks/deliveries/shown-request.ts';
import { findDeskWebhook, listDeletedWebhooks } from '../../webhooks/endpoints/desk-webhooks.ts';
import { listWebhooks } from '../../webhooks/endpoints/find-webhooks.ts';
import { webhookObject } from '../../webhooks/endpoints/webhook-object.ts';
import { sendData, sendPage } from '../response.ts';
import { deliveryStatus, redeliveryRange } from '../schemas/delivery.ts';
import { pageCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import { momentOf } from '../schemas/moment.ts';
import { newWebhook, overlapSecondsDefault, secretRoll, webhookChanges } from '../schemas/webhook.ts';
import type { DeliveryListed, DeliveryShown, WebhookListed, WebhookShown } from './schemas/webhooks.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** A client's webhooks and what became of their deliveries. */
export function registerWebhookRoutes(api: DashboardApi, parts: DashboardParts): void {
  listWebhooksRoute(api, parts);
  createWebhook(api, parts);
  readWebhook(api, parts);
  updateWebhook(api, parts);
  deleteWebhook(api, parts);
  testWebhook(api, parts);
  rollSecret(api, parts);
  listDeliveries(api, parts);
  redeliverChosen(api, parts);
  readDelivery(api, parts);
  redeliverRange(api, parts);
}

function listWebhooksRoute(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.get(
    `${clientPath}/webhooks`,
    {
      schema: {
        summary: 'The webhooks of a client, newest first',
        description: 'With `deleted` those that were deleted instead, the newest 100: their deliveries stay readable.',
        params: Type.Object(clientParams),
        querystring: Type.Object({ deleted: Type.Optional(Type.Boolean()) }),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      sendData(
        reply,
        'Webhooks retrieved.',
        request.query.deleted ? await deletedWebhooks(pool, walletId) : await keptWebhooks(pool, walletId, settings),
      );
    },
  );
}

async function deletedWebhooks(db: Queryable, walletId: number): Promise<WebhookListed[]> {
  return (await listDeletedWebhooks(db, walletId)).map((webhook) => ({ ...webhook, failing: null }));
}

async function keptWebhooks(
  db: Queryable,
  walletId: number,
  { webhookRetryDelaysMs }: DeliverySettings,
): Promise<WebhookListed[]> {
  const failing = await readFailing(db, { walletId }, webhookRetryDelaysMs);
  return (await listWebhooks(db, walletId)).map((webhook) => ({
    ...webhookObject(webhook),
    deleted_at: null,
    failing: failing.get(webhook.webhookId) ?? null,
  }));
}

function createWebhook(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.post(
    `${clientPath}/webhooks`,
    {
      schema: {
        summary: 'Create a webhook',
        description: 'The response contains the secret, which is shown only now.',
        params: Type.Object(clientParams),
        body: newWebhook,
      },
      config: { right: 'webhooks.write', stepUp: 'live' },
    },
    async (request, reply) => {
      sendData(reply, 'Webhook created.', await webhooks.create(clientCallerOf(request), request.body));
    },
  );
}

function readWebhook(api: DashboardApi, { pool, settings }: DashboardParts): void {
  api.get(
    webhookPath,
    {
      schema: { summary: 'One webhook, also a deleted one', params: Type.Object(webhookParams) },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const { webhookId } = request.params;
      const webhook = await findDeskWebhook(pool, walletId, webhookId);
      const failing = await readFailing(pool, { walletId, webhookId }, settings.webhookRetryDelaysMs);
      const shown: WebhookShown = {
        ...webhook,
        failing: failing.get(webhookId) ?? null,
        header_prefix: `X-${settings.brand}`,
      };
      sendData(reply, 'Webhook retrieved.', shown);
    },
  );
}

/** Below it everything belongs to one webhook. */
const webhookPath = `${clientPath}/webhooks/:webhookId`;

const webhookParams = {
  ...clientParams,
  webhookId: positiveId('The id of the webhook.'),
};

const deliveryParams = {
  ...webhookParams,
  deliveryId: positiveId('The id of the delivery.'),
};

function updateWebhook(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.put(
    webhookPath,
    {
      schema: {
        summary: 'Change a webhook, disable it or enable it again',
        description:
          'Omitted fields stay. The response that enables it lists in `missed` what was missed, and which ' +
          'redelivery sends that.',
        params: Type.Object(webhookParams),
        body: webhookChanges,
      },
      config: { right: 'webhooks.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const { webhookId } = request.params;
      sendData(reply, 'Webhook updated.', await webhooks.update(clientCallerOf(request), webhookId, request.body));
    },
  );
}

function deleteWebhook(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.delete(
    webhookPath,
    {
      schema: {
        summary: 'Delete a webhook',
        description: 'Its waiting deliveries are cancelled; delivered ones stay readable.',
        params: Type.Object(webhookParams),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      sendData(reply, 'Webhook deleted.', await webhooks.delete(clientCallerOf(request), request.params.webhookId));
    },
  );
}

function testWebhook(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.post(
    `${webhookPath}/test`,
    {
      schema: {
        summary: 'Send a test event now and return the response of the receiver',
        description: 'Waits for the response, at most 30 seconds. It is never retried and disables nothing.',
        params: Type.Object(webhookParams),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      sendData(reply, 'Test event sent.', await webhooks.test(clientCallerOf(request), request.params.webhookId));
    },
  );
}

function rollSecret(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.post(
    `${webhookPath}/roll-secret`,
    {
      schema: {
        summary: 'Give a webhook a new secret',
        description: 'The response contains it, only now. Until the overlap ends, deliveries are signed with both.',
        params: Type.Object(webhookParams),
        body: secretRoll,
      },
      config: { right: 'webhooks.write', stepUp: 'live' },
    },
    async (request, reply) => {
      const { overlap_seconds: overlapSeconds = overlapSecondsDefault } = request.body;
      const { webhookId } = request.params;
      const rolled = await webhooks.rollSecret(clientCallerOf(request), webhookId, overlapSeconds * 1_000);
      sendData(reply, 'Secret rolled.', rolled);
    },
  );
}

function listDeliveries(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${webhookPath}/deliveries`,
    {
      schema: {
        summary: 'The deliveries of a webhook, also of a deleted one, newest first',
        description: 'With a status a page may be short, or empty, while there is a next one.',
        params: Type.Object(webhookParams),
        querystring: Type.Object({
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(pageCursor),
          status: Type.Optional(deliveryStatus),
        }),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const { webhookId } = request.params;
      const { limit = pageLimitDefault, cursor = null, status } = request.query;
      await findDeskWebhook(pool, walletId, webhookId);
      const { shown, nextCursor } = await deliveryRows(pool, { walletId, webhookId, limit, cursor, status });
      const data = await listedDeliveries(pool, walletId, shown);
      sendPage(reply, 'Deliveries retrieved.', {
        data,
        pagination: { next_cursor: nextCursor, has_more: nextCursor !== null },
      });
    },
  );
}

/** Deliveries of a wallet as the dashboard shows them, each with the transaction that its event is about. */
async function listedDeliveries(
  db: Queryable,
  walletId: number,
  rows: readonly DeliveryRow[],
): Promise<DeliveryListed[]> {
  const transactions = await transactionsOf(
    db,
    walletId,
    rows.map((row) => Number(row.transaction_id)),
  );
  return rows.map((row) => {
    const isTest = row.sequence === null;
    return {
      ...deliveryObject(row),
      sequence: isTest ? null : Number(row.sequence),
      transaction: isTest ? null : (transactions.get(Number(row.transaction_id)) ?? null),
    };
  });
}

/** What names some transactions of a wallet, by id. They are here: none moves to the history store while a delivery of it is kept. */
async function transactionsOf(
  db: Queryable,
  walletId: number,
  transactionIds: readonly number[],
): Promise<Map<number, NonNullable<DeliveryListed['transaction']>>> {
  const { rows } = await db.query<{
    transaction_id: string;
    type: Transaction['type'];
    direction: Transaction['direction'];
    amount: string;
    created_at_ms: number;
  }>({
    name: 'transactions.of_deliveries',
    text: `
      SELECT transaction_id, type, direction, amount, round(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms
        FROM transaction WHERE wallet_id = $1 AND transaction_id = ANY ($2::bigint[])`,
    values: [walletId, numberArray(transactionIds)],
  });
  return new Map(
    rows.map(({ type, direction, ...row }) => {
      const id = Number(row.transaction_id);
      const reference = referenceOf(type, row.created_at_ms, id);
      return [id, { id, reference, type, direction, amount: Number(row.amount) }];
    }),
  );
}

function redeliverChosen(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.post(
    `${webhookPath}/deliveries/redeliver`,
    {
      schema: {
        summary: 'Send chosen deliveries again',
        description:
          'One by one; those that cannot be sent again are listed with the reason, without effect on the others.',
        params: Type.Object(webhookParams),
        body: Type.Object({
          delivery_ids: Type.Array(positiveId('The id of a delivery.'), {
            minItems: 1,
            maxItems: 100,
            uniqueItems: true,
            description: 'The ids of the deliveries.',
          }),
        }),
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const { webhookId } = request.params;
      // Refused as a whole where the webhook is not the caller's.
      await webhooks.read(caller, webhookId);
      const queued: number[] = [];
      const refused: { id: number; message: string }[] = [];
      for (const id of request.body.delivery_ids) {
        try {
          await webhooks.redeliverOne(caller, webhookId, id);
          queued.push(id);
        } catch (error) {
          // A disabled webhook refuses all of them, so that the first refusal says it.
          if (!(error instanceof Refusal) || error.code === 'webhook_disabled') throw error;
          refused.push({ id, message: error.message });
        }
      }
      sendData(reply, 'Deliveries queued.', { queued, refused });
    },
  );
}

function readDelivery(api: DashboardApi, { pool, sealer, settings }: DashboardParts): void {
  api.get(
    `${webhookPath}/deliveries/:deliveryId`,
    {
      schema: {
        summary: 'One delivery: the request as it goes out, and the answer to each attempt',
        description:
          'Body and headers are those of the latest attempt, or of one that would be made now. Signatures are made ' +
          'with the secrets that the webhook has now and shown in part.',
        params: Type.Object(deliveryParams),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = clientCallerOf(request);
      const delivery = { walletId, webhookId: request.params.webhookId, deliveryId: request.params.deliveryId };
      const row = await findDeliveryRow(pool, delivery);
      const last = row === null ? undefined : deliveryObject(row).attempts.at(-1);
      const atMs = last === undefined ? Date.now() : Date.parse(last.at);
      const sent = await shownRequest({ db: pool, sealer, brand: settings.brand }, delivery, atMs);
      if (row === null || sent === null) {
        throw new Refusal('not_found', 'This webhook has no delivery with that id; it may have expired.');
      }
      const [listed] = await listedDeliveries(pool, walletId, [row]);
      if (listed === undefined) throw new Error(`delivery ${row.delivery_id} was found and not shown`);
      const shown: DeliveryShown = { ...listed, request: sent };
      sendData(reply, 'Delivery retrieved.', shown);
    },
  );
}

function redeliverRange(api: DashboardApi, { webhooks }: DashboardParts): void {
  api.post(
    `${webhookPath}/redeliver`,
    {
      schema: {
        summary: 'Send all failed, cancelled and missed events of a period',
        description: 'A large range is queued in parts: while `has_more`, ask again with `next_from` as `from`.',
        params: Type.Object(webhookParams),
        body: redeliveryRange,
      },
      config: { right: 'webhooks.write' },
    },
    async (request, reply) => {
      const { from, to } = request.body;
      const fromMs = momentOf(from);
      const toMs = to === undefined ? Date.now() : momentOf(to);
      if (toMs <= fromMs) throw invalidField('to', 'The end must be later than the beginning.');
      const { webhookId } = request.params;
      const queued = await webhooks.redeliverRange(clientCallerOf(request), webhookId, { fromMs, toMs });
      sendData(reply, 'Deliveries queued.', queued);
    },
  );
}
