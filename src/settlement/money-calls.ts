import { setTimeout as sleep } from 'node:timers/promises';
import type { Settlement } from '../ledger/commands/settle.ts';
import { openReviewCase } from '../ledger/rows/review-case.ts';
import { readTransaction } from '../ledger/rows/transaction.ts';
import type { FailureCode, Transaction } from '../ledger/transaction.ts';
import { isLedgerBusy } from '../ledger/writer/errors.ts';
import type { Ugx } from '../money/ugx.ts';
import type { MoneyCall, OnExchange, OperatorConnector, RefundCall, SubmitResult } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import { trustedStepMsMax } from '../postgres/trusted-clock.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import type { CallNotes } from './call-log/call-log.ts';
import { CallRecorder } from './call-log/call-recorder.ts';
import type { RegisteredConnector } from './connectors.ts';
import { failureOf } from './failure-sentences.ts';
import { claimFloat } from './float-rows.ts';
import { floatLeftBy } from './known-float.ts';
import type { SettlementContext } from './settlement-context.ts';
import { takeBackSend, type WaitsFor } from './submissions.ts';
import { storeUnknownCodes } from './unknown-codes.ts';

/** How long a money call may take before it is cut and its socket destroyed. */
export const callTimeoutMs = 30_000;
/** For so long in trusted time a call counts as in progress; that clock may go ahead by a step for a moment. */
export const callInProgressMs = callTimeoutMs + trustedStepMsMax;

/** For how long a settlement that the ledger cannot write is tried again; after that the poller queries. */
const settleAtOnceForMs = 20_000;

/** After how long a call that was held back is tried again. */
export const heldBackForMs = 5_000;

/** How soon a query confirms a call that was answered with success already. */
const confirmPaidAfterMs = 1_000;

/** One money call that this process has the sole right to make until `cutAtMs` of performance.now(). */
export interface OwnedCall {
  readonly registered: RegisteredConnector;
  readonly transaction: Transaction;
  /** Which money call of this transaction it is, from 1. */
  readonly sends: number;
  readonly cutAtMs: number;
}

/** Makes money calls, and acts on their results (design.md section 4, steps 2 and 3). */
export class MoneyCalls {
  readonly #context: SettlementContext;
  readonly #merchants: MerchantNames;
  readonly #running = new Set<Promise<unknown>>();
  readonly #cuts = new Set<AbortController>();
  #stopped = false;

  constructor(context: SettlementContext) {
    this.#context = context;
    this.#merchants = new MerchantNames(context.db);
  }

