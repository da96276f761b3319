import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidField, invalidFields, Refusal } from '../../refusal.ts';
import type { WebhookOperations } from '../../webhooks/operations.ts';
import { type Access, type Api, callerOf, placedCallerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendData, sendPage } from '../response.ts';
import { deliverySchema, queuedDelivery, queuedRange, redeliveryRange, testDelivery } from '../schemas/delivery.ts';
import { envelopeOf, pageOf } from '../schemas/envelope.ts';
import { pageCursor, pageLimit, pageLimitDefault, positiveId } from '../schemas/id.ts';
import { momentOf } from '../schemas/moment.ts';
import {
  createdWebhook,
  deletedWebhook,
  newWebhook,
  overlapSecondsDefault,
  rolledSecret,
  secretRoll,
  updatedWebhook,
  webhookChanges,
  webhookSchema,
} from '../schemas/webhook.ts';

/** Every route of webhooks (interface.md, "Endpoints"; interface-decisions.md section 7). */
export function registerWebhookRoutes(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  createWebhook(api, webhooks, deadlines);
  listWebhooks(api, webhooks);
  readWebhook(api, webhooks);
  updateWebhook(api, webhooks, deadlines);
  deleteWebhook(api, webhooks, deadlines);
  testWebhook(api, webhooks, deadlines);
  listDeliveries(api, webhooks);
  redeliverOne(api, webhooks, deadlines);
  redeliverRange(api, webhooks, deadlines);
  rollSecret(api, webhooks, deadlines);
}

const createWebhookMessage = 'Webhook created.';

function createWebhook(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.post(
    '/webhooks',
    {
      attachValidation: true,
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'It is active at once. At most 20 per client and mode.',
        tags: ['Webhooks'],
        body: newWebhook,
      },
      config: {
        access: writeAccess,
        response: envelopeOf(createdWebhook, createWebhookMessage),
        failures: ['limit_exceeded', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      await refuseAllFaults(webhooks, request);
      sendData(reply, createWebhookMessage, await webhooks.create(placedCallerOf(request), request.body));
    },
  );
}

/** Looking at webhooks and their deliveries. */
const readAccess: Access = { limit: 'webhooks', permissions: ['webhooks:read'] };

/** Everything that changes one, or makes it send. */
const writeAccess: Access = { limit: 'webhooks', permissions: ['webhooks:write'] };

const webhookIdInPath = positiveId('The id of the webhook.');

/**
 * Refuses a request that failed validation, and names its forbidden address and API key too.
 * For routes with `attachValidation`: without it only the wrong form would be named.
 * @throws Refusal `invalid_request` that names every wrong field.
 */
async function refuseAllFaults(webhooks: WebhookOperations, request: FastifyRequest): Promise<void> {
  const { validationError } = request;
  if (validationError === undefined) return;
  if (!(validationError instanceof Refusal) || validationError.errors === undefined) throw validationError;
  const sentences = Object.fromEntries(
    Object.entries(validationError.errors).map(([field, [sentence = '']]) => [field, sentence]),
  );
  const { url, api_key_id: apiKeyId } = Object(request.body);
  const wellFormed = {
    ...(typeof url === 'string' && !('url' in sentences) ? { url } : {}),
    ...(Number.isSafeInteger(apiKeyId) && !('api_key_id' in sentences) ? { api_key_id: apiKeyId } : {}),
  };
  throw invalidFields({ ...sentences, ...(await webhooks.forbidden(callerOf(request), wellFormed)) });
}

const listWebhooksMessage = 'Webhooks retrieved.';

function listWebhooks(api: Api, webhooks: WebhookOperations): void {
  api.get(
    '/webhooks',
    {
      schema: {
        operationId: 'listWebhooks',
        summary: 'List the webhooks, newest first',
        description: 'All of them: there are at most 20.',
        tags: ['Webhooks'],
      },
      config: { access: readAccess, response: envelopeOf(Type.Array(webhookSchema), listWebhooksMessage) },
    },
    async (request, reply) => {
      sendData(reply, listWebhooksMessage, await webhooks.list(callerOf(request)));
    },
  );
}

const readWebhookMessage = 'Webhook retrieved.';

function readWebhook(api: Api, webhooks: WebhookOperations): void {
  api.get(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'readWebhook',
        summary: 'Read one webhook',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: { access: readAccess, response: envelopeOf(webhookSchema, readWebhookMessage) },
    },
    async (request, reply) => {
      sendData(reply, readWebhookMessage, await webhooks.read(callerOf(request), request.params.id));
    },
  );
}

const updateWebhookMessage = 'Webhook updated.';

