import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Command, Outcome } from '../ledger/commands.ts';
import type { FailureCode, Transaction } from '../ledger/transaction.ts';
import { NothingWritten } from '../ledger/writer/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { FirstWord, MoneyCall } from '../providers/provider.ts';
import type { Circuits } from './circuit.ts';
import { failureOf } from './failure-sentences.ts';
import type { MerchantNames } from './merchant-names.ts';
import type { SettlementMetrics } from './metrics.ts';
import type { RegisteredProvider } from './registry.ts';
import { noteCallEnded } from './submission-rows.ts';

/** How long a money call may take before it is cut and its socket destroyed. */
export const callTimeoutMs = 30_000;

/** For how long a failure that the ledger cannot write is tried again; the poller finds out what it does not hear. */
const failAtOnceForMs = 20_000;

/** A call whose answer already said success is confirmed by a query this soon. */
const confirmPaidAfterMs = 1_000;

/** What the ledger's writer does for us. */
export interface CommandWriter {
  submit(command: Command): Promise<Outcome>;
}

/** One money call that this process has the sole right to make until `cutAtMs` of performance.now(). */
export interface OwnedCall {
  readonly registered: RegisteredProvider;
  readonly transaction: Transaction;
  /** Which money call of this transaction it is, from 1. */
  readonly sends: number;
  readonly cutAtMs: number;
}

/** Calls operators, and acts on their first word (design.md section 4, steps 2 and 3). */
export class MoneyCalls {
  readonly #db: Queryable;
  readonly #writer: CommandWriter;
  readonly #merchants: MerchantNames;
  readonly #circuits: Circuits;
  readonly #metrics: SettlementMetrics;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<unknown>>();
  readonly #cuts = new Set<AbortController>();
  #stopped = false;

  constructor(parts: {
    db: Queryable;
    writer: CommandWriter;
    merchants: MerchantNames;
    circuits: Circuits;
    metrics: SettlementMetrics;
    logger: Logger;
  }) {
    this.#db = parts.db;
    this.#writer = parts.writer;
    this.#merchants = parts.merchants;
    this.#circuits = parts.circuits;
    this.#metrics = parts.metrics;
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
    const merchantName = await this.#merchants.of(call.transaction.walletId);
    const leftMs = call.cutAtMs - performance.now();
    if (leftMs <= 0) {
      this.#logger.error(idsOf(call), 'the time of a money call was over before it began; it was not made');
      return this.#failAtOnce(call, 'not_sent_in_time');
    }
    const begunAtMs = performance.now();
    const { provider, operatorAccountId } = call.registered;
    if (!provider.simulated) this.#circuits.of(operatorAccountId, directionOf(call.transaction)).begin(begunAtMs);
    const word = await this.#call(call, merchantName, leftMs);
    this.#note(call, word, performance.now() - begunAtMs);
    if (word.is === 'refused' || word.is === 'not_reached') {
      const failed = await this.#failAtOnce(call, word.is === 'refused' ? word.code : 'operator_unavailable');
      if (failed !== null) return failed;
    }
    const soonMs = word.is === 'accepted' && word.paid ? confirmPaidAfterMs : (provider.pollDelaysMs[0] ?? 0);
    await noteCallEnded(this.#db, call.transaction.transactionId, call.sends, soonMs);
    return null;
  }

  async #call(call: OwnedCall, merchantName: string, leftMs: number): Promise<FirstWord> {
    const cut = new AbortController();
    this.#cuts.add(cut);
    const timer = setTimeout(() => cut.abort(), leftMs);
    try {
      return await Promise.race([firstWord(call, merchantName, cut.signal), unknownWhenCut(cut.signal)]);
    } finally {
      clearTimeout(timer);
      this.#cuts.delete(cut);
    }
  }

  #note(call: OwnedCall, word: FirstWord, durationMs: number): void {
    const { provider, operatorAccountId } = call.registered;
    const direction = directionOf(call.transaction);
    const answered = word.is === 'accepted' || word.is === 'refused';
    if (!provider.simulated) this.#circuits.of(operatorAccountId, direction).note(answered, performance.now());
    this.#metrics.calls.inc({ mode: provider.mode, operator: provider.operator, direction, first_word: word.is });
    const line = { ...idsOf(call), first_word: word, duration_ms: Math.round(durationMs) };
    if (word.is === 'refused' && word.by === 'configuration') this.#logger.error(line, 'the operator refuses us');
    else if (answered) this.#logger.info(line, 'money call answered');
    else this.#logger.warn(line, 'money call not answered');
  }

  /**
   * Fails a transaction by the first word of its first call, or because that call was never made. The ledger looks,
   * under the lock, that nobody has begun another call since. Gives null when it could not be failed, and the poller
   * has to find out.
   */
  async #failAtOnce(call: OwnedCall, code: FailureCode): Promise<Transaction | null> {
    if (call.sends !== 1) return null;
    const untilMs = performance.now() + failAtOnceForMs;
    do {
      try {
        const outcome = await this.#writer.submit({
          kind: 'settle',
          walletId: call.transaction.walletId,
          transactionId: call.transaction.transactionId,
          word: { is: 'failed', failure: failureOf('submission', code), receipt: null, onlyAfterSends: 1 },
        });
        return 'transaction' in outcome && outcome.transaction.status === 'failed' ? outcome.transaction : null;
      } catch (error) {
        if (!(error instanceof NothingWritten)) throw error;
        await sleep(500);
      }
    } while (!this.#stopped && performance.now() < untilMs);
    return null;
  }
}

async function firstWord(call: OwnedCall, merchantName: string, cut: AbortSignal): Promise<FirstWord> {
  const { provider } = call.registered;
  try {
    const money = moneyCallOf(call.transaction, merchantName);
    return await (directionOf(call.transaction) === 'collection'
      ? provider.collect(money, cut)
      : provider.payOut(money, cut));
  } catch (error) {
    return { is: 'unknown', raw: String(error) };
  }
}

/** The direction of an external transaction: a collection brings money in, everything else takes it out. */
export function directionOf(transaction: Transaction): 'collection' | 'payout' {
  return transaction.type === 'collection' ? 'collection' : 'payout';
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
    amount: transaction.type === 'collection' ? transaction.amount : transaction.netAmount,
    description: transaction.description,
    merchantName,
  };
}

function unknownWhenCut(cut: AbortSignal): Promise<FirstWord> {
  const word: FirstWord = { is: 'unknown', raw: 'cut: no answer in time' };
  if (cut.aborted) return Promise.resolve(word);
  // The provider hears of the cut first and may still know more than this.
  return new Promise((resolve) => cut.addEventListener('abort', () => setImmediate(resolve, word), { once: true }));
}

function idsOf(call: OwnedCall) {
  return {
    transaction_id: call.transaction.transactionId,
    operator_account_id: call.registered.operatorAccountId,
    operator: call.registered.provider.operator,
    operator_reference: call.transaction.externalReference,
    sends: call.sends,
  };
}