  /** Calls under way. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Makes a call and acts on its result. Never rejects.
   * @returns the transaction when the result failed it, and null when its status is still to be queried.
   */
  make(call: OwnedCall): Promise<Transaction | null> {
    const made = this.#make(call).catch((error: unknown) => {
      this.#context.logger.error(
        { err: error, ...idsOf(call) },
        'a money call could not be finished; the poller takes over',
      );
      return null;
    });
    this.#running.add(made);
    void made.finally(() => this.#running.delete(made));
    return made;
  }

  /** Waits until the calls under way have ended, and cuts those that take longer than `patienceMs`. */
  async stop(patienceMs: number): Promise<void> {
    const patience = new AbortController();
    const ended = Promise.all(this.#running);
    await Promise.race([ended, sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
    this.#stopped = true;
    for (const cut of this.#cuts) cut.abort();
    await ended;
  }

  async #make(call: OwnedCall): Promise<Transaction | null> {
    // The call of the writer's last commit, after all else has stopped: there is time for one statement.
    if (this.#stopped) return this.#holdBack(call, null);
    const recorder = this.#context.callNotes === null ? null : recorderOf(call, this.#context.callNotes);
    const request = await this.#prepare(call, recorder?.onExchange);
    if (request === null) return null;
    const leftMs = call.cutAtMs - performance.now();
    if (leftMs <= 0) {
      this.#context.logger.error(idsOf(call), 'the time of a money call was over before it began; it was not made');
      return this.#failAtOnce(call, 'not_sent_in_time', false);
    }
    const begunAtMs = performance.now();
    const { connector, operatorAccountId } = call.registered;
    if (!connector.simulated)
      this.#context.circuits.of(operatorAccountId, circuitOf(call.transaction)).begin(begunAtMs);
    const result = await this.#call(request, leftMs);
    recorder?.ended(result);
    this.#countAndLog(call, result, performance.now() - begunAtMs);
    await storeUnknownCodes(this.#context, call.transaction, result);
    if (result.is === 'refused' || result.is === 'not_reached') {
      const code = result.is === 'refused' ? result.code : 'operator_unavailable';
      const failed = await this.#failAtOnce(call, code, result.is === 'refused' && result.recorded === true);
      if (failed !== null) return failed;
    }
    if (directionOf(call.transaction) === 'refund' && !connector.refundsCanBeAskedAbout) {
      await this.#endNotQueryable(call, result);
      return null;
    }
    const soonMs = result.is === 'accepted' && result.paid ? confirmPaidAfterMs : (connector.pollDelaysMs[0] ?? 0);
    await this.#context.submissions.noteCallEnded(call.transaction.transactionId, call.sends, soonMs);
    return null;
  }

  /**
   * Reads what the call needs, and claims the float that it leaves.
   * @returns null when the call cannot be made now; its right is then returned, and the poller makes it later.
   */
  async #prepare(call: OwnedCall, onExchange: OnExchange | undefined): Promise<Request | null> {
    const { transaction } = call;
    let waitsFor: WaitsFor | null = null;
    try {
      const merchantName = await this.#merchants.find(transaction.walletId);
      const collection = await this.#collectionOf(transaction);
      const request = requestOf(call, { ...moneyCallOf(transaction, merchantName), onExchange }, collection);
      const isPaid = await this.#claimFloat(call);
      // The service stops: a call that begins now would be cut with it.
      if (isPaid && !this.#stopped) return request;
      if (!isPaid) {
        waitsFor = 'float';
        this.#context.logger.warn(idsOf(call), 'the known float cannot pay this; the call waits');
      }
    } catch (error) {
      this.#context.logger.error({ err: error, ...idsOf(call) }, 'a money call could not be prepared; it was not made');
    }
    return this.#holdBack(call, waitsFor);
  }

  /** Returns the right to make a call; the poller makes it later. */
  async #holdBack({ transaction, sends }: OwnedCall, waitsFor: WaitsFor | null): Promise<null> {
    await takeBackSend(this.#context.db, transaction.transactionId, sends, waitsFor, heldBackForMs);
    return null;
  }

  async #collectionOf(transaction: Transaction): Promise<Transaction | null> {
    if (transaction.type !== 'refund') return null;
    const { records } = this.#context;
    const collectionId = Number(transaction.details?.refunds);
    const moved = await readMovedTransaction(records, transaction.walletId, collectionId);
    return moved ?? (await readTransaction(records, transaction.walletId, collectionId));
  }

  /** Whether the known float pays a call. The simulator's floats hold no money. */
  async #claimFloat({ registered, transaction, sends }: OwnedCall): Promise<boolean> {
    const { connector, operatorAccountId } = registered;
    const float = floatLeftBy(directionOf(transaction), connector);
    if (float === null || connector.simulated) return true;
    const { transactionId } = transaction;
    return claimFloat(
      this.#context.db,
      { operatorAccountId, float },
      { transactionId, sends, amount: amountOf(transaction) },
    );
  }

  async #call(request: Request, leftMs: number): Promise<SubmitResult> {
    const cut = new AbortController();
    this.#cuts.add(cut);
    const timer = setTimeout(() => cut.abort(), leftMs);
    try {
      return await Promise.race([resultOf(request, cut.signal), unknownWhenCut(cut.signal)]);
    } finally {
      clearTimeout(timer);
      this.#cuts.delete(cut);
    }
  }

  #countAndLog(call: OwnedCall, result: SubmitResult, durationMs: number): void {
    const { connector, operatorAccountId } = call.registered;
    const direction = directionOf(call.transaction);
    const answered = result.is === 'accepted' || result.is === 'refused';
    const circuit = this.#context.circuits.of(operatorAccountId, circuitOf(call.transaction));
    if (!connector.simulated) circuit.note(answered, performance.now());
    this.#context.metrics.calls.inc({
      mode: connector.mode,
      operator: connector.operator,
      direction,
      first_word: result.is,
    });
    const line = { ...idsOf(call), first_word: result, duration_ms: Math.round(durationMs) };
    if (result.is === 'refused' && result.by === 'configuration') {
      this.#context.metrics.ourFailures.inc({
        mode: connector.mode,
        operator: connector.operator,
        direction,
        code: result.code,
      });
      this.#context.logger.error(line, 'the operator refuses us');
    } else if (answered) this.#context.logger.info(line, 'money call answered');
    else this.#context.logger.warn(line, 'money call not answered');
  }

  /**
   * Ends a refund that cannot be queried by the result of its call: a success settles it, and everything else that is no
   * refusal goes to review. It is never sent again (providers.md section 4, rule 16).
   */
  async #endNotQueryable(call: OwnedCall, result: SubmitResult): Promise<void> {
    const { transaction, sends } = call;
    if (result.is === 'accepted' && result.paid) {
      const settled = await this.#settleAtOnce(call, { is: 'succeeded', receipt: null, amount: null });
      if (settled?.status === 'completed') return;
    }
    const found = { first_word: result, reference: transaction.externalReference };
    await openReviewCase(this.#context.db, transaction, 'cannot_be_asked', found);
    this.#context.logger.error(idsOf(call), 'this refund cannot be queried; sent to review');
    await this.#context.submissions.noteCallEnded(transaction.transactionId, sends, 0);
  }

  /**
   * Fails a transaction by the result of its first call, or because that call was never made. The ledger checks under
   * the wallet's lock that no other call was begun since.
   * @param recorded whether the operator keeps the payment as failed: it may be paid after all, and only a query shows it.
   * @returns null when it was not failed, and the poller has to query.
   */
  async #failAtOnce(call: OwnedCall, code: FailureCode, recorded: boolean): Promise<Transaction | null> {
    if (call.sends !== 1) return null;
    const { connector } = call.registered;
    const isQueryable = directionOf(call.transaction) !== 'refund' || connector.refundsCanBeAskedAbout;
    const settled = await this.#settleAtOnce(call, {
      is: 'failed',
      failure: failureOf('submission', code),
      receipt: null,
      onlyAfterSends: 1,
      lookAgain: recorded && isQueryable && !connector.simulated,
    });
    return settled?.status === 'failed' ? settled : null;
  }

  /** @returns the transaction as the ledger has it afterwards; null when the ledger was busy for too long. */
  async #settleAtOnce({ transaction }: OwnedCall, settlement: Settlement): Promise<Transaction | null> {
    const { walletId, transactionId } = transaction;
    const untilMs = performance.now() + settleAtOnceForMs;
    do {
      try {
        const outcome = await this.#context.writer.submit({
          kind: 'settle',
          walletId,
          transactionId,
          word: settlement,
        });
        return 'transaction' in outcome ? outcome.transaction : null;
      } catch (error) {
        if (!isLedgerBusy(error)) throw error;
        await sleep(500);
      }
    } while (!this.#stopped && performance.now() < untilMs);
    return null;
  }
}

