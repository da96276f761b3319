import type { FailureCode, Mode } from '../ledger/transaction.ts';
import type { Ugx } from '../money/ugx.ts';
import type { Setting, Settings, ValuesOf } from '../settings/setting.ts';
import type { StatementColumns } from './statement-columns.ts';

/**
 * What the folder of an operator exports: everything that the rest of the program needs to know about this operator.
 * registry.ts lists them, and no other file outside of the folder names an operator.
 */
export interface Operator<Own extends OperatorSettings = OperatorSettings> {
  /** As the prefix table, transactions and messages write it. */
  readonly name: string;
  /** As commands, options and requests write it: lower-case letters, digits and hyphens. */
  readonly key: string;
  readonly settings: Own;
  /** Names of settings that are set together, or none of them; without them the operator is off. */
  readonly credentials: readonly string[];
  /** Names of settings that have no use without the credentials. */
  readonly uselessAlone: readonly string[];
  /** Callbacks arrive at this path, and below it, after NSIMBI_PUBLIC_URL. */
  readonly callbackPath: string;
  /** A path at which one of its callbacks could arrive, for the check that callbacks reach us. */
  readonly callbackExample: string;
  readonly statements: OperatorStatements;
  /** Fields of its messages that hold a number as long as a phone which is no phone: the call log shows them whole. */
  readonly unmaskedFields: readonly string[];
  /** Words of its messages, codes for example, in which the call log does not look for phones. */
  readonly unmaskedWords: RegExp;
  /** With these digits begin the numbers that have a fixed behaviour in test mode; four digits follow. */
  readonly testNumberPrefix: string;
  readonly doctor: OperatorDoctor;
  readonly simulation: OperatorSimulation;
  /** Why settings that are all allowed do not fit together, in one sentence; null when they do. */
  findConflict(values: ValuesOf<Own>): string | null;
  /** Why these settings move no real money, such as `NSIMBI_…_BASE_URL names its sandbox`; null when they name the real system. Pure. */
  findTrial(values: ValuesOf<Own>): string | null;
  /** The connector to the operator; null while its credentials are not set. */
  connect(values: ValuesOf<Own>, shared: SharedSettings, observer: ConnectorObserver): Promise<LiveConnector | null>;
}

/** The settings of one operator by their names in its folder. Every operator has these three. */
export type OperatorSettings = Settings & {
  /** Pauses between queries about one payment, in milliseconds; the last one repeats. */
  readonly pollDelaysMs: Setting<readonly number[]>;
  /** Queries a second, of all processes together. */
  readonly queriesPerSecond: Setting<number>;
  /** The address of the operator's API. */
  readonly baseUrl: Setting<string>;
};

/** Settings of the service that connectors need. */
export interface SharedSettings {
  /** NSIMBI_PUBLIC_URL, without a slash at its end. */
  readonly publicUrl: string | null;
  /** NSIMBI_POLL_DELAYS, in place of the operator's own. */
  readonly pollDelaysMs: readonly number[] | null;
}

/** A connector of live mode. It holds connections, which are to be closed. */
export interface LiveConnector extends OperatorConnector {
  /** Destroys every connection; calls under way are cut. */
  close(): Promise<void>;
}

/** How an operator's statements are read. */
export interface OperatorStatements {
  /** The headings that its exports are known or expected to have. */
  readonly columns: StatementColumns;
  /**
   * Whether a refund is sent with a reference of ours, so that a statement can name it. Where it is not, a completed refund
   * has neither a reference nor a receipt that the operator knows.
   */
  readonly nameRefunds: boolean;
}

/** What `nsimbi doctor` says when an operator does not give its balance. */
export interface OperatorDoctor {
  /** The settings that decide which address is called, as a sentence names them. */
  readonly addressSettings: string;
  /** What an error of the operator means for the person who set it up; null for one without an explanation. Pure. */
  explain(answer: BalanceRefusal): DoctorFinding | null;
}

/** An answer to the request for a token or a balance, other than a balance. */
export interface BalanceRefusal {
  readonly direction: 'collection' | 'payout';
  /** That was asked for. */
  readonly currency: string;
  readonly isTokenRequest: boolean;
  /** The HTTP status. */
  readonly status: number;
  /** Status and the beginning of the body, in one line. */
  readonly text: string;
}

export interface DoctorFinding {
  readonly result: 'warning' | 'problem';
  readonly found: string;
  /** What to do about it. */
  readonly mend: string;
}

/** How `nsimbi operators simulate` plays the operator on this machine. */
export interface OperatorSimulation {
  /** The port when none is given. */
  readonly port: number;
  /** @param service.url where the operator calls the service back. */
  start(service: { readonly port: number; readonly url: string }): Promise<SimulatedServer>;
}

