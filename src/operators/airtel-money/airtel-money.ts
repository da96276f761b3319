import { ugxToJson } from '../../money/ugx.ts';
import type { ConnectorObserver } from '../contract.ts';
import {
  type AccountStatus,
  type BalanceResult,
  type CallbackRequest,
  type MoneyCall,
  type OperatorAccountIdentity,
  type OperatorConnector,
  type QueryResult,
  type RefundCall,
  type StatusQuery,
  type SubmitResult,
  type UnknownWord,
  withUnknownWords,
} from '../contract.ts';
import { objectOf, textOf } from '../http/json-values.ts';
import { type Answer, readAnswer } from './answer.ts';
import { readAirtelCallback } from './callback.ts';
import { AirtelClient, type AirtelRequest, type AirtelSent } from './client.ts';
import type { Payer } from './codes.ts';
import { type AirtelStatus, readRefund, readStatus, readSubmission, unknownWordsOf } from './read-payment.ts';
import { encryptPin } from './rsa-public-key.ts';
import type { AirtelMoneySettings } from './settings.ts';
import { nationalNumber, newAirtelReference, readShillings, referenceText } from './texts.ts';

/** How long the prompt is assumed to be open; Airtel publishes no window (providers.md 2.10). */
const airtelPromptWindowMs = 600_000;

/** Airtel Money of Uganda: collections, disbursements, refunds, users and balances of one application. */
export class AirtelMoney implements OperatorConnector {
  readonly operator = 'Airtel';
  readonly mode = 'live';
  readonly simulated = false;
  readonly currency = 'UGX';
  readonly refundsCanBeAskedAbout = false;
  readonly refundsInPart = false;
  readonly refundsLeave = 'collection_float';
  readonly promptWindowMs = airtelPromptWindowMs;
  readonly account: OperatorAccountIdentity;
  readonly pollDelaysMs: readonly number[];
  readonly queriesPerSecond: number;
  readonly #settings: AirtelMoneySettings;
  readonly #client: AirtelClient;
  readonly #observer: ConnectorObserver;
  readonly #encryptedPin: string;
  readonly #expired: SecondLook;

  constructor(settings: AirtelMoneySettings, observer: ConnectorObserver) {
    this.account = {
      host: new URL(settings.baseUrl).host,
      environment: `UG${settings.pathPrefix}`,
      apiUser: settings.clientId,
    };
    this.pollDelaysMs = settings.pollDelaysMs;
    this.queriesPerSecond = settings.queriesPerSecond;
    this.#settings = settings;
    this.#client = new AirtelClient(settings, observer);
    this.#observer = observer;
    this.#encryptedPin = encryptPin(settings.pin, settings.pinPublicKey);
    this.#expired = new SecondLook(Math.min(...settings.pollDelaysMs));
  }

  newReference(): string {
    return newAirtelReference();
  }