/** Sends a money call. Built before the call, so that missing data is noticed before it. */
type Request = (cut: AbortSignal) => Promise<SubmitResult>;

async function resultOf(request: Request, cut: AbortSignal): Promise<SubmitResult> {
  try {
    return await request(cut);
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  }
}

/** The kind of money call that an external transaction needs. */
export function directionOf({ type }: Transaction): 'collection' | 'payout' | 'refund' {
  return type === 'collection' || type === 'refund' ? type : 'payout';
}

/** A refund has the circuit of payouts. */
function circuitOf(transaction: Transaction): 'collection' | 'payout' {
  return transaction.type === 'collection' ? 'collection' : 'payout';
}

/** The amount that the operator moves, in shillings. */
export function amountOf(transaction: Transaction): Ugx {
  return transaction.type === 'collection' ? transaction.amount : transaction.netAmount;
}

function requestOf({ registered, transaction }: OwnedCall, call: MoneyCall, collection: Transaction | null): Request {
  const { connector } = registered;
  if (collection !== null) return refundOf(connector, call, collection);
  return directionOf(transaction) === 'collection'
    ? (cut) => connector.collect(call, cut)
    : (cut) => connector.payOut(call, cut);
}

function refundOf(connector: OperatorConnector, call: MoneyCall, collection: Transaction): Request {
  if (collection.externalReference === null) {
    throw new Error(`transaction ${collection.transactionId} has no reference and cannot be refunded`);
  }
  const refund: RefundCall = {
    ...call,
    collectionReference: collection.externalReference,
    collectionReceipt: collection.operatorReceipt,
  };
  return (cut) => connector.refund(refund, cut);
}

