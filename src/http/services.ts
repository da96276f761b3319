import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Principal, RateLimitName } from '../access/principal.ts';
import type { EventStream, StreamRequest } from '../events/stream.ts';
import type { EventName } from '../ledger/event-names.ts';
import type { StoredResponse } from '../ledger/idempotency.ts';
import type { CallbackRequest } from '../operators/contract.ts';
import type { Caller, IdempotentRequest, MoneyAnswer, OnTaken } from '../wallet/answer.ts';
import type { HistoryRequest } from '../wallet/history.ts';
import type { Destination } from '../wallet/lookup.ts';
import type { Journal } from './request-journal/journal-requests.ts';

/** Everything the HTTP edge needs from the rest of the program. It knows how to speak HTTP and nothing else. */
export interface HttpServices {
  readonly settings: HttpSettings;
  readonly logger: Logger;
  /** Where the edge registers its own metrics, and what /metrics shows. */
  readonly registry: Registry;
  /**
   * Whose API key this is. Answers at once when the key is cached.
   * @throws Refusal `unauthorized`, `key_expired` or `ip_not_allowed`.
   */
  authenticate(authorization: string | undefined, address: string): Principal | Promise<Principal>;
  readonly rateLimiter: RateLimiter;
  readonly failedAuthentication: FailedAuthentication;
  readonly wallet: WalletOperations;
  readonly eventStreams: EventStreaming;
  readonly webhooks: WebhookOperations;
  readonly simulator: SimulatorOperations;
  readonly operatorCallbacks: OperatorCallbacks;
  /** Where the requests of the API are noted for the clients' developers; null: nowhere. */
  readonly requestJournal: Journal | null;
  /** Makes the dashboard's server, which is loaded when somebody first asks for it. */
  loadDashboard(): Promise<FastifyInstance>;
  /** Whether requests can be served: database, migrations, workers. */
  isReady(): Promise<{ readonly ready: boolean; readonly details: object }>;
}

export interface HttpSettings {
  /** Names the X-<brand>-* headers and the User-Agent of deliveries. */
  readonly brand: string;
  /** Addresses and networks of proxies whose X-Forwarded-For counts; empty for none. */
  readonly trustProxy: readonly string[];
  /** The address that the service listens on. */
  readonly host: string;
  /** Where the outside world reaches the service; null where that is not set. */
  readonly publicUrl: string | null;
  /** Connections that one address may have without having authenticated. */
  readonly connectionsPerAddress: number;
  /** Origins of web pages that may call the API from a browser; empty for none. */
  readonly corsOrigins: readonly string[];
  /** Metrics have a port of their own; null: they are on the main one. */
  readonly metricsPort: number | null;
  /** Reads /metrics on the main port from anywhere; null: nothing does. */
  readonly metricsToken: string | null;
  /** Where traces go; null: none are made. */
  readonly otlpEndpoint: string | null;
  /** How long a money call waits for the operator's first word. */
  readonly operatorWaitMs: number;
}

/** One fixed window of a limit, as the X-RateLimit-* headers tell it. */
export interface RateLimitWindow {
  readonly limit: number;
  readonly remaining: number;
  /** The unix second at which the window ends. */
  readonly resetAtSeconds: number;
  readonly allowed: boolean;
  /** Whether it is the window of all keys of a client. */
  readonly ofClient?: true;
}

export interface RateLimiter {
  /** Counts one request of this key. Gives the window, of the key or of its client, with fewer requests left. */
  hit(name: RateLimitName, principal: Principal): RateLimitWindow | Promise<RateLimitWindow>;
}

/** Counts requests that failed to authenticate, per address, and never waits for it. */
export interface FailedAuthentication {
  hit(address: string): RateLimitWindow;
  /** The address's window without counting. */
  peek(address: string): RateLimitWindow;
}