  async collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    const version = this.#settings.collectionVersion;
    const request: AirtelRequest = {
      method: 'POST',
      path: `/merchant/${version}/payments/`,
      signed: version === 'v2',
      body: {
        reference: referenceText(call.merchantName, call.description),
        subscriber: { country: 'UG', currency: 'UGX', msisdn: nationalNumber(call.phone) },
        transaction: { amount: ugxToJson(call.amount), country: 'UG', currency: 'UGX', id: call.reference },
      },
      onExchange: call.onExchange,
    };
    const sent = await this.#client.send(request, signal);
    return this.#resultOf('payments', sent, 'customer', readSubmission);
  }

  async payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    const version = this.#settings.disbursementVersion;
    const isV2 = version === 'v2';
    const request: AirtelRequest = {
      method: 'POST',
      path: `/standard/${version}/disbursements/`,
      signed: isV2,
      body: {
        payee: { msisdn: nationalNumber(call.phone), ...(isV2 && { currency: 'UGX' }) },
        reference: referenceText(call.merchantName, call.description),
        pin: this.#encryptedPin,
        transaction: { amount: ugxToJson(call.amount), id: call.reference, ...(isV2 && { type: 'B2C' }) },
      },
      onExchange: call.onExchange,
    };
    const sent = await this.#client.send(request, signal);
    return this.#resultOf('disbursements', sent, 'us', readSubmission);
  }

  async refund(call: RefundCall, signal: AbortSignal): Promise<SubmitResult> {
    const airtelMoneyId = call.collectionReceipt ?? (await this.#findReceipt(call, signal));
    if (airtelMoneyId === null) {
      return {
        is: 'not_reached',
        raw: 'Airtel reports no airtel_money_id of the collection, so no refund was requested',
      };
    }
    const version = this.#settings.collectionVersion;
    const request: AirtelRequest = {
      method: 'POST',
      path: `/standard/${version}/payments/refund`,
      signed: version === 'v2',
      body: { transaction: { airtel_money_id: airtelMoneyId } },
      onExchange: call.onExchange,
    };
    const sent = await this.#client.send(request, signal);
    return this.#resultOf('refund', sent, 'us', (status, answer) => readRefund(status, answer, airtelMoneyId));
  }

  async query(query: StatusQuery, signal: AbortSignal): Promise<QueryResult> {
    if (query.direction === 'refund') return { is: 'unknown', raw: 'Airtel cannot be asked about a refund' };
    const { onExchange } = query;
    const sent = await this.#client.send({ method: 'GET', path: this.#enquiryPath(query), onExchange }, signal);
    const read = readSent(sent, query.direction === 'collection' ? 'customer' : 'us');
    if ('reason' in read) return { is: 'unknown', raw: read.reason };
    const status = readStatus(query, read.status, read.answer);
    const unknownWords = this.#noteUnknownWords('enquiry', read.answer, status.is);
    return withUnknownWords(this.#confirmed(query, status), unknownWords);
  }

  async lookupName(phone: string, signal: AbortSignal): Promise<string | null> {
    const result = await this.#enquireUser(phone, signal);
    return result.is === 'user' ? result.user.name : null;
  }

  async accountStatus(phone: string, signal: AbortSignal): Promise<AccountStatus> {
    return accountStatusOf(await this.#enquireUser(phone, signal));
  }

  async balance(direction: 'collection' | 'payout', signal: AbortSignal): Promise<BalanceResult> {
    const path = this.#balancePath(direction);
    if (path === null) return { is: 'unknown', raw: 'version v1 reports the balance of collections only' };
    const sent = await this.#client.send({ method: 'GET', path }, signal);
    if (sent.is === 'refused') return { is: 'refused', raw: sent.raw };
    const read = readSent(sent);
    if ('reason' in read) return { is: 'unknown', raw: read.reason };
    const { answer, json, status } = read;
    this.#noteUnknownWords('balance', answer, 'unknown');
    const text = textOf(objectOf(objectOf(json)?.data)?.balance);
    const amount = text === null ? null : readShillings(text);
    if (amount !== null) return { is: 'known', amount };
    const isRefusal = answer.row?.class === 'configuration' || ([401, 403].includes(status) && answer.isJsonObject);
    return { is: isRefusal ? 'refused' : 'unknown', raw: answer.raw };
  }

  readCallback(callback: CallbackRequest): { readonly reference: string } | null {
    const { reference, hashForm } = readAirtelCallback(callback.body, this.#settings.callbackKey);
    if (this.#settings.callbackKey !== null) this.#observer.callbackHash(this.operator, hashForm);
    return reference === null ? null : { reference };
  }

  /** Destroys every connection; calls under way end as if they had been cut. */
  close(): Promise<void> {
    return this.#client.close();
  }

  #resultOf(
    call: string,
    sent: AirtelSent,
    payer: Payer,
    read: (httpStatus: number, answer: Answer) => SubmitResult,
  ): SubmitResult {
    // Without a token, or a key to sign with, nothing of the payment was sent, or nothing of it was let in.
    if (sent.is !== 'sent') {
      return sent.is === 'none'
        ? { is: 'not_reached', raw: sent.raw }
        : { is: 'refused', by: 'configuration', code: 'operator_refused', raw: sent.raw };
    }
    if (sent.answer.is === 'not_reached') return { is: 'not_reached', raw: sent.answer.reason };
    if (sent.answer.is === 'unknown') return { is: 'unknown', raw: sent.answer.reason };
    const { status, json, text } = sent.answer;
    const answer = readAnswer(status, json, text, payer);
    const result = read(status, answer);
    return withUnknownWords(result, this.#noteUnknownWords(call, answer, result.is));
  }

  /** An expired payment has failed when a later query gives the same status. */
  #confirmed({ reference }: StatusQuery, status: AirtelStatus): QueryResult {
    if (status.is !== 'expired') {
      this.#expired.forget(reference);
      return status;
    }
    if (!this.#expired.isConfirmed(reference)) return { is: 'pending' };
    return { is: 'failed', code: status.code, raw: status.raw, receipt: null };
  }

  #noteUnknownWords(call: string, answer: Answer, treatedAs: string): readonly UnknownWord[] {
    const unknownWords = unknownWordsOf(answer).map((word) => ({ call, word, treatedAs, raw: answer.raw }));
    for (const word of unknownWords) this.#observer.unknownWord(this.operator, word);
    return unknownWords;
  }

  #enquiryPath({ direction, reference }: StatusQuery): string {
    if (direction === 'collection') return `/standard/v1/payments/${reference}`;
    const version = this.#settings.disbursementVersion;
    return `/standard/${version}/disbursements/${reference}${version === 'v2' ? '?transactionType=B2C' : ''}`;
  }

  /** Version v1 has the balance of collections only; v2, so far seen in another country, of each wallet (providers.md 2.7). */
  #balancePath(direction: 'collection' | 'payout'): string | null {
    if (direction === 'collection') return '/standard/v1/users/balance';
    return this.#settings.disbursementVersion === 'v2' ? '/standard/v2/users/balance?type=DISB' : null;
  }

  async #findReceipt({ collectionReference, onExchange }: RefundCall, signal: AbortSignal): Promise<string | null> {
    const result = await this.query({ direction: 'collection', reference: collectionReference, onExchange }, signal);
    return result.is === 'succeeded' ? result.receipt : null;
  }

  /** Asks with 9 digits first, and with the country code when Airtel does not know those (providers.md 2.7). */
  async #enquireUser(phone: string, signal: AbortSignal): Promise<UserResult> {
    const result = await this.#enquireUserAs(nationalNumber(phone), signal);
    return result.is === 'not_found' ? this.#enquireUserAs(phone, signal) : result;
  }

  async #enquireUserAs(number: string, signal: AbortSignal): Promise<UserResult> {
    const request: AirtelRequest = { method: 'GET', path: `/standard/v1/users/${number}`, secretAnswer: true };
    const read = readSent(await this.#client.send(request, signal));
    if ('reason' in read) return { is: 'unknown' };
    const result = readUser(read.answer, read.json);
    this.#noteUnknownWords('users', read.answer, result.is);
    return result;
  }
}

