import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Command } from '../ledger/commands/command.ts';
import type { Settlement } from '../ledger/commands/settle.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { FailureCode, Transaction } from '../ledger/transaction.ts';
import type { Ugx } from '../money/ugx.ts';
import type { MoneyCall, OnExchange, OperatorConnector, RefundCall, SubmitResult } from '../operators/contract.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { CallNotes } from './call-log/call-log.ts';
import { CallRecorder } from './call-log/call-recorder.ts';
import type { Circuits } from './circuit.ts';
import type { RegisteredConnector } from './connectors.ts';
import { failureOf } from './failure-sentences.ts';
import { claimFloat } from './float-rows.ts';
import { floatLeftBy } from './known-float.ts';
import { isLedgerBusy } from './ledger-busy.ts';
import type { MerchantNames } from './merchant-names.ts';
import type { SettlementMetrics } from './metrics.ts';
import { keepUnknownWords } from './operator-words.ts';
import { readTransaction } from './read-transaction.ts';
import { openReviewCase } from './review-cases.ts';
import type { SubmissionGroups } from './submission-groups.ts';
import { takeBackSend, type WaitsFor } from './submission-rows.ts';

/** How long a money call may take before it is cut and its socket destroyed. */
export const callTimeoutMs = 30_000;

/** For how long an end that the ledger cannot write is tried again; the poller finds out what it does not hear. */
const settleAtOnceForMs = 20_000;

/** After how long a call that was held back is tried again. */
export const heldBackForMs = 5_000;

/** A call whose answer already said success is confirmed by a query this soon. */
const confirmPaidAfterMs = 1_000;

/** What the ledger's writer does for us. */
export interface CommandWriter {
  submit(command: Command): Promise<Outcome>;
}

/** One money call that this process has the sole right to make until `cutAtMs` of performance.now(). */
export interface OwnedCall {
  readonly registered: RegisteredConnector;
  readonly transaction: Transaction;
  /** Which money call of this transaction it is, from 1. */
  readonly sends: number;
  readonly cutAtMs: number;
}

/** Calls operators, and acts on their first word (design.md section 4, steps 2 and 3). */
export class MoneyCalls {
  readonly #db: Queryable;
  readonly #rows: SubmissionGroups;
  readonly #writer: CommandWriter;
  readonly #merchants: MerchantNames;
  readonly #circuits: Circuits;
  readonly #metrics: SettlementMetrics;
  readonly #callNotes: CallNotes | null;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<unknown>>();
  readonly #cuts = new Set<AbortController>();
  #stopped = false;

  constructor(parts: {
    db: Queryable;
    rows: SubmissionGroups;
    writer: CommandWriter;
    merchants: MerchantNames;
    circuits: Circuits;
    metrics: SettlementMetrics;
    /** Null where calls are not kept. */
    callNotes: CallNotes | null;
    logger: Logger;
  }) {
    this.#db = parts.db;
    this.#rows = parts.rows;
    this.#writer = parts.writer;
    this.#merchants = parts.merchants;
    this.#circuits = parts.circuits;
    this.#metrics = parts.metrics;
    this.#callNotes = parts.callNotes;
    this.#logger = parts.logger;
  }

