import { randomUUID } from 'node:crypto';
import { ugx, ugxToJson } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type {
  AccountStatus,
  BalanceResult,
  CallbackRequest,
  MoneyCall,
  OnExchange,
  OperatorAccountIdentity,
  OperatorConnector,
  QueryResult,
  RefundCall,
  StatusQuery,
  SubmitResult,
} from '../contract.ts';
import { behaviourOf } from './behaviours.ts';
import { bookPayment, findPayment } from './books.ts';
import type { CallbackTimers } from './callback-timers.ts';
import { registeredName } from './names.ts';
import { stateAt } from './payment-state.ts';

/** The form of the simulator's references. */
export const simulatorReferenceForm = /^SIM-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What the simulated operators hold for us, always: payouts of test mode never wait for a float. */
const simulatedBalance = ugx(1_000_000_000);

/** One operator of test mode: it answers as a real one would, and keeps books of its own. */
export class SimulatedOperator implements OperatorConnector {
  readonly operator: string;
  readonly mode = 'test';
  readonly currency = 'UGX';
  readonly simulated = true;
  readonly refundsCanBeAskedAbout = true;
  readonly refundsInPart = true;
  readonly refundsLeave = 'collection_float';
  readonly account: OperatorAccountIdentity;
  readonly pollDelaysMs: readonly number[];
  readonly promptWindowMs = 300_000;
  // The simulator's only limit is our own database; real operators allow about ten.
  readonly queriesPerSecond = 2_000;
  readonly #db: Queryable;
  readonly #usualDelayMs: number;
  readonly #callbacks: CallbackTimers;

  constructor(settings: {
    operator: string;
    db: Queryable;
    usualDelayMs: number;
    pollDelaysMs: readonly number[];
    callbacks: CallbackTimers;
  }) {
    this.operator = settings.operator;
    this.account = { host: 'simulator', environment: 'test', apiUser: settings.operator.toLowerCase() };
    this.pollDelaysMs = settings.pollDelaysMs;
    this.#db = settings.db;
    this.#usualDelayMs = settings.usualDelayMs;
    this.#callbacks = settings.callbacks;
  }

  newReference(): string {
    return `SIM-${randomUUID()}`;
  }

  collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#take('collection', call, signal);
  }

  payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#take('payout', call, signal);
  }

  /** A refund is a payout to the one who paid, in these books too. */
  refund(call: RefundCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.#take('payout', call, signal);
  }

  async query(query: StatusQuery, signal: AbortSignal): Promise<QueryResult> {
    const begunAtMs = performance.now();
    const result = await this.#find(query, signal);
    report(query.onExchange, { reference: query.reference }, result, performance.now() - begunAtMs);
    return result;
  }

  async #find(query: StatusQuery, signal: AbortSignal): Promise<QueryResult> {
    if (signal.aborted) return { is: 'unknown', raw: 'the query was cut' };
    try {
      const direction = query.direction === 'collection' ? 'collection' : 'payout';
      const payment = await findPayment(this.#db, this.operator, direction, query.reference);
      if (payment === null) return { is: 'not_found' };
      const receipt = `SIM${payment.paymentId}`;
      const state = stateAt(payment, payment.readAtMs, this.#usualDelayMs);
      if (state.is === 'succeeded') {
        const reported = { currency: this.currency, phone: payment.phone, reference: query.reference };
        return { is: 'succeeded', receipt, amount: payment.amount, reported };
      }
      if (state.is === 'failed')
        return { is: 'failed', code: state.code, raw: `simulated ${state.code}`, receipt: null };
      return { is: 'pending' };
    } catch (error) {
      return { is: 'unknown', raw: String(error) };
    }
  }

  async lookupName(phone: string): Promise<string | null> {
    return registeredName(phone);
  }

  async accountStatus(): Promise<AccountStatus> {
    return 'active';
  }

  async balance(): Promise<BalanceResult> {
    return { is: 'known', amount: simulatedBalance };
  }

  readCallback(callback: CallbackRequest): { readonly reference: string } | null {
    try {
      const body: unknown = JSON.parse(callback.body.toString('utf8'));
      if (typeof body !== 'object' || body === null || !('reference' in body)) return null;
      const { reference } = body;
      return typeof reference === 'string' && simulatorReferenceForm.test(reference) ? { reference } : null;
    } catch {
      return null;
    }
  }

  async #take(
    direction: 'collection' | 'payout',
    call: MoneyCall | RefundCall,
    signal: AbortSignal,
  ): Promise<SubmitResult> {
    const begunAtMs = performance.now();
    const result = await this.#decide(direction, call, signal);
    const { reference, phone, amount, description } = call;
    report(
      call.onExchange,
      { reference, phone, amount: ugxToJson(amount), description },
      result,
      performance.now() - begunAtMs,
    );
    return result;
  }

  async #decide(direction: 'collection' | 'payout', call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    if (signal.aborted) return { is: 'not_reached', raw: 'the call was cut before it began' };
    const { response, changes, handset } = behaviourOf(call.phone, direction, this.#usualDelayMs);
    if (response.is === 'not_reached') return { is: 'not_reached', raw: 'simulated: connection refused' };
    if (response.is === 'refused') return { ...response, raw: `simulated ${response.code}` };
    try {
      await bookPayment(this.#db, this.operator, direction, call, handset?.windowMs ?? null);
    } catch (error) {
      return { is: 'unknown', raw: String(error) };
    }
    for (const { afterMs, callbacks } of changes)
      this.#callbacks.send(this.operator, call.reference, afterMs, callbacks);
    if (handset !== undefined) this.#callbacks.send(this.operator, call.reference, handset.windowMs, 1);
    if (response.is === 'silent') await untilAborted(signal);
    if (signal.aborted) return { is: 'unknown', raw: 'simulated: the call was cut before an answer came' };
    return { is: 'accepted', paid: false };
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Reports an exchange as with a real operator, in our own form: nothing was sent over a network. */
function report(
  onExchange: OnExchange | undefined,
  asked: object,
  result: SubmitResult | QueryResult,
  durationMs: number,
) {
  if (onExchange === undefined) return;
  const isAnswered = result.is !== 'not_reached' && result.is !== 'unknown';
  onExchange({
    atMs: Date.now() - durationMs,
    durationMs,
    method: null,
    path: null,
    body: JSON.stringify(asked),
    is: isAnswered ? 'answered' : result.is,
    status: null,
    text: isAnswered ? JSON.stringify(answerOf(result)) : result.raw,
  });
}

function answerOf(result: SubmitResult | QueryResult): object {
  switch (result.is) {
    case 'succeeded':
      return {
        status: result.is,
        receipt: result.receipt,
        amount: result.amount === null ? null : ugxToJson(result.amount),
        phone: result.reported?.phone,
      };
    case 'failed':
    case 'refused':
      return { status: result.is, code: result.code };
    default:
      return { status: result.is };
  }
}
