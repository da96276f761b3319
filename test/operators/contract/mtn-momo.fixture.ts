import type { ServerResponse } from 'node:http';
import { ugx } from '../../../src/money/ugx.ts';
import { unobserved } from '../../../src/operators/connector-observer.ts';
import type {
  ConnectorObserver,
  Exchange,
  MoneyCall,
  RefundCall,
  UnknownWord,
} from '../../../src/operators/contract.ts';
import { MtnMomo } from '../../../src/operators/mtn-momo/mtn-momo.ts';
import type { MtnMomoSettings } from '../../../src/operators/mtn-momo/settings.ts';
import { JsonServer, type ReceivedRequest, sendJson } from './json-server.fixture.ts';

export const collectionCredentials = {
  subscriptionKey: 'c'.repeat(32),
  apiUser: '0c000000-0000-4000-8000-000000000001',
  apiKey: 'collection-api-key-hunter2',
};
export const disbursementCredentials = {
  subscriptionKey: 'd'.repeat(32),
  apiUser: '0d000000-0000-4000-8000-000000000001',
  apiKey: 'disbursement-api-key-hunter2',
};

export function settingsFor(baseUrl: string, changes: Partial<MtnMomoSettings> = {}): MtnMomoSettings {
  return {
    baseUrl,
    targetEnvironment: 'mtnuganda',
    currency: 'UGX',
    collection: collectionCredentials,
    disbursement: disbursementCredentials,
    publicUrl: 'https://pay.example',
    queriesPerSecond: 10,
    pollDelaysMs: [10_000],
    ...changes,
  };
}

export const call: MoneyCall = {
  reference: '3f0f3c86-6a0b-4f4b-9a5e-0c8a8a5f3c11',
  transactionId: 71,
  phone: '256772123456',
  amount: ugx(50_000),
  description: "Ssente z'essomero 📚",
  merchantName: 'Kampala Books',
};

export const refund: RefundCall = {
  reference: '7a1b2c3d-1111-4222-8333-444455556666',
  transactionId: 72,
  collectionReference: call.reference,
  collectionReceipt: '23503452',
  phone: call.phone,
  amount: call.amount,
  description: null,
  merchantName: 'Kampala Books',
};

/** What a query finds unless a test says otherwise: the payment of `call`, as MTN documents it. */
export const successfulState = {
  amount: '50000',
  currency: 'UGX',
  financialTransactionId: '23503452',
  externalId: call.reference,
  payer: { partyIdType: 'MSISDN', partyId: '256772123456' },
  payerMessage: 'Kampala Books',
  payeeNote: 'Transaction 71',
  status: 'SUCCESSFUL',
};

type Play = (response: ServerResponse, request: ReceivedRequest) => void;

/** An MTN of a few lines: it gives tokens, and answers the rest as a test says. */
export class MtnBench {
  readonly mtn: MtnMomo;
  readonly #server: JsonServer;
  readonly exchanges: Exchange[] = [];
  readonly unknownWords: UnknownWord[] = [];
  tokensGiven = 0;
  /** Answers to `POST …/token/`; null for a token of an hour. */
  token: Play | null = null;
  post: Play = (response) => response.writeHead(202).end();
  get: Play = (response) => sendJson(response, 404, { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource…' });

  private constructor(server: JsonServer, changes: Partial<MtnMomoSettings>) {
    this.#server = server;
    server.answer = (request, response) => {
      if (request.path.endsWith('/token/')) {
        this.tokensGiven += 1;
        if (this.token !== null) return this.token(response, request);
        const access_token = `token-${this.tokensGiven}-hunter2`;
        return sendJson(response, 200, { access_token, token_type: 'access_token', expires_in: 3600 });
      }
      return request.method === 'POST' ? this.post(response, request) : this.get(response, request);
    };
    const observer: ConnectorObserver = {
      ...unobserved,
      exchange: (_operator, exchange) => this.exchanges.push(exchange),
      unknownWord: (_operator, word) => this.unknownWords.push(word),
    };
    this.mtn = new MtnMomo(settingsFor(server.origin, changes), observer);
  }

  static async open(changes: Partial<MtnMomoSettings> = {}): Promise<MtnBench> {
    return new MtnBench(await JsonServer.open(), changes);
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** What arrived, tokens left out. */
  get received(): readonly ReceivedRequest[] {
    return this.#server.received.filter(({ path }) => !path.endsWith('/token/'));
  }

  get tokenRequests(): readonly ReceivedRequest[] {
    return this.#server.received.filter(({ path }) => path.endsWith('/token/'));
  }

  /** Answers every query with a state. */
  state(body: unknown): void {
    this.get = (response) => sendJson(response, 200, body);
  }

  /** Answers every money call with an error. */
  error(status: number, body: unknown): void {
    this.post = (response) => sendJson(response, status, body);
  }

  async close(): Promise<void> {
    await this.mtn.close();
    await this.#server.close();
  }
}
