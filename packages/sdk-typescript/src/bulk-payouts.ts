import { itemsOfPages, readPage } from './pages.ts';
import { type CallOptions, idInPath, type MoneyCallOptions, type Transport } from './transport.ts';
import type {
  BulkPayout,
  BulkPayoutRequest,
  BulkPayoutRow,
  BulkPayoutRowsQuery,
  BulkPayoutsQuery,
  BulkPayoutWithProgress,
  CreatedBulkPayout,
  Envelope,
  Page,
} from './types.ts';
import { type WaitOptions, waitFor } from './waiting.ts';

const path = '/api/v1/bulk-payouts';

/** Many payments that are checked together, confirmed together, and sent one by one. */
export class BulkPayouts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a draft of up to 10,000 payments. Nothing is paid until it is confirmed. The same `idempotencyKey` creates one.
   * @param request amounts in whole shillings.
   * @returns the draft with its fees, and the rows that repeat an earlier one.
   * @throws NsimbiError; a ValidationError has a sentence for each wrong row in `fields.rows` or `fields.csv`
   */
  async create(request: BulkPayoutRequest, options?: MoneyCallOptions): Promise<CreatedBulkPayout> {
    const call = { method: 'POST', path, kind: 'keyed', body: request } as const;
    return (await this.#transport.json<Envelope<CreatedBulkPayout>>(call, options)).data;
  }

  /**
   * Begins the payments of a draft, or has it wait for a second person. The second time this changes nothing.
   * @param totalDeducted as the draft says, in shillings.
   * @throws NsimbiError
   */
  async confirm(id: number, totalDeducted: number, options?: CallOptions): Promise<BulkPayout> {
    const body = { total_deducted: totalDeducted };
    const call = { method: 'POST', path: `${pathOf(id)}/confirm`, kind: 'read', body } as const;
    return (await this.#transport.json<Envelope<BulkPayout>>(call, options)).data;
  }

  /**
   * Cancels the rows that were not sent.
   * @throws NsimbiError
   */
  async cancel(id: number, options?: CallOptions): Promise<BulkPayout> {
    const call = { method: 'POST', path: `${pathOf(id)}/cancel`, kind: 'unkeyed' } as const;
    return (await this.#transport.json<Envelope<BulkPayout>>(call, options)).data;
  }

  /**
   * Makes a new draft of the rows that failed, once: asked again, it gives the same draft.
   * @throws NsimbiError while a payment of the bulk payout has no final status, or when none failed
   */
  async retry(id: number, options?: CallOptions): Promise<BulkPayout> {
    const call = { method: 'POST', path: `${pathOf(id)}/retry`, kind: 'read' } as const;
    return (await this.#transport.json<Envelope<BulkPayout>>(call, options)).data;
  }

  /**
   * One bulk payout, with the number of its rows in each state.
   * @throws NsimbiError
   */
  async get(id: number, options?: CallOptions): Promise<BulkPayoutWithProgress> {
    const call = { method: 'GET', path: pathOf(id), kind: 'read' } as const;
    return (await this.#transport.json<Envelope<BulkPayoutWithProgress>>(call, options)).data;
  }

  /**
   * Waits until every payment has its final status, or the bulk payout ended without one.
   * @throws TimeoutError with the code `not_final_in_time`; NsimbiError
   */
  wait(id: number, options?: WaitOptions): Promise<BulkPayoutWithProgress> {
    return waitFor((read) => this.get(id, read), isOver, options);
  }

  /**
   * One page, the newest first.
   * @throws NsimbiError
   */
  list(query: BulkPayoutsQuery = {}, options?: CallOptions): Promise<Page<BulkPayout>> {
    return readPage(this.#transport, { method: 'GET', path, kind: 'read', query: { ...query } }, options);
  }

  /**
   * All bulk payouts, the newest first.
   * @throws NsimbiError
   */
  iterate(query: BulkPayoutsQuery = {}, options?: CallOptions): AsyncGenerator<BulkPayout, void, undefined> {
    return itemsOfPages((cursor = query.cursor) =>
      this.list({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
    );
  }

  /**
   * One page of the rows, in their order.
   * @throws NsimbiError
   */
  listRows(id: number, query: BulkPayoutRowsQuery = {}, options?: CallOptions): Promise<Page<BulkPayoutRow>> {
    const call = { method: 'GET', path: `${pathOf(id)}/rows`, kind: 'read', query: { ...query } } as const;
    return readPage(this.#transport, call, options);
  }

  /**
   * All rows, in their order; with `status` only those in one state.
   * @throws NsimbiError
   */
  iterateRows(
    id: number,
    query: BulkPayoutRowsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<BulkPayoutRow, void, undefined> {
    return itemsOfPages((cursor = query.cursor) =>
      this.listRows(id, { ...query, ...(cursor === undefined ? {} : { cursor }) }, options),
    );
  }

  /**
   * The result of each row as the bytes of a CSV file in UTF-8.
   * @throws NsimbiError
   */
  result(id: number, options?: CallOptions): Promise<Uint8Array> {
    const call = {
      method: 'GET',
      path: `${pathOf(id)}/result`,
      kind: 'read',
      accept: 'text/csv, application/json',
    } as const;
    return this.#transport.bytes(call, 'text/csv', options);
  }
}

function isOver({ ended_at, progress }: BulkPayoutWithProgress): boolean {
  return ended_at !== null && progress.waiting === 0 && progress.processing === 0;
}

function pathOf(id: number): string {
  return `${path}/${idInPath(id)}`;
}
