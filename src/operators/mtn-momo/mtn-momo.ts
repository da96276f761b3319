import { randomUUID } from 'node:crypto';
import type { FailureCode } from '../../ledger/transaction.ts';
import { unobserved } from '../connector-observer.ts';
import type { ConnectorObserver } from '../contract.ts';
import {
  type AccountStatus,
  type BalanceResult,
  type CallbackRequest,
  faultsOfOurs,
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
import { JsonCaller } from '../http/json-caller.ts';
import { objectOf, readJson, textOf } from '../http/json-values.ts';
import { isReadable, rawOf } from './answer.ts';
import { CallbackPaths, callbackOrigin } from './callback-path.ts';
import { amountText, flooredAmount, msisdnOf, plainText } from './forms.ts';
import { MtnProduct, type ProductAnswer } from './product.ts';
import { readCall, readQuery } from './read-payment.ts';
import type { MtnMomoSettings } from './settings.ts';

/** How long a customer can approve a debit (providers.md 1.11). */
const approvalWindowMs = 300_000;

/** Where each kind of payment lives, and whose credentials it needs. */
const resources = {
  collection: { product: 'collection', path: '/v1_0/requesttopay' },
  payout: { product: 'disbursement', path: '/v1_0/transfer' },
  // Version 1 calls back with POST, as documented; the method of version 2 is not (1.8).
  refund: { product: 'disbursement', path: '/v1_0/refund' },
} as const;

/** MTN MoMo in Uganda, as providers.md section 1 describes it. One account of live mode. */
export class MtnMomo implements OperatorConnector {
  readonly operator = 'MTN';
  readonly mode = 'live';
  readonly simulated = false;
  readonly account: OperatorAccountIdentity;
  readonly currency: string;
  readonly pollDelaysMs: readonly number[];
  readonly promptWindowMs = approvalWindowMs;
  readonly queriesPerSecond: number;
  readonly refundsCanBeAskedAbout = true;
  readonly refundsInPart = true;
  readonly refundsLeave = 'disbursement_float';
  readonly #payments: JsonCaller;
  readonly #queries: JsonCaller;
  readonly #products: Readonly<Record<'collection' | 'disbursement', MtnProduct>>;
  readonly #callbacks: CallbackPaths;
  readonly #callbackOrigin: string | null;
  readonly #observer: ConnectorObserver;

  constructor(settings: MtnMomoSettings, observer: ConnectorObserver = unobserved) {
    const { baseUrl, targetEnvironment, collection, disbursement } = settings;
    const { host, origin } = new URL(baseUrl);
    const users = new Set([collection.apiUser, disbursement.apiUser]);
    this.account = { host, environment: targetEnvironment, apiUser: [...users].join('/') };
    this.currency = settings.currency;
    this.pollDelaysMs = settings.pollDelaysMs;
    this.queriesPerSecond = settings.queriesPerSecond;
    this.#observer = observer;
    this.#callbacks = new CallbackPaths(settings);
    this.#callbackOrigin = callbackOrigin(settings);
    const watch = observer.exchange.bind(observer, this.operator);
    this.#payments = new JsonCaller({ origin, watch });
    this.#queries = new JsonCaller({ origin, watch });
    this.#products = {
      collection: new MtnProduct('collection', settings, this.#queries),
      disbursement: new MtnProduct('disbursement', settings, this.#queries),
    };
  }

  newReference(): string {
    return randomUUID();
  }

  collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('collection', call, this.#collectionBody(call), signal);
  }

  payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('payout', call, this.#payoutBody(call), signal);
  }

  refund(call: RefundCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#pay('refund', call, this.#refundBody(call), signal);
  }

  async query({ direction, reference, onExchange }: StatusQuery, signal: AbortSignal): Promise<QueryResult> {
    const { product, path } = resources[direction];
    const answer = await this.#products[product].ask(`${path}/${reference}`, signal, { onExchange });
    const { result, unknownWord } = readQuery(answer, { direction, reference });
    if (unknownWord === null || answer.is !== 'answered') return result;
    const treatedAs = result.is === 'failed' ? `failed: ${result.code}` : result.is;
    return withUnknownWords(result, this.#noteUnknown(`GET ${path}`, unknownWord, treatedAs, rawOf(answer)));
  }

  async lookupName(phone: string, signal: AbortSignal): Promise<string | null> {
    // The answer has a birthday in it, too: it is logged nowhere.
    const answer = await this.#products.collection.ask(`${accountPath(phone)}/basicuserinfo`, signal, {
      secretAnswer: true,
    });
    if (answer.is !== 'answered') throw new NoName(answer.reason);
    if (answer.status === 404) return null;
    const body = objectOf(answer.json);
    if (answer.status !== 200 || body === null) throw new NoName(rawOf(answer));
    const parts = [textOf(body.given_name), textOf(body.family_name)].filter((part) => part !== null);
    return textOf(body.name) ?? (parts.length > 0 ? parts.join(' ') : null);
  }

  async accountStatus(phone: string, signal: AbortSignal): Promise<AccountStatus> {
    const answer = await this.#products.collection.ask(`${accountPath(phone)}/active`, signal);
    if (answer.is !== 'answered') return 'unknown';
    if (answer.status === 404 && isReadable(answer)) return 'inactive';
    const result = answer.status === 200 ? objectOf(answer.json)?.result : undefined;
    if (typeof result !== 'boolean') return 'unknown';
    return result ? 'active' : 'inactive';
  }

  async balance(direction: 'collection' | 'payout', signal: AbortSignal): Promise<BalanceResult> {
    const answer = await this.#products[resources[direction].product].ask('/v1_0/account/balance', signal);
    if (answer.is === 'no_token') return { is: answer.refused ? 'refused' : 'unknown', raw: answer.reason };
    if (answer.is !== 'answered') return { is: 'unknown', raw: answer.reason };
    const body = objectOf(answer.json);
    const amount = answer.status === 200 ? flooredAmount(textOf(body?.availableBalance)) : null;
    const currency = textOf(body?.currency);
    if (amount !== null && currency === this.currency) return { is: 'known', amount };
    const refused = readCall(answer, direction).means === 'refused_us';
    return { is: refused ? 'refused' : 'unknown', raw: rawOf(answer) };
  }

  /** The path says which payment, the body has to say the same; everything else has to be confirmed by a query. */
  readCallback(callback: CallbackRequest): { readonly reference: string } | null {
    const reference = this.#callbacks.referenceOf(callback.path);
    if (reference === null) return null;
    const body = objectOf(readJson(callback.body.toString('utf8')));
    return textOf(body?.externalId) === reference ? { reference } : null;
  }

  /** Closes the connections to MTN; calls under way are cut. */
  async close(): Promise<void> {
    await Promise.all([this.#payments.close(), this.#queries.close()]);
  }

  async #pay(
    direction: StatusQuery['direction'],
    { reference, onExchange }: MoneyCall | RefundCall,
    body: object,
    signal: AbortSignal,
  ): Promise<SubmitResult> {
    const { product, path } = resources[direction];
    const callbackUrl = this.#callbackOrigin === null ? null : this.#callbackOrigin + this.#callbacks.pathOf(reference);
    const answer = await this.#products[product].send(
      this.#payments,
      {
        method: 'POST',
        path,
        headers: {
          'x-reference-id': reference,
          // Left out rather than empty, which would be a 400.
          ...(callbackUrl === null ? {} : { 'x-callback-url': callbackUrl }),
        },
        body: JSON.stringify(body),
        onExchange,
      },
      signal,
    );
    return this.#resultOf(answer, { direction, reference, onExchange }, signal);
  }

  async #resultOf(answer: ProductAnswer, payment: StatusQuery, signal: AbortSignal): Promise<SubmitResult> {
    if (answer.is === 'no_token') {
      // Without a token nothing was asked for, or it was answered 401: either way nothing was created.
      if (!answer.refused) return { is: 'not_reached', raw: answer.reason };
      return { is: 'refused', by: 'configuration', code: 'operator_refused', raw: answer.reason };
    }
    if (answer.is !== 'answered') return { is: answer.is, raw: answer.reason };
    const raw = rawOf(answer);
    const { means, code, unknownWord } = readCall(answer, payment.direction);
    const call = `POST ${resources[payment.direction].path}`;
    const unknownWords = unknownWord === null ? [] : this.#noteUnknown(call, unknownWord, means, raw);
    switch (means) {
      case 'accepted':
        return withUnknownWords({ is: 'accepted', paid: false }, unknownWords);
      case 'refused_us':
        return withUnknownWords({ is: 'refused', by: 'configuration', code: 'operator_refused', raw }, unknownWords);
      case 'refused_payment':
        // A code that means this is one that we know.
        return this.#confirmRefusal(payment, { is: 'refused', by: refuserOf(code), code, raw }, signal);
      case 'unknown':
        return withUnknownWords({ is: 'unknown', raw }, unknownWords);
    }
  }

  /** A refusal of the payment is final when MTN does not know the payment, or knows it as failed (1.5). */
  async #confirmRefusal(payment: StatusQuery, refusal: Refused, signal: AbortSignal): Promise<SubmitResult> {
    const known = await this.query(payment, signal);
    return withUnknownWords(confirmed(refusal, known), known.unknownWords ?? []);
  }

  #noteUnknown(call: string, word: string, treatedAs: string, raw: string): readonly UnknownWord[] {
    const unknown = { call, word, treatedAs, raw };
    this.#observer.unknownWord(this.operator, unknown);
    return [unknown];
  }

  /** The fields that every payment has. `externalId` is our reference, so that MTN's report and callbacks name it. */
  #commonBody(call: MoneyCall | RefundCall) {
    return { amount: amountText(call.amount), currency: this.currency, externalId: call.reference };
  }

  #collectionBody(call: MoneyCall): object {
    return {
      ...this.#commonBody(call),
      payer: partyOf(call.phone),
      payerMessage: textForCustomer(call),
      payeeNote: textForUs(call),
    };
  }

  #payoutBody(call: MoneyCall): object {
    return {
      ...this.#commonBody(call),
      payee: partyOf(call.phone),
      payerMessage: textForUs(call),
      payeeNote: textForCustomer(call),
    };
  }

  #refundBody(call: RefundCall): object {
    return {
      ...this.#commonBody(call),
      payerMessage: textForUs(call),
      payeeNote: textForCustomer(call),
      referenceIdToRefund: call.collectionReference,
    };
  }
}

