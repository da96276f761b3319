import { type CallOptions, idInPath, type MoneyCallOptions, type Transport } from './transport.ts';
import type {
  Collection,
  CollectionStatus,
  CollectPaymentRequest,
  Envelope,
  Refund,
  RefundRequest,
  Transaction,
  TransactionsQuery,
} from './types.ts';
import { type WaitOptions, waitUntilFinal } from './waiting.ts';
import { Transactions } from './wallet.ts';

/** Payments of customers into the wallet. */
export class Collections {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Asks a customer to pay: their phone shows a prompt. The same `idempotencyKey` never asks twice.
   * @param request `amount` in whole shillings.
   * @returns the collection with `status` `processing`.
   * @throws NsimbiError with the `idempotencyKey`, to continue with
   */
  async create(request: CollectPaymentRequest, options?: MoneyCallOptions): Promise<Collection> {
    const call = { method: 'POST', path: '/api/v1/wallet/collect-payment', kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Collection>>(call, options)).data;
  }

  /**
   * The collection with its status. Only `status` says how it ended: a failed collection is no error.
   * @param id `transaction_id` of the collection.
   * @throws NsimbiError
   */
  get(id: number, options?: CallOptions): Promise<CollectionStatus> {
    const path = `/api/v1/wallet/collections/${idInPath(id)}/status`;
    return this.#transport.json<CollectionStatus>({ method: 'GET', path, kind: 'read' }, options);
  }

  /**
   * Waits until a collection is `completed` or `failed`, by reading its status within the rate limit. For many collections at the same
   * time use webhooks.
   * @throws TimeoutError with the code `not_final_in_time`; NsimbiError
   */
  wait(id: number, options?: WaitOptions): Promise<CollectionStatus> {
    return waitUntilFinal((read) => this.get(id, read), options);
  }

  /**
   * The transactions of all collections, the newest first.
   * @throws NsimbiError
   */
  iterate(
    query: Omit<TransactionsQuery, 'type'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void, undefined> {
    return new Transactions(this.#transport).iterate({ ...query, type: 'collection' }, options);
  }
}

/** Payments back to customers. */
export class Refunds {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Pays a completed collection back to its customer. The same `idempotencyKey` never pays twice.
   * @param collectionId `transaction_id` of the collection.
   * @throws NsimbiError with the `idempotencyKey`, to continue with
   */
  async create(collectionId: number, request: RefundRequest = {}, options?: MoneyCallOptions): Promise<Refund> {
    const path = `/api/v1/wallet/collections/${idInPath(collectionId)}/refund`;
    const call = { method: 'POST', path, kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Refund>>(call, options)).data;
  }

  /**
   * The transactions of all refunds, the newest first.
   * @throws NsimbiError
   */
  iterate(
    query: Omit<TransactionsQuery, 'type'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Transaction, void, undefined> {
    return new Transactions(this.#transport).iterate({ ...query, type: 'refund' }, options);
  }
}
