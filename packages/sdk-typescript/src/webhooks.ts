import { itemsOfPages, readPage } from './pages.ts';
import { type CallOptions, idInPath, type Transport } from './transport.ts';
import type {
  CreatedWebhook,
  DeletedWebhook,
  DeliveriesQuery,
  Delivery,
  Envelope,
  NewWebhook,
  Page,
  QueuedDelivery,
  QueuedRange,
  RedeliveryRequest,
  RolledSecret,
  SecretRoll,
  TestDelivery,
  UpdatedWebhook,
  Webhook,
  WebhookChanges,
} from './types.ts';

const root = '/api/v1/webhooks';
/** A receiver has 30 seconds to respond, and the service waits for it. */
const testTimeoutMsDefault = 40_000;

/** The addresses that receive events, in the mode of the key. */
export class Webhooks {
  readonly deliveries: Deliveries;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.deliveries = new Deliveries(transport);
  }

  /**
   * Registers an address. The response is the only one with the secret.
   * @throws NsimbiError
   */
  async create(webhook: NewWebhook, options?: CallOptions): Promise<CreatedWebhook> {
    const call = { method: 'POST', path: root, kind: 'unkeyed', body: webhook } as const;
    return (await this.#transport.json<Envelope<CreatedWebhook>>(call, options)).data;
  }

  /**
   * All webhooks; there are at most 20, so they have no pages.
   * @throws NsimbiError
   */
  async list(options?: CallOptions): Promise<readonly Webhook[]> {
    const call = { method: 'GET', path: root, kind: 'read' } as const;
    return (await this.#transport.json<Envelope<readonly Webhook[]>>(call, options)).data;
  }

  /** @throws NsimbiError */
  async get(id: number, options?: CallOptions): Promise<Webhook> {
    const call = { method: 'GET', path: `${root}/${idInPath(id)}`, kind: 'read' } as const;
    return (await this.#transport.json<Envelope<Webhook>>(call, options)).data;
  }

  /**
   * Changes the fields that are given. `is_active: true` enables it again; the response lists what was missed.
   * @throws NsimbiError
   */
  async update(id: number, changes: WebhookChanges, options?: CallOptions): Promise<UpdatedWebhook> {
    const call = { method: 'PUT', path: `${root}/${idInPath(id)}`, kind: 'unkeyed', body: changes } as const;
    return (await this.#transport.json<Envelope<UpdatedWebhook>>(call, options)).data;
  }

  /** @throws NsimbiError */
  async delete(id: number, options?: CallOptions): Promise<DeletedWebhook> {
    const call = { method: 'DELETE', path: `${root}/${idInPath(id)}`, kind: 'unkeyed' } as const;
    return (await this.#transport.json<Envelope<DeletedWebhook>>(call, options)).data;
  }

  /**
   * Sends a test event now and waits for the receiver. A receiver that refuses it is no error: see `delivered`. `timeoutMs` is 40,000 here
   * unless it is given.
   * @throws NsimbiError
   */
  async test(id: number, options?: CallOptions): Promise<TestDelivery> {
    const call = { method: 'POST', path: `${root}/${idInPath(id)}/test`, kind: 'unkeyed' } as const;
    const withTime = { ...options, timeoutMs: options?.timeoutMs ?? testTimeoutMsDefault };
    return (await this.#transport.json<Envelope<TestDelivery>>(call, withTime)).data;
  }

  /**
   * Makes a new secret. For `overlap_seconds` deliveries are signed with both.
   * @throws NsimbiError
   */
  async rollSecret(id: number, roll: SecretRoll = {}, options?: CallOptions): Promise<RolledSecret> {
    const call = { method: 'POST', path: `${root}/${idInPath(id)}/roll-secret`, kind: 'unkeyed', body: roll } as const;
    return (await this.#transport.json<Envelope<RolledSecret>>(call, options)).data;
  }

  /**
   * Sends failed, cancelled and missed events of a period again. While `has_more` is true, call it with `next_from` as `from`.
   * @throws NsimbiError
   */
  async redeliver(id: number, range: RedeliveryRequest, options?: CallOptions): Promise<QueuedRange> {
    const call = { method: 'POST', path: `${root}/${idInPath(id)}/redeliver`, kind: 'unkeyed', body: range } as const;
    return (await this.#transport.json<Envelope<QueuedRange>>(call, options)).data;
  }
}

/** What was sent to a webhook. */
export class Deliveries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page, the newest delivery first.
   * @throws NsimbiError
   */
  list(webhookId: number, query: DeliveriesQuery = {}, options?: CallOptions): Promise<Page<Delivery>> {
    const path = `${root}/${idInPath(webhookId)}/deliveries`;
    return readPage(this.#transport, { method: 'GET', path, kind: 'read', query: { ...query } }, options);
  }

  /**
   * All deliveries that are still kept, the newest first.
   * @throws NsimbiError
   */
  iterate(
    webhookId: number,
    query: DeliveriesQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void, undefined> {
    return itemsOfPages((cursor = query.cursor) =>
      this.list(webhookId, { ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
    );
  }

  /**
   * Sends one delivery again, also one that was delivered.
   * @throws NsimbiError
   */
  async redeliver(webhookId: number, deliveryId: number, options?: CallOptions): Promise<QueuedDelivery> {
    const path = `${root}/${idInPath(webhookId)}/deliveries/${idInPath(deliveryId)}/redeliver`;
    const call = { method: 'POST', path, kind: 'unkeyed' } as const;
    return (await this.#transport.json<Envelope<QueuedDelivery>>(call, options)).data;
  }
}