  /** Calls under way. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Makes a call and acts on its first word. Never rejects. Gives the transaction when the first word failed it, and
   * null when its end is to be learned by asking.
   */
  make(call: OwnedCall): Promise<Transaction | null> {
    const made = this.#make(call).catch((error: unknown) => {
      this.#logger.error({ err: error, ...idsOf(call) }, 'a money call could not be finished; the poller takes over');
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
    // A last commit of the writer may have left it, after all else has stopped: there is time for one statement.
    if (this.#stopped) return this.#holdBack(call, null);
    const witness = this.#callNotes === null ? null : witnessOf(call, this.#callNotes);
    const ask = await this.#prepare(call, witness?.onExchange);
    if (ask === null) return null;
    const leftMs = call.cutAtMs - performance.now();
    if (leftMs <= 0) {
      this.#logger.error(idsOf(call), 'the time of a money call was over before it began; it was not made');
      return this.#failAtOnce(call, 'not_sent_in_time', false);
    }
    const begunAtMs = performance.now();
    const { connector, operatorAccountId } = call.registered;
    if (!connector.simulated) this.#circuits.of(operatorAccountId, circuitOf(call.transaction)).begin(begunAtMs);
    const word = await this.#call(ask, leftMs);
    witness?.ended(word);
    this.#note(call, word, performance.now() - begunAtMs);
    await this.#keepUnknownWords(call, word);
    if (word.is === 'refused' || word.is === 'not_reached') {
      const code = word.is === 'refused' ? word.code : 'operator_unavailable';
      const failed = await this.#failAtOnce(call, code, word.is === 'refused' && word.recorded === true);
      if (failed !== null) return failed;
    }
    if (directionOf(call.transaction) === 'refund' && !connector.refundsCanBeAskedAbout) {
      await this.#endUnaskable(call, word);
      return null;
    }
    const soonMs = word.is === 'accepted' && word.paid ? confirmPaidAfterMs : (connector.pollDelaysMs[0] ?? 0);
    await this.#rows.noteCallEnded(call.transaction.transactionId, call.sends, soonMs);
    return null;
  }

  /**
   * Reads what the call needs, and claims the float that it leaves. Gives null when it may not be made now; that it began
   * is then taken back, and the poller makes it later.
   */
  async #prepare(call: OwnedCall, onExchange: OnExchange | undefined): Promise<Ask | null> {
    const { transaction } = call;
    let waitsFor: WaitsFor | null = null;
    try {
      const merchantName = await this.#merchants.of(transaction.walletId);
      const collection = await this.#collectionOf(transaction);
      const ask = askOf(call, { ...moneyCallOf(transaction, merchantName), onExchange }, collection);
      const isPaid = await this.#claimFloat(call);
      // The service stops: a call that begins now would be cut with it.
      if (isPaid && !this.#stopped) return ask;
      if (!isPaid) {
        waitsFor = 'float';
        this.#logger.warn(idsOf(call), 'the known float cannot pay this; the call waits');
      }
    } catch (error) {
      this.#logger.error({ err: error, ...idsOf(call) }, 'a money call could not be prepared; it was not made');
    }
    return this.#holdBack(call, waitsFor);
  }

  /** Takes back that a call began; the poller makes it later. */
  async #holdBack({ transaction, sends }: OwnedCall, waitsFor: WaitsFor | null): Promise<null> {
    await takeBackSend(this.#db, transaction.transactionId, sends, waitsFor, heldBackForMs);
    return null;
  }

  async #collectionOf(transaction: Transaction): Promise<Transaction | null> {
    if (transaction.type !== 'refund') return null;
    return readTransaction(this.#db, transaction.walletId, Number(transaction.details?.refunds));
  }

  /** Whether the known float pays a call. What the simulator holds is no money. */
  async #claimFloat({ registered, transaction, sends }: OwnedCall): Promise<boolean> {
    const { connector, operatorAccountId } = registered;
    const float = floatLeftBy(directionOf(transaction), connector);
    if (float === null || connector.simulated) return true;
    const { transactionId } = transaction;
    return claimFloat(this.#db, { operatorAccountId, float }, { transactionId, sends, amount: amountOf(transaction) });
  }

  async #call(ask: Ask, leftMs: number): Promise<SubmitResult> {
    const cut = new AbortController();
    this.#cuts.add(cut);
    const timer = setTimeout(() => cut.abort(), leftMs);
    try {
      return await Promise.race([firstWord(ask, cut.signal), unknownWhenCut(cut.signal)]);
    } finally {
      clearTimeout(timer);
      this.#cuts.delete(cut);
    }
  }