export interface SimulatedServer {
  readonly baseUrl: string;
  /** The environment variables with which a service calls it. */
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * The interface to a mobile-money operator. One connector serves one operator account (a host, an environment, an API
 * user) in one mode. It translates; it never touches the ledger, and it never guesses: what it cannot read is unknown.
 */
export interface OperatorConnector {
  /** The name of the operator, or `Other` in test mode. */
  readonly operator: string;
  readonly mode: Mode;
  readonly account: OperatorAccountIdentity;
  /** ISO 4217, as the operator names it in its answers: `UGX`, or `EUR` in some sandbox. */
  readonly currency: string;
  /** Its faults are asked for by the numbers that are used, so they say nothing about its health. */
  readonly simulated: boolean;
  /** Delays between queries, in milliseconds; the last one repeats. */
  readonly pollDelaysMs: readonly number[];
  /** How long a customer's prompt can be answered, in milliseconds. */
  readonly promptWindowMs: number;
  /** Queries a second that this operator allows, all products together. */
  readonly queriesPerSecond: number;
  /** Whether a refund has a reference of ours, so that it can be queried and resent; else it is sent once. */
  readonly refundsCanBeAskedAbout: boolean;
  /** Whether a part of a collection can be refunded; else only all of it. */
  readonly refundsInPart: boolean;
  /** The float that the operator pays refunds from. */
  readonly refundsLeave: 'collection_float' | 'disbursement_float';
  /** A new reference in the operator's form, unique for ever. */
  newReference(): string;
  /** Asks the customer to pay. Must not repeat the call by itself; must destroy its socket when `signal` aborts. */
  collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult>;
  /** Pays a recipient. The same promises as `collect`. */
  payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult>;
  /**
   * Gives a completed collection, or a part of it, back to its payer. The same promises as `collect`; where refunds cannot be asked
   * about, `accepted` with `paid` is the end.
   */
  refund(call: RefundCall, signal: AbortSignal): Promise<SubmitResult>;
  /** What the operator knows of a reference. Safe to repeat. */
  query(query: StatusQuery, signal: AbortSignal): Promise<QueryResult>;
  /** The registered name of a number, or null when the operator gives none. @throws never for an unknown number. */
  lookupName(phone: string, signal: AbortSignal): Promise<string | null>;
  /** Whether a number has an account that can be used now. @throws never. */
  accountStatus(phone: string, signal: AbortSignal): Promise<AccountStatus>;
  /** What the operator holds for us: what was collected, or what payouts are paid from. @throws never. */
  balance(direction: 'collection' | 'payout', signal: AbortSignal): Promise<BalanceResult>;
  /** Which payment a callback names, or null when it is not ours or not genuine. Nothing else of it is used. */
  readCallback(callback: CallbackRequest): { readonly reference: string } | null;
}

/** What is frozen on a submission, so that queries and re-sends use only that account. */
export interface OperatorAccountIdentity {
  readonly host: string;
  readonly environment: string;
  readonly apiUser: string;
}

export interface MoneyCall {
  readonly reference: string;
  readonly transactionId: number;
  /** Digits with country code: 2567XXXXXXXX. */
  readonly phone: string;
  /** What the customer pays, or what the recipient gets, in shillings. */
  readonly amount: Ugx;
  readonly description: string | null;
  /** The business's name, as the customer may see it. */
  readonly merchantName: string;
  /** Called for every exchange with the operator in this call, except those about tokens and keys. */
  readonly onExchange?: OnExchange | undefined;
}

export interface RefundCall {
  /** The refund's own reference, from `newReference`. */
  readonly reference: string;
  readonly transactionId: number;
  readonly collectionReference: string;
  /** The operator's receipt of the collection. */
  readonly collectionReceipt: string | null;
  /** Digits with country code, of the collection's payer. */
  readonly phone: string;
  /** What goes back, in shillings: the collection's whole amount, or a part where `refundsInPart`. */
  readonly amount: Ugx;
  readonly description: string | null;
  readonly merchantName: string;
  /** As in `MoneyCall`. */
  readonly onExchange?: OnExchange | undefined;
}

export interface StatusQuery {
  readonly direction: 'collection' | 'payout' | 'refund';
  readonly reference: string;
  /** As in `MoneyCall`. */
  readonly onExchange?: OnExchange | undefined;
}

/** A code, status or reason of an operator that our tables do not have. */
export interface UnknownWord {
  /** Which call it answered, as the operator names it: `requesttopay`, `disbursements`. */
  readonly call: string;
  /** As the operator wrote it. */
  readonly word: string;
  /** What it was treated as. */
  readonly treatedAs: string;
  /** The answer that it stood in, in one line. */
  readonly raw: string;
}

/** Codes of an answer that have no row in our tables; absent when every code has one. */
interface WithUnknownWords {
  readonly unknownWords?: readonly UnknownWord[];
}

/** A result with the unknown codes of the answer that it was read from. */
export function withUnknownWords<Result extends SubmitResult | QueryResult>(
  result: Result,
  unknownWords: readonly UnknownWord[],
): Result {
  return unknownWords.length === 0 ? result : { ...result, unknownWords };
}

/** The operator's answer to a money call. */
export type SubmitResult = WithUnknownWords & SubmitOutcome;

type SubmitOutcome =
  /** Taken; its end will be known later. `paid` when the answer already says success, which a query must confirm. */
  | { readonly is: 'accepted'; readonly paid: boolean }
  /** Refused for good. Nothing was created, or what was created has failed and the operator keeps it: `recorded`. */
  | {
      readonly is: 'refused';
      readonly by: 'payment' | 'configuration';
      readonly code: FailureCode;
      readonly raw: string;
      /** A payment that the operator recorded as failed may still be paid, so it is queried again later. */
      readonly recorded?: true;
    }
  /** No byte of the request left this machine: DNS, connection refused, TLS. */
  | { readonly is: 'not_reached'; readonly raw: string }
  /** Everything else: time-out, reset, 5xx, unreadable. It may have happened. */
  | { readonly is: 'unknown'; readonly raw: string };

/** Why a payment failed, where the reason is on our side: a setting, our account, or too little of our money. */
export const faultsOfOurs: ReadonlySet<FailureCode> = new Set(['operator_refused', 'operator_float_too_low']);

/** The operator's answer to a query. */
export type QueryResult = WithUnknownWords & QueryOutcome;

type QueryOutcome =
  | {
      readonly is: 'succeeded';
      readonly receipt: string | null;
      readonly amount: Ugx | null;
      /** Other details of the payment, compared with ours before anything is credited; absent where there are none. */
      readonly reported?: ReportedDetails;
    }
  | { readonly is: 'failed'; readonly code: FailureCode; readonly raw: string; readonly receipt: string | null }
  | { readonly is: 'pending' }
  | { readonly is: 'not_found' }
  | { readonly is: 'unknown'; readonly raw: string };

/** Details of a payment that an operator reports, in our forms; null for those that it does not report. */
export interface ReportedDetails {
  /** To be compared with the connector's `currency`. */
  readonly currency: string | null;
  /** Digits with country code. */
  readonly phone: string | null;
  /** Our reference, as the operator keeps it. */
  readonly reference: string | null;
}

/** `unknown` when the operator does not say. */
export type AccountStatus = 'active' | 'inactive' | 'unknown';

/** The operator's answer to a request for a balance. */
export type BalanceResult =
  | { readonly is: 'known'; readonly amount: Ugx }
  /** It does not accept our credentials or our address. */
  | { readonly is: 'refused'; readonly raw: string }
  | { readonly is: 'unknown'; readonly raw: string };

/** What is kept of a callback. None of its headers is read. */
export interface CallbackRequest {
  /** Absent where it came over no wire. */
  readonly method?: string;
  readonly path: string;
  readonly body: Buffer;
}

/** One exchange with an operator about a payment, unmasked: it has to be masked before it is stored. */
export interface OperatorExchange {
  /** When it began, unix ms. */
  readonly atMs: number;
  readonly durationMs: number;
  /** Null where nothing went over a wire: the simulator's. */
  readonly method: 'GET' | 'POST' | null;
  /** With its query; null where nothing went over a wire. */
  readonly path: string | null;
  /** What was asked, as it was sent; null for nothing. */
  readonly body: string | null;
  /** What `JsonAnswer` calls it. */
  readonly is: 'answered' | 'not_reached' | 'unknown';
  /** HTTP status, or null when no whole answer came or nothing went over a wire. */
  readonly status: number | null;
  /** The raw answer, or why there was none. */
  readonly text: string;
}

/** Called for each exchange of a call when it has ended. Must not throw; keeps references and does its work later. */
export type OnExchange = (exchange: OperatorExchange) => void;

/** Receives reports of a connector about its work, for logs and metrics. */
export interface ConnectorObserver {
  /** A call of the operator's interface has ended. */
  exchange(operator: string, exchange: Exchange): void;
  /** The operator used a code, status or reason that our table does not have; the answer keeps it raw. */
  unknownWord(operator: string, word: UnknownWord): void;
  /** A callback's hash was checked. `form` names the bytes that were hashed; null when no form matched: not genuine. */
  callbackHash(operator: string, form: string | null): void;
}

/** One call as it may be logged: no headers, no request body, and no secret answer. */
export interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly is: 'answered' | 'not_reached' | 'unknown';
  /** HTTP status, or null when no whole answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why no answer came, or the first 500 characters of the answer. */
  readonly excerpt: string;
  readonly isTokenRequest: boolean;
}
