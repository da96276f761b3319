import { itemsOfPages, readPage } from './pages.ts';
import { Statements } from './statements.ts';
import { type CallOptions, idInPath, type MoneyCallOptions, type Transport } from './transport.ts';
import type {
  Balance,
  BalanceQuery,
  Batch,
  BatchRequest,
  Envelope,
  Fee,
  FeeQuery,
  Limits,
  Page,
  Payment,
  PhoneLookup,
  SendMoneyRequest,
  Transaction,
  TransactionsQuery,
  Withdrawal,
  WithdrawRequest,
} from './types.ts';
import { type WaitOptions, waitUntilFinal } from './waiting.ts';

/** The wallet of the key. */
export class Wallet {
  readonly transactions: Transactions;
  readonly statements: Statements;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.transactions = new Transactions(transport);
    this.statements = new Statements(transport);
  }

  /**
   * The balance now, or the one after everything before `at`. Amounts in shillings.
   * @throws NsimbiError
   */
  async balance({ at }: BalanceQuery = {}, options?: CallOptions): Promise<Balance> {
    const call = { method: 'GET', path: '/api/v1/wallet/balance', kind: 'read', query: { at } } as const;
    return (await this.#transport.json<Envelope<Balance>>(call, options)).data;
  }

  /**
   * What applies to the next payment: the most of one payment and of a day, the approval threshold, and the fees in force.
   * @throws NsimbiError
   */
  async limits(options?: CallOptions): Promise<Limits> {
    const call = { method: 'GET', path: '/api/v1/wallet/limits', kind: 'read' } as const;
    return (await this.#transport.json<Envelope<Limits>>(call, options)).data;
  }

  /**
   * Sends money to a phone. The same `idempotencyKey` never pays twice.
   * @param request `amount` in whole shillings.
   * @returns the payment as it was accepted; `status` is `processing` until the operator's final answer.
   * @throws NsimbiError with the `idempotencyKey`, to continue with
   */
  async sendMoney(request: SendMoneyRequest, options?: MoneyCallOptions): Promise<Payment> {
    const call = { method: 'POST', path: '/api/v1/wallet/send-money', kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Payment>>(call, options)).data;
  }

  /**
   * Makes up to 256 payments to wallets of the service, all or none. The same `idempotencyKey` never pays twice.
   * @param request each payment as of `sendMoney`.
   * @returns the sums, and each payment in the order of the request.
   * @throws NsimbiError with the `idempotencyKey`; where one payment is the cause, `fields` names it, such as `payments[2].amount`
   */
  async sendBatch(request: BatchRequest, options?: MoneyCallOptions): Promise<Batch> {
    const call = { method: 'POST', path: '/api/v1/wallet/batches', kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Batch>>(call, options)).data;
  }

  /**
   * Withdraws money to a mobile-money account. The same `idempotencyKey` never pays twice.
   * @param request `amount` in whole shillings; the fee comes on top.
   * @throws NsimbiError with the `idempotencyKey`, to continue with
   */
  async withdraw(request: WithdrawRequest, options?: MoneyCallOptions): Promise<Withdrawal> {
    const call = { method: 'POST', path: '/api/v1/wallet/withdraw/mobile', kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<Withdrawal>>(call, options)).data;
  }

  /**
   * The fee that an operation would have now. Amounts in shillings.
   * @throws NsimbiError
   */
  async quoteFee(query: FeeQuery, options?: CallOptions): Promise<Fee> {
    const call = { method: 'GET', path: '/api/v1/wallet/fees', kind: 'read', query: { ...query } } as const;
    return (await this.#transport.json<Envelope<Fee>>(call, options)).data;
  }

  /**
   * Whom a payment to this phone would reach.
   * @param phone 12 digits that begin with 256.
   * @throws NsimbiError
   */
  async lookup(phone: string, options?: CallOptions): Promise<PhoneLookup> {
    const call = { method: 'GET', path: '/api/v1/wallet/lookup', kind: 'read', query: { phone } } as const;
    return (await this.#transport.json<Envelope<PhoneLookup>>(call, options)).data;
  }
}

/** The transactions of the wallet. */
export class Transactions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page, the newest transaction first.
   * @throws NsimbiError
   */
  list(query: TransactionsQuery = {}, options?: CallOptions): Promise<Page<Transaction>> {
    const call = { method: 'GET', path: '/api/v1/wallet/transactions', kind: 'read', query: { ...query } } as const;
    return readPage(this.#transport, call, options);
  }

  /**
   * All transactions, the newest first. `limit` is the size of a page, `cursor` the page to begin with.
   * @throws NsimbiError
   */
  iterate(query: TransactionsQuery = {}, options?: CallOptions): AsyncGenerator<Transaction, void, undefined> {
    return itemsOfPages((cursor = query.cursor) =>
      this.list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
    );
  }

  /**
   * One transaction.
   * @throws NsimbiError
   */
  async get(id: number, options?: CallOptions): Promise<Transaction> {
    const call = { method: 'GET', path: `/api/v1/wallet/transactions/${idInPath(id)}`, kind: 'read' } as const;
    return (await this.#transport.json<Envelope<Transaction>>(call, options)).data;
  }

  /**
   * Waits until a transaction is `completed` or `failed`.
   * @throws TimeoutError with the code `not_final_in_time`; NsimbiError
   */
  wait(id: number, options?: WaitOptions): Promise<Transaction> {
    return waitUntilFinal((read) => this.get(id, read), options);
  }
}
