import pino, { type Logger } from 'pino';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import type { Caller } from '../../src/access/caller.ts';
import type { Records } from '../../src/history/records.ts';
import type { OpenCollection } from '../../src/ledger/commands/open-collection.ts';
import type { OpenPayout } from '../../src/ledger/commands/open-payout.ts';
import type { OperatorCall } from '../../src/ledger/rows/submission.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../../src/ledger/rows/transaction.ts';
import type { Transaction } from '../../src/ledger/transaction.ts';
import type { CommandWriter } from '../../src/ledger/writer/writer.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import type {
  AccountStatus,
  BalanceResult,
  MoneyCall,
  OperatorConnector,
  QueryResult,
  RefundCall,
  StatusQuery,
  SubmitResult,
} from '../../src/operators/contract.ts';
import { createSimulator, type Simulator } from '../../src/operators/simulator/simulator.ts';
import type { CallNotes } from '../../src/settlement/call-log/call-log.ts';
import { registerConnectors } from '../../src/settlement/connectors.ts';
import { createSettlement, type SettlementService, type SettlementSettings } from '../../src/settlement/settlement.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { openWallet } from '../ledger/fixtures.ts';
import { recordsIn } from '../records.ts';

export type Direction = 'collection' | 'payout';

const openingBalance = 10_000_000;
const usualSettings: SettlementSettings = {
  operatorWaitMs: 5_000,
  resendAfterMs: 600_000,
  truthDeadlineMs: 86_400_000,
  notFoundAlarm: 0.01,
  floatAlert: 5_000_000,
};

/** The service hands over the whole configuration, where what replaces every operator's own delays may be null. */
const unsetOfConfig = { pollDelaysMs: null };

/** A wallet, a ledger and operators, with settlement processes that tests start and lose as they like. */
export class SettlementBench {
  readonly database: TestDatabase;
  readonly writer: Writer;
  readonly walletId: number;
  readonly caller: Caller;
  readonly #processes: { settlement: SettlementService; simulator: Simulator }[] = [];
  /** By transaction, the calls that were prepared for them. */
  readonly #calls = new Map<number, OperatorCall>();

  private constructor(database: TestDatabase, writer: Writer, walletId: number) {
    this.database = database;
    this.writer = writer;
    this.walletId = walletId;
    this.caller = { clientId: 1, walletId, mode: 'test', apiKeyId: 1, budgetLineage: null };
  }

  static async open(): Promise<SettlementBench> {
    const database = await createTestDatabase();
    const { walletId } = await openWallet(database, 'Kampala Books', '256772999999', openingBalance);
    return new SettlementBench(database, new Writer({ target: database.target }), walletId);
  }

  /** A process: its simulator's timers, its circuits and its workers are its own; the database is everybody's. */
  async startProcess(
    options: {
      settings?: Partial<SettlementSettings>;
      pollDelaysMs?: readonly number[];
      delayMs?: number;
      /** Plays MTN in place of the simulator. */
      mtn?: OperatorConnector;
      /** Operators besides those that the simulator plays. */
      connectors?: readonly OperatorConnector[];
      writer?: CommandWriter;
      workers?: boolean;
      callbacks?: boolean;
      liveAllowed?: boolean;
      logger?: Logger;
      metricsRegistry?: Registry;
      callNotes?: CallNotes;
      records?: Records;
    } = {},
  ): Promise<SettlementService & Pick<Simulator, 'handset'>> {
    const { pool } = this.database;
    const simulator = createSimulator({
      db: pool,
      delayMs: options.delayMs ?? 200,
      pollDelaysMs: options.pollDelaysMs ?? [100, 100, 200],
    });
    const { mtn } = options;
    const played = simulator.connectors.map((one) => (one.operator === 'MTN' && mtn !== undefined ? mtn : one));
    const connectors = [...played, ...(options.connectors ?? [])];
    const settlement = createSettlement({
      pool,
      records: options.records ?? recordsIn(pool),
      writer: options.writer ?? this.writer,
      notices: { notify: async () => undefined, subscribe: () => () => undefined },
      registry: await registerConnectors(pool, connectors, true),
      settings: { ...unsetOfConfig, ...usualSettings, ...options.settings },
      liveAllowed: options.liveAllowed ?? true,
      callNotes: options.callNotes ?? null,
      metricsRegistry: options.metricsRegistry ?? new Registry(),
      logger: options.logger ?? pino({ level: process.env.NSIMBI_TEST_LOG ?? 'silent' }),
    });
    if (options.callbacks !== false) {
      simulator.deliverCallbacksTo((operator, callback) => void settlement.receiveCallback('test', operator, callback));
    }
    if (options.workers !== false) settlement.start();
    this.#processes.push({ settlement, simulator });
    return { ...settlement, handset: simulator.handset };
  }

