import { type CallOptions, idInPath, type Transport } from './transport.ts';
import type { Envelope, Receipt, ReceiptQuery } from './types.ts';

/** Receipts that can be verified without the service. */
export class Receipts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The receipt of a transaction. `round` is null until the transaction is proven, some seconds after its end.
   * @throws NsimbiError
   */
  async get(transactionId: number, query: ReceiptQuery = {}, options?: CallOptions): Promise<Receipt> {
    const call = { method: 'GET', path: pathOf(transactionId), kind: 'read', query: { ...query } } as const;
    return (await this.#transport.json<Envelope<Receipt>>(call, options)).data;
  }

  /**
   * The receipt as the bytes of a PDF, with the JSON attached.
   * @throws NsimbiError
   */
  pdf(transactionId: number, query: ReceiptQuery = {}, options?: CallOptions): Promise<Uint8Array> {
    return this.#transport.bytes(
      {
        method: 'GET',
        path: pathOf(transactionId),
        kind: 'read',
        query: { ...query, format: 'pdf' },
        accept: 'application/pdf, application/json',
      },
      'application/pdf',
      options,
    );
  }
}

function pathOf(transactionId: number): string {
  return `/api/v1/wallet/transactions/${idInPath(transactionId)}/receipt`;
}
