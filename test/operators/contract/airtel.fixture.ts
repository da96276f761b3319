import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AirtelMoney } from '../../../src/operators/airtel-money/airtel-money.ts';
import type { AirtelMoneySettings } from '../../../src/operators/airtel-money/settings.ts';
import type { ConnectorObserver, UnknownWord } from '../../../src/operators/contract.ts';
import { JsonServer, type ReceivedRequest, sendJson } from './json-server.fixture.ts';

/** The key pair of the PIN; tests hold its private half, as Airtel does. */
export const pinKeys = generateKeyPairSync('rsa', { modulusLength: 1_024 });

export const never = new AbortController().signal;

/** Records what a connector reports while a test runs. */
export class RecordingObserver implements ConnectorObserver {
  readonly unknownWords: UnknownWord[] = [];
  readonly hashForms: (string | null)[] = [];
  readonly exchanges: string[] = [];

  exchange(_operator: string, exchange: object): void {
    this.exchanges.push(JSON.stringify(exchange));
  }

  unknownWord(_operator: string, word: UnknownWord): void {
    this.unknownWords.push(word);
  }

  callbackHash(_operator: string, form: string | null): void {
    this.hashForms.push(form);
  }
}

/** A small server that gives tokens, and answers everything else as a test decides. */
export class AirtelBench {
  readonly connector: AirtelMoney;
  readonly observer = new RecordingObserver();
  /** Requests besides those for tokens. */
  readonly calls: ReceivedRequest[] = [];
  readonly tokenRequests: ReceivedRequest[] = [];
  readonly server: JsonServer;
  answer: (request: ReceivedRequest, response: ServerResponse) => void = (_request, response) =>
    sendJson(response, 200, {});
  answerToken: (response: ServerResponse, count: number) => void = (response, count) =>
    sendJson(response, 200, { access_token: `T${count}`, expires_in: '180', token_type: 'bearer' });

  private constructor(server: JsonServer, settings: Partial<AirtelMoneySettings>) {
    this.server = server;
    this.connector = new AirtelMoney(
      { ...usualSettings(server.origin, pinKeys.publicKey), ...settings },
      this.observer,
    );
    server.answer = (request, response) => {
      if (request.path.endsWith('/auth/oauth2/token')) {
        this.tokenRequests.push(request);
        this.answerToken(response, this.tokenRequests.length);
        return;
      }
      this.calls.push(request);
      this.answer(request, response);
    };
  }

  static async open(settings: Partial<AirtelMoneySettings> = {}): Promise<AirtelBench> {
    return new AirtelBench(await JsonServer.open(), settings);
  }

  /** Answers every business call from now on with a status and a JSON value. */
  says(status: number, value: unknown): void {
    this.answer = (_request, response) => sendJson(response, status, value);
  }

  async close(): Promise<void> {
    await this.connector.close();
    await this.server.close();
  }
}

export function usualSettings(baseUrl: string, pinPublicKey: KeyObject): AirtelMoneySettings {
  return {
    baseUrl,
    pathPrefix: '',
    clientId: 'client-1',
    clientSecret: 'client-secret-1',
    pin: '4321',
    pinPublicKey,
    callbackKey: null,
    collectionVersion: 'v1',
    disbursementVersion: 'v2',
    signing: false,
    pollDelaysMs: [20, 20, 50],
    queriesPerSecond: 10,
  };
}

/** Airtel's envelope: `data.transaction` and `status`. */
export function envelope(
  responseCode: string | null,
  transaction: object | null = null,
  more: { code?: string; resultCode?: string; success?: boolean; message?: string } = {},
): object {
  return {
    ...(transaction !== null && { data: { transaction } }),
    status: {
      code: more.code ?? '200',
      message: more.message ?? 'words of Airtel',
      ...(responseCode !== null && { response_code: responseCode }),
      ...(more.resultCode !== undefined && { result_code: more.resultCode }),
      success: more.success ?? true,
    },
  };
}