  /** Opens a transaction of UGX 50,000 as the wallet operations do; its call is not made yet. */
  async open(
    settlement: SettlementService,
    direction: Direction,
    phone: string,
    call: Partial<OperatorCall> = {},
    operator = phone.startsWith('25670') ? 'Airtel' : 'MTN',
  ): Promise<Transaction> {
    const prepared = settlement.operatorPort.prepare('test', operator, direction);
    if (prepared.is !== 'ready') throw new Error(`the operator is ${prepared.is}`);
    const opened = { ...prepared.call, ...call };
    const outcome = await this.writer.submit(openingOf(this.walletId, direction, phone, operator, opened));
    if (outcome.is !== 'done') throw new Error(`the transaction was not opened: ${outcome.is}`);
    this.#calls.set(outcome.transaction.transactionId, opened);
    return outcome.transaction;
  }

  /** Makes the call of a transaction that was opened, as its request does. */
  submit(settlement: SettlementService, transaction: Transaction): Promise<Transaction> {
    const call = this.#calls.get(transaction.transactionId);
    if (call === undefined) throw new Error('the bench did not open this transaction');
    return settlement.operatorPort.submit(transaction, call);
  }

  /** Opens a transaction and makes its call, as a request of a client does; gives what the answer shows. */
  async request(
    settlement: SettlementService,
    direction: Direction,
    phone: string,
    operator?: string,
  ): Promise<Transaction> {
    return this.submit(settlement, await this.open(settlement, direction, phone, {}, operator));
  }

  /** Opens the refund of a completed collection as the wallet does; its call is not made yet. */
  async openRefund(
    settlement: SettlementService,
    collection: Transaction,
    call: Partial<OperatorCall> = {},
  ): Promise<Transaction> {
    const prepared = settlement.operatorPort.prepareRefund('test', collection.operatorAccountId ?? 0);
    if (prepared.is !== 'ready') throw new Error(`the operator is ${prepared.is}`);
    const outcome = await this.writer.submit({
      kind: 'open_refund',
      amount: null,
      walletId: this.walletId,
      mode: 'test',
      transactionId: collection.transactionId,
      moved: null,
      description: 'Returned books',
      apiKeyId: 1,
      apiTriggered: true,
      budgetLineage: null,
      maker: 'api_key:1',
      idempotency: null,
      route: { ...prepared.call, ...call },
    });
    if (outcome.is !== 'done') throw new Error(`the refund was not opened: ${JSON.stringify(outcome)}`);
    this.#calls.set(outcome.transaction.transactionId, { ...prepared.call, ...call });
    return outcome.transaction;
  }

  /** Opens a refund and makes its call, as a request of a client does. */
  async requestRefund(settlement: SettlementService, collection: Transaction): Promise<Transaction> {
    return this.submit(settlement, await this.openRefund(settlement, collection));
  }

  async transaction(transactionId: number): Promise<Transaction> {
    const { rows } = await this.database.pool.query<TransactionRow>(
      `SELECT ${transactionColumns} FROM transaction WHERE wallet_id = $1 AND transaction_id = $2`,
      [this.walletId, transactionId],
    );
    const row = rows[0];
    if (row === undefined) throw new Error(`transaction ${transactionId} does not exist`);
    return transactionFromRow(row);
  }

  /** Waits until a transaction is final, and gives it. */
  async end({ transactionId }: Transaction, timeoutMs = 60_000): Promise<Transaction> {
    await expect
      .poll(async () => (await this.transaction(transactionId)).status, { timeout: timeoutMs, interval: 50 })
      .not.toBe('processing');
    return this.transaction(transactionId);
  }