type ReadSent =
  | { readonly status: number; readonly answer: Answer; readonly json: unknown }
  | { readonly reason: string };

function readSent(sent: AirtelSent, payer: Payer = 'customer'): ReadSent {
  if (sent.is !== 'sent') return { reason: sent.raw };
  if (sent.answer.is !== 'answered') return { reason: sent.answer.reason };
  const { status, json, text } = sent.answer;
  return { status, json, answer: readAnswer(status, json, text, payer) };
}

const rememberedMax = 10_000;

/**
 * Remembers which payments were called expired once. Airtel's `TE` counts as a failure, but only when a later query gives it again
 * (providers.md 2.4). Kept in memory: a process that forgets, or another one, only asks once more.
 */
export class SecondLook {
  readonly #againAfterMs: number;
  readonly #now: () => number;
  readonly #firstSeenAtMs = new Map<string, number>();

  /** @param againAfterMs How long after the first time a second one counts. */
  constructor(againAfterMs: number, now: () => number = () => performance.now()) {
    this.#againAfterMs = againAfterMs;
    this.#now = now;
  }

  /** Notes that a payment was called expired now. True when it was so before, long enough ago. */
  isConfirmed(reference: string): boolean {
    const nowMs = this.#now();
    const firstSeenAtMs = this.#firstSeenAtMs.get(reference);
    if (firstSeenAtMs !== undefined) return nowMs - firstSeenAtMs >= this.#againAfterMs;
    // A Map keeps its entries in the order they came; a payment that ended otherwise is never queried again.
    const [oldest] = this.#firstSeenAtMs.keys();
    if (oldest !== undefined && this.#firstSeenAtMs.size >= rememberedMax) this.#firstSeenAtMs.delete(oldest);
    this.#firstSeenAtMs.set(reference, nowMs);
    return false;
  }

  /** The payment is no longer called expired. */
  forget(reference: string): void {
    this.#firstSeenAtMs.delete(reference);
  }
}

/** A user of Airtel Money as the user enquiry returns it (providers.md 2.7). */
interface AirtelUser {
  /** Given and family name; null when Airtel gives neither. */
  readonly name: string | null;
  /** Null when Airtel does not say. */
  readonly isBarred: boolean | null;
}

/** What the user enquiry found. */
type UserResult =
  | { readonly is: 'user'; readonly user: AirtelUser }
  | { readonly is: 'not_found' }
  | { readonly is: 'unknown' };

/** Reads an answer of `GET /standard/v1/users/{msisdn}`. */
function readUser(answer: Answer, json: unknown): UserResult {
  if (answer.row?.class === 'not_found') return { is: 'not_found' };
  const data = objectOf(objectOf(json)?.data);
  if (data === null) return { is: 'unknown' };
  const name = [textOf(data.first_name), textOf(data.last_name)].filter((part) => part !== null).join(' ');
  const isBarred = booleanOf(data.is_barred);
  if (name === '' && isBarred === null) return { is: 'unknown' };
  return { is: 'user', user: { name: name === '' ? null : name, isBarred } };
}

/** Whether a number has an account that can be used now. */
function accountStatusOf(result: UserResult): AccountStatus {
  if (result.is === 'not_found') return 'inactive';
  if (result.is === 'unknown' || result.user.isBarred === null) return 'unknown';
  return result.user.isBarred ? 'inactive' : 'active';
}

/** Airtel writes some values as text. */
function booleanOf(value: unknown): boolean | null {
  const text = String(value).toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}
