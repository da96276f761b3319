import { itemsOfPages } from './pages.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { Envelope, Page, Statement, StatementFileFormat, StatementQuery, StatementRow } from './types.ts';

const path = '/api/v1/wallet/statements';

const contentTypes: Readonly<Record<StatementFileFormat, string>> = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  camt053: 'application/xml',
};

/** Statements of the wallet: what was completed in whole days of Kampala, with the balances before and after. */
export class Statements {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * A statement with one page of its rows, the oldest first. Its sums are of all rows. Amounts in shillings.
   * @throws NsimbiError
   */
  async get(
    query: StatementQuery,
    options?: CallOptions,
  ): Promise<Statement & { readonly pagination: Page<StatementRow>['pagination'] }> {
    const call = { method: 'GET', path, kind: 'read', query: { ...query, format: 'json' } } as const;
    const { data, pagination } = await this.#transport.json<
      Envelope<Statement> & { readonly pagination: Page<StatementRow>['pagination'] }
    >(call, options);
    return { ...data, pagination };
  }

  /**
   * All rows of a statement, the oldest first. Payments that are made meanwhile change nothing.
   * @throws NsimbiError
   */
  iterateRows(query: StatementQuery, options?: CallOptions): AsyncGenerator<StatementRow, void, undefined> {
    return itemsOfPages(async (cursor = query.cursor) => {
      const { rows, pagination } = await this.get({ ...query, ...(cursor === undefined ? {} : { cursor }) }, options);
      return { data: rows, pagination };
    });
  }

  /**
   * A statement as the bytes of one file with all rows.
   * @throws NsimbiError
   */
  file(
    query: Pick<StatementQuery, 'from' | 'to'>,
    format: StatementFileFormat,
    options?: CallOptions,
  ): Promise<Uint8Array> {
    const contentType = contentTypes[format];
    return this.#transport.bytes(
      { method: 'GET', path, kind: 'read', query: { ...query, format }, accept: `${contentType}, application/json` },
      contentType,
      options,
    );
  }
}
