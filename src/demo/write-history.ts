import type pg from 'pg';
import type { Caller } from '../access/caller.ts';
import { splitCollection, splitPayout } from '../fees/fee.ts';
import type { FeeOperation } from '../fees/schedules.ts';
import type { Records } from '../history/records.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { OperatorCall } from '../ledger/rows/submission.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { PastWriter } from '../ledger/writer/past-writer.ts';
import { type Ugx, zeroUgx } from '../money/ugx.ts';
import type { Msisdn } from '../phone/msisdn.ts';
import { findCase } from '../reviews/cases.ts';
import { resolveCase } from '../reviews/resolve.ts';
import { failureOf } from '../settlement/failure-sentences.ts';
import { actOfPerson } from '../wallet/act-of-person.ts';
import { actorOf, endBulk, type OpenBulk, openBulk } from './bulk.ts';
import type { BusinessKey } from './cast.ts';
import type { DemoClient, Parties } from './parties.ts';
import type { Price } from './prices.ts';
import type { Random } from './random.ts';
import type { Action, End, Maker, Payee, PaymentName, Step } from './steps.ts';

/** What the history is written with. */
export interface HistoryParts {
  readonly pool: pg.Pool;
  readonly records: Records;
  readonly writer: PastWriter;
  readonly parties: Parties;
  readonly priceOf: (operation: FeeOperation, amount: Ugx, atMs: number) => Price;
  /** The operator account of test mode that a phone belongs to, and the name of its operator. */
  readonly operatorOf: (phone: Msisdn) => { readonly name: string; readonly operatorAccountId: number };
  /** For references at operators. */
  readonly random: Random;
  readonly approvalExpiryMs: number;
  /** The end of the history, in milliseconds. */
  readonly nowMs: number;
  /** Who runs the command. */
  readonly actor: Actor;
  /** Called with how many steps are written. */
  readonly onProgress: (written: number) => void;
}

/** The two who decide about review cases of demo data: no accounts, so that their names say what they are. */
const reviewers = { maker: 'demo reviewer', approver: 'second demo reviewer' } as const;

/** A running service asks no operator about a payment that the next steps settle. */
const call = { sends: 1, callTimeoutMs: 30_000, firstQueryAfterMs: 86_400_000 } as const;

/**
 * Writes the steps of a plan to the ledger, each at its time. Where it ends early, what was written stays, and its books are right.
 * @throws NotAsPlanned when the ledger decides other than the plan expects; what the writer throws.
 */
export async function writeHistory(parts: HistoryParts, steps: readonly Step[]): Promise<void> {
  const history = new History(parts);
  for (const [index, step] of steps.entries()) {
    await history.write(step);
    parts.onProgress(index + 1);
  }
}

/** The ledger did not do what the plan says, so that the rest of the plan makes no sense. */
export class NotAsPlanned extends Error {
  override readonly name = 'NotAsPlanned';

  constructor(step: Step, outcome: Outcome) {
    const reason = outcome.is === 'refused' ? `it refused: ${outcome.refusal.code}` : `the outcome was ${outcome.is}`;
    super(`the ledger did not ${step.is} at ${new Date(step.atMs).toISOString()} as planned; ${reason}`);
  }
}

class History {
  readonly #parts: HistoryParts;
  readonly #payments = new Map<PaymentName, Transaction>();
  readonly #bulks = new Map<string, OpenBulk>();
  #receipts = 0;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  async write(step: Step): Promise<void> {
    switch (step.is) {
      case 'deposit':
        return await this.#deposit(step);
      case 'collect':
        return this.#keep(step, await this.#submit(step, [this.#collection(step)]));
      case 'pay':
        return this.#keepPaid(step, await this.#submit(step, [this.#payout(step, step.payee)]));
      case 'withdraw':
        return this.#keep(step, await this.#submit(step, [this.#payout(step, { is: 'outside', ...step.to })]));
      case 'refund':
        return this.#keep(step, await this.#submit(step, [this.#refund(step)]));
      case 'settle':
        return this.#keep(step, await this.#submit(step, [this.#settlement(step.payment, step.end)]));
      case 'approve':
        return await this.#approve(step);
      case 'reject':
        return await this.#reject(step);
      case 'resolve':
        return await this.#resolve(step);
      case 'open_bulk':
        return await this.#openBulk(step);
      case 'end_bulk': {
        const bulk = this.#bulk(step.bulk);
        return await endBulk(this.#parts.pool, bulk, this.#payment(`${step.bulk} 0`).createdAtMs, step.atMs);
      }
    }
  }