/** MTN returned no name for a number, for another reason than that it does not know the number. */
export class NoName extends Error {
  override readonly name = 'NoName';

  constructor(raw: string) {
    super(`MTN returned no name: ${raw}`);
  }
}

type Refused = Extract<SubmitResult, { is: 'refused' }>;

/** What a refusal means once MTN was queried for the payment as well. */
function confirmed(refusal: Refused, known: QueryResult): SubmitResult {
  switch (known.is) {
    case 'not_found':
      return refusal;
    case 'failed':
      return { ...refusal, by: refuserOf(known.code), code: known.code, raw: known.raw, recorded: true };
    case 'pending':
    case 'succeeded':
      return { is: 'accepted', paid: false };
    case 'unknown':
      return { is: 'unknown', raw: `${refusal.raw}; then ${known.raw}` };
  }
}

function refuserOf(code: FailureCode): Refused['by'] {
  return faultsOfOurs.has(code) ? 'configuration' : 'payment';
}

function accountPath(phone: string): string {
  return `/v1_0/accountholder/msisdn/${encodeURIComponent(msisdnOf(phone))}`;
}

function partyOf(phone: string) {
  return { partyIdType: 'MSISDN', partyId: msisdnOf(phone) };
}

function textForCustomer({ merchantName, description }: MoneyCall | RefundCall): string {
  return plainText(merchantName, description);
}

function textForUs({ transactionId, merchantName }: MoneyCall | RefundCall): string {
  return plainText(`Transaction ${transactionId}`, merchantName);
}
