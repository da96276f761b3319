import { type CallOptions, idInPath, type Transport } from './transport.ts';
import type { Envelope, Quote, QuoteRequest } from './types.ts';

/** What payments cost, held for ten minutes. */
export class Quotes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Holds the fee and total of a payment or withdrawal for ten minutes. A payment that names the `quote_id` costs exactly that, or is refused
   * (`quote_expired`, `quote_differs`). Nothing is reserved: funds, limits and approval are decided at payment.
   * @param request `amount` in whole shillings. `expected_name` is compared with the registered name, at most 10 times a minute.
   * @throws NsimbiError
   */
  async create(request: QuoteRequest, options?: CallOptions): Promise<Quote> {
    const call = { method: 'POST', path: '/api/v1/wallet/quotes', kind: 'unkeyed', body: request } as const;
    return (await this.#transport.json<Envelope<Quote>>(call, options)).data;
  }

  /**
   * A quote, until a day after it expired. Its limits and approval are those of now.
   * @throws NsimbiError
   */
  async get(quoteId: number, options?: CallOptions): Promise<Quote> {
    const call = { method: 'GET', path: `/api/v1/wallet/quotes/${idInPath(quoteId)}`, kind: 'read' } as const;
    return (await this.#transport.json<Envelope<Quote>>(call, options)).data;
  }
}