  #note(call: OwnedCall, word: SubmitResult, durationMs: number): void {
    const { connector, operatorAccountId } = call.registered;
    const direction = directionOf(call.transaction);
    const answered = word.is === 'accepted' || word.is === 'refused';
    const circuit = this.#circuits.of(operatorAccountId, circuitOf(call.transaction));
    if (!connector.simulated) circuit.note(answered, performance.now());
    this.#metrics.calls.inc({ mode: connector.mode, operator: connector.operator, direction, first_word: word.is });
    const line = { ...idsOf(call), first_word: word, duration_ms: Math.round(durationMs) };
    if (word.is === 'refused' && word.by === 'configuration') {
      this.#metrics.faultsOfOurs.inc({
        mode: connector.mode,
        operator: connector.operator,
        direction,
        code: word.code,
      });
      this.#logger.error(line, 'the operator refuses us');
    } else if (answered) this.#logger.info(line, 'money call answered');
    else this.#logger.warn(line, 'money call not answered');
  }

  /** That they cannot be kept is no reason to treat the payment otherwise. */
  async #keepUnknownWords(call: OwnedCall, { unknownWords = [] }: SubmitResult): Promise<void> {
    await keepUnknownWords(this.#db, call.transaction, unknownWords).catch((error: unknown) => {
      this.#logger.error({ err: error, ...idsOf(call) }, 'what nobody knows of an answer could not be kept');
    });
  }

  /**
   * Ends a refund that cannot be asked about, by its first word: a success is its end, and everything else that is no
   * refusal is for a person. It is never sent again (providers.md section 4, rule 16).
   */
  async #endUnaskable(call: OwnedCall, word: SubmitResult): Promise<void> {
    const { transaction, sends } = call;
    if (word.is === 'accepted' && word.paid) {
      const settled = await this.#settleAtOnce(call, { is: 'succeeded', receipt: null, amount: null });
      if (settled?.status === 'completed') return;
    }
    const found = { first_word: word, reference: transaction.externalReference };
    await openReviewCase(this.#db, transaction, 'cannot_be_asked', found);
    this.#logger.error(idsOf(call), 'nobody can ask how this refund ended; sent to review');
    await this.#rows.noteCallEnded(transaction.transactionId, sends, 0);
  }

  /**
   * Fails a transaction by the first word of its first call, or because that call was never made. The ledger looks,
   * under the lock, that nobody has begun another call since. Gives null when it could not be failed, and the poller
   * has to find out.
   * @param recorded whether the operator keeps the payment as failed: it may be paid after all, and nothing but our
   * asking may tell.
   */
  async #failAtOnce(call: OwnedCall, code: FailureCode, recorded: boolean): Promise<Transaction | null> {
    if (call.sends !== 1) return null;
    const { connector } = call.registered;
    const canBeAsked = directionOf(call.transaction) !== 'refund' || connector.refundsCanBeAskedAbout;
    const settled = await this.#settleAtOnce(call, {
      is: 'failed',
      failure: failureOf('submission', code),
      receipt: null,
      onlyAfterSends: 1,
      lookAgain: recorded && canBeAsked && !connector.simulated,
    });
    return settled?.status === 'failed' ? settled : null;
  }

  /** Gives the transaction as the ledger then has it; null when the ledger could not say in time. */
  async #settleAtOnce({ transaction }: OwnedCall, word: Settlement): Promise<Transaction | null> {
    const { walletId, transactionId } = transaction;
    const untilMs = performance.now() + settleAtOnceForMs;
    do {
      try {
        const outcome = await this.#writer.submit({ kind: 'settle', walletId, transactionId, word });
        return 'transaction' in outcome ? outcome.transaction : null;
      } catch (error) {
        if (!isLedgerBusy(error)) throw error;
        await sleep(500);
      }
    } while (!this.#stopped && performance.now() < untilMs);
    return null;
  }
}

/** Asks the operator to move the money; made before the call, so that what is missing is missed before it. */
type Ask = (cut: AbortSignal) => Promise<SubmitResult>;

async function firstWord(ask: Ask, cut: AbortSignal): Promise<SubmitResult> {
  try {
    return await ask(cut);
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  }
}

/** What an external transaction asks of an operator. */
export function directionOf({ type }: Transaction): 'collection' | 'payout' | 'refund' {
  return type === 'collection' || type === 'refund' ? type : 'payout';
}

/** A refund is refused or answered as money that goes out. */
function circuitOf(transaction: Transaction): 'collection' | 'payout' {
  return transaction.type === 'collection' ? 'collection' : 'payout';
}

/** What the operator moves when all is well, in shillings. */
export function amountOf(transaction: Transaction): Ugx {
  return transaction.type === 'collection' ? transaction.amount : transaction.netAmount;
}

function askOf({ registered, transaction }: OwnedCall, call: MoneyCall, collection: Transaction | null): Ask {
  const { connector } = registered;
  if (collection !== null) return refundOf(connector, call, collection);
  return directionOf(transaction) === 'collection'
    ? (cut) => connector.collect(call, cut)
    : (cut) => connector.payOut(call, cut);
}

function refundOf(connector: OperatorConnector, call: MoneyCall, collection: Transaction): Ask {
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

function witnessOf({ registered, transaction, sends }: OwnedCall, notes: CallNotes): CallRecorder {
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
  const word: SubmitResult = { is: 'unknown', raw: 'cut: no answer in time' };
  if (cut.aborted) return Promise.resolve(word);
  // The connector hears of the cut first and may still know more than this.
  return new Promise((resolve) => cut.addEventListener('abort', () => setImmediate(resolve, word), { once: true }));
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