  /** Writes commands at the time of a step. @returns the transaction of the last one. */
  async #submit(step: Step, commands: readonly Command[]): Promise<Transaction> {
    let transaction: Transaction | null = null;
    for (const outcome of await this.#parts.writer.write(step.atMs, commands)) {
      if (outcome.is !== 'done' && outcome.is !== 'sent_to_review') throw new NotAsPlanned(step, outcome);
      transaction = outcome.transaction;
    }
    if (transaction === null) throw new Error('a step has at least one command');
    return transaction;
  }

  #keep({ payment }: { readonly payment: PaymentName }, transaction: Transaction): void {
    this.#payments.set(payment, transaction);
  }

  #keepPaid(step: Extract<Step, { is: 'pay' }>, transaction: Transaction): void {
    this.#keep(step, transaction);
    if (step.bulk !== null) this.#bulk(step.bulk.bulk).sent.set(step.bulk.row, transaction.transactionId);
  }

  async #deposit(step: Extract<Step, { is: 'deposit' }>): Promise<void> {
    const { businesses: clients } = this.#parts.parties;
    await this.#submit(step, [
      {
        kind: 'adjust',
        walletId: clients[step.business].wallets.test,
        mode: 'test',
        type: 'deposit',
        direction: 'in',
        amount: step.amount,
        reason: step.reason,
        maker: this.#parts.actor.name,
        approver: null,
        externalReference: null,
        apiKeyId: null,
        apiTriggered: false,
        idempotency: null,
      },
    ]);
  }

  #collection(step: Extract<Step, { is: 'collect' }>): Command {
    const { fee, feeScheduleId } = this.#parts.priceOf('collection', step.amount, step.atMs);
    const { gross, net } = splitCollection(step.amount, fee);
    const operator = this.#parts.operatorOf(step.customer.phone);
    return {
      kind: 'open_collection',
      ...{ gross, fee, net: net ?? zeroUgx, feeScheduleId },
      ...this.#opening(step),
      customerPhone: step.customer.phone,
      customerName: step.customer.name,
      provider: operator.name,
      route: { to: 'operator', ...this.#call(operator.operatorAccountId) },
    };
  }

  #payout(step: Extract<Step, { is: 'pay' | 'withdraw' }>, payee: Payee): Command {
    const { phone, name, walletId } = this.#reached(payee);
    const operation =
      step.is === 'withdraw' ? 'withdrawal' : walletId === null ? 'send_money_external' : 'send_money_internal';
    const { fee, feeScheduleId } = this.#parts.priceOf(operation, step.amount, step.atMs);
    const { gross, net } = splitPayout(step.amount, fee, true);
    const operator = this.#parts.operatorOf(phone);
    const bulk = step.is === 'pay' && step.bulk !== null ? this.#bulkRow(step.bulk, gross) : {};
    return {
      kind: 'open_payout',
      type: step.is === 'withdraw' ? 'withdrawal' : 'payment_sent',
      ...{ gross, fee, net: net ?? zeroUgx, feeScheduleId },
      ...this.#opening(step),
      senderPaysFee: true,
      budgetLineage: null,
      approvalExpiresAfterMs: this.#expiresAfterMs(step),
      recipientPhone: phone,
      recipientName: name,
      provider: operator.name,
      route:
        walletId === null ? { to: 'operator', ...this.#call(operator.operatorAccountId) } : { to: 'wallet', walletId },
      ...bulk,
    };
  }

  #bulkRow({ bulk, row }: { readonly bulk: string; readonly row: number }, grossMax: Ugx) {
    const { bulkPayoutId, plan } = this.#bulk(bulk);
    return { bulk: { bulkPayoutId, row, approval: { approver: plan.approver ?? '', grossMax }, payableUntilMs: null } };
  }

  #refund(step: Extract<Step, { is: 'refund' }>): Command {
    const collection = this.#payment(step.collection);
    const { walletId, mode, description, apiKeyId, apiTriggered, maker, idempotency } = this.#opening(step);
    return {
      kind: 'open_refund',
      ...{ walletId, mode, description, apiKeyId, apiTriggered, maker, idempotency },
      transactionId: collection.transactionId,
      moved: null,
      amount: step.amount,
      budgetLineage: null,
      route: { ...this.#call(collection.operatorAccountId ?? 0), paidFrom: 'disbursement_float', inPart: true },
    };
  }

  #settlement(payment: PaymentName, end: End): Command {
    const { walletId, transactionId, amount, netAmount, type } = this.#payment(payment);
    if (end.is === 'failed') {
      return {
        kind: 'settle',
        walletId,
        transactionId,
        word: { is: 'failed', failure: failureOf(end.stage, end.code), receipt: null },
      };
    }
    this.#receipts += 1;
    const receipt = `DEMO${String(this.#receipts).padStart(8, '0')}`;
    const moved = type === 'collection' ? amount : netAmount;
    return { kind: 'settle', walletId, transactionId, word: { is: 'succeeded', receipt, amount: moved } };
  }

  async #approve(step: Extract<Step, { is: 'approve' }>): Promise<void> {
    const { walletId, transactionId } = this.#payment(step.payment);
    const approve: Command = {
      kind: 'approve',
      walletId,
      recipientWalletId: null,
      transactionId,
      approver: step.email,
      firstApproverSeen: null,
      audit: () => ({
        actor: actorOf(step.email, this.#ownerOf(walletId)),
        action: 'transaction.approved',
        subject: `transaction ${transactionId}`,
        details: { approver: step.email },
      }),
    };
    // With the operator's result in the same batch: a service that is running would call the operator else.
    this.#keep(step, await this.#submit(step, [approve, this.#settlement(step.payment, { is: 'paid' })]));
  }

  async #reject(step: Extract<Step, { is: 'reject' }>): Promise<void> {
    const { walletId, transactionId } = this.#payment(step.payment);
    const { email, reason } = step;
    const reject: Command = {
      kind: 'reject',
      ...{ walletId, transactionId, reason },
      because: 'rejected',
      approver: email,
      audit: () => ({
        actor: actorOf(email, this.#ownerOf(walletId)),
        action: 'transaction.rejected',
        subject: `transaction ${transactionId}`,
        details: { approver: email, reason },
      }),
    };
    this.#keep(step, await this.#submit(step, [reject]));
  }

  async #resolve(step: Extract<Step, { is: 'resolve' }>): Promise<void> {
    const { pool, records, actor, writer } = this.#parts;
    const { transactionId } = this.#payment(step.payment);
    const { rows } = await pool.query<{ id: string }>(
      'SELECT review_case_id AS id FROM review_case WHERE transaction_id = $1 AND resolved_at IS NULL',
      [transactionId],
    );
    const found = await findCase(records, Number(rows[0]?.id));
    if (found === null) throw new Error(`transaction ${transactionId} has no open review case`);
    const submit = async (command: Command): Promise<Outcome> => {
      const [outcome] = await writer.write(step.atMs, [command]);
      if (outcome === undefined) throw new Error('a command without an outcome');
      return outcome;
    };
    const { resolution, reason } = step;
    await resolveCase({ pool, records, submit }, found, { resolution, reason, ...reviewers, actor });
  }

  async #openBulk(step: Extract<Step, { is: 'open_bulk' }>): Promise<void> {
    const { pool, parties, priceOf } = this.#parts;
    const price = ({ amount }: { readonly amount: Ugx }) => priceOf('send_money_external', amount, step.atMs);
    this.#bulks.set(
      step.bulk,
      await openBulk(pool, parties.businesses[step.business], step, price, this.#expiresAfterMs(step)),
    );
  }

  /** What every opening carries. */
  #opening(step: Extract<Action, { payment: PaymentName; maker: Maker }>) {
    const client = this.#client(step.business);
    const walletId = client.wallets.test;
    const program = step.maker.by === 'program';
    const person = step.maker.by === 'person' ? step.maker.email : undefined;
    const caller: Caller = {
      clientId: client.clientId,
      walletId,
      mode: 'test',
      apiKeyId: program ? client.apiKeyId : null,
      budgetLineage: null,
      address: 'command line',
      ...(person === undefined ? {} : { person }),
    };
    return {
      walletId,
      mode: 'test',
      description: step.description,
      apiKeyId: caller.apiKeyId,
      apiTriggered: program,
      maker: person ?? `api_key:${client.apiKeyId}`,
      idempotency: null,
      ...(step.reference === null ? {} : { clientData: { reference: step.reference, metadata: null } }),
      ...actOfPerson(caller),
    } as const;
  }

  /** The time left to approve a payment, in milliseconds: the usual expiry counted from the payment's time, but at least one hour from now. */
  #expiresAfterMs({ atMs }: Step): number {
    const { approvalExpiryMs, nowMs } = this.#parts;
    return Math.max(3_600_000, approvalExpiryMs - (nowMs - atMs));
  }

  #call(operatorAccountId: number): OperatorCall {
    return { ...call, operatorAccountId, reference: this.#parts.random.uuid() };
  }

  #reached(payee: Payee): { readonly phone: Msisdn; readonly name: string | null; readonly walletId: number | null } {
    if (payee.is === 'outside') return { phone: payee.phone, name: payee.name, walletId: null };
    const { parties } = this.#parts;
    const client = payee.is === 'business' ? parties.businesses[payee.key] : parties.traders[payee.place];
    if (client === undefined) throw new Error('a plan pays a trader who was not created');
    return { phone: client.phone as Msisdn, name: client.name, walletId: client.wallets.test };
  }

  #client(key: BusinessKey): DemoClient {
    return this.#parts.parties.businesses[key];
  }

  #ownerOf(walletId: number): DemoClient {
    const client = Object.values(this.#parts.parties.businesses).find(({ wallets }) => wallets.test === walletId);
    if (client === undefined) throw new Error(`wallet ${walletId} is none of the businesses'`);
    return client;
  }

  #payment(name: PaymentName): Transaction {
    const transaction = this.#payments.get(name);
    if (transaction === undefined) throw new Error(`the plan names the payment ${name} before it is made`);
    return transaction;
  }

  #bulk(name: string): OpenBulk {
    const bulk = this.#bulks.get(name);
    if (bulk === undefined) throw new Error(`the plan names the bulk payout ${name} before it is opened`);
    return bulk;
  }
}