function moneyCallOf(transaction: Transaction, merchantName: string): MoneyCall {
  const { externalReference, counterpartyPhone, transactionId } = transaction;
  if (externalReference === null || counterpartyPhone === null) {
    throw new Error(`transaction ${transactionId} has no reference or no phone and cannot be sent to an operator`);
  }
  return {
    reference: externalReference,
    transactionId,
    phone: counterpartyPhone,
    amount: amountOf(transaction),
    description: transaction.description,
    merchantName,
  };
}

function recorderOf({ registered, transaction, sends }: OwnedCall, notes: CallNotes): CallRecorder {
  const { operator, simulated } = registered.connector;
  const { walletId, transactionId } = transaction;
  const kinds = { collection: 'collect', payout: 'pay_out', refund: 'refund' } as const;
  return new CallRecorder(
    notes,
    { walletId, transactionId, operator, simulated },
    kinds[directionOf(transaction)],
    sends,
  );
}

function unknownWhenCut(cut: AbortSignal): Promise<SubmitResult> {
  const result: SubmitResult = { is: 'unknown', raw: 'cut: no answer in time' };
  if (cut.aborted) return Promise.resolve(result);
  // The connector's own result, which may say more, goes first.
  return new Promise((resolve) => cut.addEventListener('abort', () => setImmediate(resolve, result), { once: true }));
}

function idsOf(call: OwnedCall) {
  return {
    transaction_id: call.transaction.transactionId,
    operator_account_id: call.registered.operatorAccountId,
    operator: call.registered.connector.operator,
    operator_reference: call.transaction.externalReference,
    sends: call.sends,
  };
}

const merchantNamesMax = 10_000;

/** The names of wallets' holders, as customers see them on a prompt. They do not change, so they are kept. */
class MerchantNames {
  readonly #db: Queryable;
  readonly #names = new Map<number, string>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  async find(walletId: number): Promise<string> {
    const known = this.#names.get(walletId);
    if (known !== undefined) return known;
    const { rows } = await this.#db.query<{ holder_name: string }>({
      name: 'merchant_name',
      text: 'SELECT holder_name FROM wallet WHERE wallet_id = $1',
      values: [walletId],
    });
    const name = rows[0]?.holder_name;
    if (name === undefined) throw new Error(`wallet ${walletId} does not exist`);
    if (this.#names.size >= merchantNamesMax) this.#names.clear();
    this.#names.set(walletId, name);
    return name;
  }
}