function updateWebhook(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.put(
    '/webhooks/:id',
    {
      attachValidation: true,
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook, disable it or enable it again',
        description:
          'Fields that are left out, or null, stay as they are; `api_key_id: 0` and an empty `description` clear ' +
          'them. `is_active: false` cancels the waiting deliveries; ' +
          '`is_active: true` enables it again, and the response then lists in `missed` what was missed and which ' +
          'redelivery sends it.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: webhookChanges,
      },
      config: {
        access: writeAccess,
        response: envelopeOf(updatedWebhook, updateWebhookMessage),
        failures: ['outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      await refuseAllFaults(webhooks, request);
      sendData(
        reply,
        updateWebhookMessage,
        await webhooks.update(placedCallerOf(request), request.params.id, request.body),
      );
    },
  );
}

const deleteWebhookMessage = 'Webhook deleted.';

function deleteWebhook(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.delete(
    '/webhooks/:id',
    {
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Its waiting deliveries are cancelled.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: {
        access: writeAccess,
        response: envelopeOf(deletedWebhook, deleteWebhookMessage),
        failures: ['outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      sendData(reply, deleteWebhookMessage, await webhooks.delete(placedCallerOf(request), request.params.id));
    },
  );
}

const testWebhookMessage = 'Test event sent.';

function testWebhook(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/test',
    {
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test event now and return the response of the receiver',
        description:
          'Sends one `transaction.completed` with `metadata.test: true` and waits for the response, at most 30 seconds. ' +
          'It is never retried and never disables the webhook; a disabled one can be tested too.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
      },
      config: { access: writeAccess, response: envelopeOf(testDelivery, testWebhookMessage) },
    },
    async (request, reply) => {
      deadlines.attempting.start(reply);
      sendData(reply, testWebhookMessage, await webhooks.test(callerOf(request), request.params.id));
    },
  );
}

const listDeliveriesMessage = 'Deliveries retrieved.';

function listDeliveries(api: Api, webhooks: WebhookOperations): void {
  api.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        operationId: 'listDeliveries',
        summary: 'List the deliveries of a webhook with their attempts, newest first',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        querystring: Type.Object({ limit: Type.Optional(pageLimit), cursor: Type.Optional(pageCursor) }),
      },
      config: {
        access: readAccess,
        response: pageOf(deliverySchema, listDeliveriesMessage),
        failures: ['invalid_request'],
      },
    },
    async (request, reply) => {
      const { limit = pageLimitDefault, cursor = null } = request.query;
      const page = await webhooks.listDeliveries(callerOf(request), request.params.id, { limit, cursor });
      sendPage(reply, listDeliveriesMessage, page);
    },
  );
}

const redeliverOneMessage = 'The delivery will be sent again.';

function redeliverOne(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/deliveries/:deliveryId/redeliver',
    {
      schema: {
        operationId: 'redeliverOne',
        summary: 'Send one delivery again, in any state',
        description: 'The same delivery and event id, with a first attempt now and the usual retries.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath, deliveryId: positiveId('The id of the delivery.') }),
      },
      config: {
        access: writeAccess,
        response: envelopeOf(queuedDelivery, redeliverOneMessage),
        failures: ['invalid_request', 'webhook_disabled', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { id, deliveryId } = request.params;
      sendData(reply, redeliverOneMessage, await webhooks.redeliverOne(callerOf(request), id, deliveryId));
    },
  );
}

const redeliverRangeMessage = 'What was missed will be sent.';

function redeliverRange(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/redeliver',
    {
      schema: {
        operationId: 'redeliverRange',
        summary: 'Send all failed, cancelled and missed events of a period',
        description:
          'Deliveries that failed or were cancelled are sent again, and events that the webhook is subscribed to and ' +
          'missed are sent. Delivered events are not. A large range is queued in parts: while `has_more` is ' +
          'true, send the request again with `next_from` as `from`.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: redeliveryRange,
      },
      config: {
        access: writeAccess,
        response: envelopeOf(queuedRange, redeliverRangeMessage),
        failures: ['webhook_disabled', 'outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { from, to } = request.body;
      const fromMs = momentOf(from);
      const toMs = to === undefined ? Date.now() : momentOf(to);
      if (to !== undefined && toMs <= fromMs) throw invalidField('to', 'to must be later than from.');
      sendData(
        reply,
        redeliverRangeMessage,
        await webhooks.redeliverRange(callerOf(request), request.params.id, { fromMs, toMs }),
      );
    },
  );
}

const rollSecretMessage = 'Secret rolled.';

function rollSecret(api: Api, webhooks: WebhookOperations, deadlines: Deadlines): void {
  api.post(
    '/webhooks/:id/roll-secret',
    {
      schema: {
        operationId: 'rollSecret',
        summary: 'Give a webhook a new secret',
        description:
          'Until the overlap ends, deliveries are signed with both: the usual signature header stays with the old ' +
          'secret, and its -New companion has the new one’s. Afterwards only the new one signs. Rolled again during ' +
          'an overlap, the newest secret replaces the one that was new, and the old one stays valid until the new end.',
        tags: ['Webhooks'],
        params: Type.Object({ id: webhookIdInPath }),
        body: secretRoll,
      },
      config: {
        access: writeAccess,
        response: envelopeOf(rolledSecret, rollSecretMessage),
        failures: ['outcome_unknown'],
      },
    },
    async (request, reply) => {
      deadlines.changing.start(reply);
      const { overlap_seconds: overlapSeconds = overlapSecondsDefault } = request.body;
      sendData(
        reply,
        rollSecretMessage,
        await webhooks.rollSecret(placedCallerOf(request), request.params.id, overlapSeconds * 1_000),
      );
    },
  );
}