  async reviewKinds({ transactionId }: Transaction): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ kind: string }>(
      'SELECT kind FROM review_case WHERE transaction_id = $1 ORDER BY kind',
      [transactionId],
    );
    return rows.map(({ kind }) => kind);
  }

  /** Two persons end the one case of a transaction. */
  async resolveByPersons(
    { walletId, mode, transactionId }: Transaction,
    resolution: 'completed' | 'failed' | 'dismissed',
  ): Promise<void> {
    const { rows } = await this.database.pool.query<{ review_case_id: string }>(
      'SELECT review_case_id FROM review_case WHERE transaction_id = $1 AND resolved_at IS NULL',
      [transactionId],
    );
    const outcome = await this.writer.submit({
      kind: 'resolve_case',
      walletId,
      mode,
      transactionId,
      reviewCaseId: Number(rows[0]?.review_case_id),
      resolution,
      reason: 'Statement of 21 November',
      maker: 'joan',
      approver: 'peter',
    });
    expect(outcome).toMatchObject(
      resolution === 'dismissed' ? { is: 'unchanged' } : { is: 'done', transaction: { status: resolution } },
    );
  }

  async submission({ transactionId }: Transaction): Promise<Record<string, unknown> | undefined> {
    const { rows } = await this.database.pool.query<Record<string, unknown>>(
      'SELECT * FROM submission WHERE transaction_id = $1',
      [transactionId],
    );
    return rows[0];
  }

  /** How many payments the simulated operators have under a transaction's reference. */
  async paymentsAtOperator({ externalReference }: Transaction): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: string }>(
      'SELECT count(*) FROM simulator_payment WHERE reference = $1',
      [externalReference],
    );
    return Number(rows[0]?.count);
  }

  async balance(): Promise<{ available: number; held: number }> {
    const { rows } = await this.database.pool.query<{ available: string; held: string }>(
      'SELECT available, held FROM wallet WHERE wallet_id = $1',
      [this.walletId],
    );
    return { available: Number(rows[0]?.available), held: Number(rows[0]?.held) };
  }

  /** Ends every process as a stop would; a lost process is one whose work simply was not started. */
  async stopProcesses(): Promise<void> {
    for (const { simulator } of this.#processes) simulator.stop();
    await Promise.all(this.#processes.map(({ settlement }) => settlement.stop()));
    this.#processes.length = 0;
  }

  async close(): Promise<void> {
    await this.stopProcesses();
    await this.writer.close();
    await this.database.drop();
  }
}

export function openingOf(
  walletId: number,
  direction: Direction,
  phone: string,
  operator: string,
  call: OperatorCall,
): OpenCollection | OpenPayout {
  const opening = {
    walletId,
    mode: 'test',
    feeScheduleId: direction === 'collection' ? 1 : 2,
    description: 'School fees',
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'api_key:1',
    idempotency: null,
    provider: operator,
    route: { to: 'operator', ...call },
  } as const;
  if (direction === 'collection') {
    const money = { gross: ugx(50_000), fee: ugx(2_500), net: ugx(47_500) };
    return { kind: 'open_collection', ...opening, ...money, customerPhone: phone, customerName: null };
  }
  const money = { gross: ugx(53_000), fee: ugx(3_000), net: ugx(50_000) };
  return {
    kind: 'open_payout',
    type: 'payment_sent',
    ...opening,
    ...money,
    senderPaysFee: true,
    budgetLineage: null,
    approvalExpiresAfterMs: 604_800_000,
    recipientPhone: phone,
    recipientName: null,
  };
}

/** An operator that says exactly what a test tells it to, and remembers what it was asked. */
export class ScriptedOperator implements OperatorConnector {
  readonly operator = 'MTN';
  readonly mode = 'test';
  readonly simulated = false;
  readonly currency = 'UGX';
  readonly refundsCanBeAskedAbout: boolean;
  readonly refundsInPart = true;
  readonly refundsLeave: 'collection_float' | 'disbursement_float';
  readonly account = { host: 'scripted', environment: 'test', apiUser: 'mtn' };
  readonly pollDelaysMs: readonly number[];
  readonly promptWindowMs: number;
  readonly queriesPerSecond: number;
  readonly sent: string[] = [];
  readonly refunds: RefundCall[] = [];
  readonly asked: string[] = [];
  firstWord: (call: MoneyCall, signal: AbortSignal) => Promise<SubmitResult> = async () => ({
    is: 'accepted',
    paid: false,
  });
  refundWord: (call: RefundCall, signal: AbortSignal) => Promise<SubmitResult> = async () => ({
    is: 'accepted',
    paid: false,
  });
  word: (query: StatusQuery) => Promise<QueryResult> = async () => ({ is: 'pending' });
  readCallback: OperatorConnector['readCallback'] = () => null;
  balanceWord: (direction: Direction) => Promise<BalanceResult> = async () => ({ is: 'unknown', raw: 'not scripted' });

  constructor(
    settings: {
      pollDelaysMs?: readonly number[];
      promptWindowMs?: number;
      queriesPerSecond?: number;
      refundsCanBeAskedAbout?: boolean;
      refundsLeave?: 'collection_float' | 'disbursement_float';
    } = {},
  ) {
    this.refundsLeave = settings.refundsLeave ?? 'disbursement_float';
    this.refundsCanBeAskedAbout = settings.refundsCanBeAskedAbout ?? true;
    this.pollDelaysMs = settings.pollDelaysMs ?? [50, 50, 100];
    this.promptWindowMs = settings.promptWindowMs ?? 300_000;
    this.queriesPerSecond = settings.queriesPerSecond ?? 1_000;
  }

  newReference(): string {
    return `scripted-${crypto.randomUUID()}`;
  }

  collect(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    this.sent.push(call.reference);
    return this.firstWord(call, signal);
  }

  payOut(call: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
    return this.collect(call, signal);
  }

  refund(call: RefundCall, signal: AbortSignal): Promise<SubmitResult> {
    this.refunds.push(call);
    return this.refundWord(call, signal);
  }

  query(query: StatusQuery): Promise<QueryResult> {
    this.asked.push(query.reference);
    return this.word(query);
  }

  async lookupName(): Promise<string | null> {
    return null;
  }

  async accountStatus(): Promise<AccountStatus> {
    return 'unknown';
  }

  balance(direction: Direction): Promise<BalanceResult> {
    return this.balanceWord(direction);
  }
}