export interface Page {
  readonly data: readonly object[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** What a caller can ask of the wallet. Everything that is not done throws a Refusal. */
export interface WalletOperations {
  readBalance(caller: Caller): Promise<object>;
  /** @param shownFee as of the two below, the fee that a person was shown, in shillings; another one is refused. */
  sendMoney(
    caller: Caller,
    request: {
      readonly recipient_phone: string;
      readonly amount: number;
      readonly description?: string;
      readonly sender_pays_fee?: boolean;
    },
    idempotent: IdempotentRequest | null,
    onTaken: OnTaken,
    shownFee?: number,
  ): Promise<MoneyAnswer>;
  withdrawToMobile(
    caller: Caller,
    request: { readonly phone: string; readonly amount: number; readonly description?: string },
    idempotent: IdempotentRequest | null,
    onTaken: OnTaken,
    shownFee?: number,
  ): Promise<MoneyAnswer>;
  collectPayment(
    caller: Caller,
    request: {
      readonly customer_phone: string;
      readonly amount: number;
      readonly description?: string;
      readonly customer_name?: string;
    },
    idempotent: IdempotentRequest | null,
    onTaken: OnTaken,
    shownFee?: number,
  ): Promise<MoneyAnswer>;
  refundCollection(
    caller: Caller,
    collectionId: number,
    request: { readonly description?: string },
    idempotent: IdempotentRequest | null,
    onTaken: OnTaken,
  ): Promise<MoneyAnswer>;
  fundTestWallet(
    caller: Caller,
    request: { readonly amount: number },
    idempotent: IdempotentRequest | null,
  ): Promise<MoneyAnswer>;
  /** Stores the response of an Idempotency-Key if none is stored yet. @returns the one that is stored, which must be sent. */
  storeResponse(caller: Caller, key: string, response: StoredResponse): Promise<StoredResponse>;
  /** The whole top-level body. */
  collectionStatus(caller: Caller, transactionId: number): Promise<object>;
  listTransactions(caller: Caller, query: HistoryRequest): Promise<Page>;
  readTransaction(caller: Caller, transactionId: number): Promise<object>;
  quoteFee(
    caller: Caller,
    query: {
      readonly operation: FeeOperation;
      readonly amount: number;
      readonly recipient_phone?: string;
      readonly sender_pays_fee?: boolean;
    },
  ): Promise<object>;
  lookupPhone(caller: Caller, phone: string, destination: Destination): Promise<object>;
  /** Events with a sequence above `after`, oldest first. */
  readEvents(caller: Caller, query: { readonly after?: number; readonly limit: number }): Promise<Page>;
}

/** Live streams of events. */
export interface EventStreaming {
  /** @throws Refusal when there are too many. */
  open(request: StreamRequest): Promise<EventStream>;
  /** Ends all streams, because the server closes. */
  stop(): void;
}

export type FeeOperation = 'send_money' | 'withdrawal' | 'collection';

/** What a client can do with its webhooks. Everything that is not done throws a Refusal. */
export interface WebhookOperations {
  /** What of these no webhook of the caller may have: a sentence by field. */
  forbidden(
    caller: Caller,
    fields: { readonly url?: string; readonly api_key_id?: number },
  ): Promise<Readonly<Record<string, string>>>;
  /** The six fields of the contract, with the secret. */
  create(caller: Caller, request: NewWebhookRequest): Promise<object>;
  list(caller: Caller): Promise<readonly object[]>;
  read(caller: Caller, webhookId: number): Promise<object>;
  /** What is left out stays. */
  update(
    caller: Caller,
    webhookId: number,
    request: Partial<NewWebhookRequest> & { readonly is_active?: boolean },
  ): Promise<object>;
  delete(caller: Caller, webhookId: number): Promise<object>;
  /** Sends a test event and waits for its answer. */
  test(caller: Caller, webhookId: number): Promise<object>;
  listDeliveries(
    caller: Caller,
    webhookId: number,
    query: { readonly limit: number; readonly cursor: string | null },
  ): Promise<Page>;
  redeliverOne(caller: Caller, webhookId: number, deliveryId: number): Promise<object>;
  /** What failed, was cancelled or was missed in a half-open range of milliseconds since 1970. */
  redeliverRange(
    caller: Caller,
    webhookId: number,
    range: { readonly fromMs: number; readonly toMs: number },
  ): Promise<object>;
  rollSecret(caller: Caller, webhookId: number, overlapMs: number): Promise<object>;
}

export interface NewWebhookRequest {
  readonly url: string;
  readonly events: readonly EventName[];
  /** 0 stands for all keys. */
  readonly api_key_id?: number;
  /** Empty for none. */
  readonly description?: string;
  readonly honor_hints?: boolean;
}

/** What operators tell us about payments, whoever sends it. */
export interface OperatorCallbacks {
  /** Takes a callback, to be looked at later. Never throws and never waits. */
  take(operator: string, address: string, callback: CallbackRequest): void;
  /** Notes a callback whose body could not be read. */
  dropUnreadable(operator: string): void;
}

/** The virtual handset, for programs. */
export interface SimulatorOperations {
  listPrompts(caller: Caller, phone?: string): Promise<readonly object[]>;
  answerPrompt(caller: Caller, promptId: number, answer: 'approve' | 'decline'): Promise<object>;
  /** What happened to some phones because of the caller's own wallet, newest first. */
  listMessages(caller: Caller, phones: readonly string[]): Promise<readonly object[]>;
}
