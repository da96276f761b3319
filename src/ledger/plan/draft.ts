import assert from 'node:assert/strict';
import { addUgx, subtractUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import { isSystemAccount, type SystemAccountKind } from '../accounts.ts';
import type { EventName } from '../event-names.ts';
import { KeysOfBatch } from '../idempotency.ts';
import type { EventRow } from '../rows/event.ts';
import type { KeyBudget } from '../rows/key-budget.ts';
import type { ClaimedRefund } from '../rows/refund-claim.ts';
import type { SuspenseClaim } from '../rows/suspense-claim.ts';
import type { TransferRow } from '../rows/transfer.ts';
import type { WalletState } from '../rows/wallet.ts';
import { mayMove, neverChanges, type Transaction } from '../transaction.ts';
import { transactionObject } from '../transaction-object.ts';
import type { Plan } from './plan.ts';
import type { PlanState } from './state.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type DraftWallet = Writable<WalletState>;
export type DraftTransaction = Writable<Transaction>;
export type DraftKeyBudget = Writable<KeyBudget>;

/** A copy of what was read, changed command by command; `plan` makes the plan from it. Used for one batch. */
export class Draft {
  readonly state: PlanState;
  readonly #wallets = new Map<number, { before: WalletState; after: DraftWallet; touched: boolean }>();
  readonly #stored = new Map<number, { before: Transaction; after: DraftTransaction; touched: boolean }>();
  readonly #keyBudgets = new Map<number, { before: KeyBudget; after: DraftKeyBudget }>();
  readonly #deltas = new Map<number, bigint>();
  readonly #opened: DraftTransaction[] = [];
  readonly #transfers: TransferRow[] = [];
  readonly #events: EventRow[] = [];
  readonly keys: KeysOfBatch;
  /** Claims made by earlier commands of the same batch. */
  readonly receiptsMade = new Map<string, number>();
  readonly externalReferencesMade = new Map<string, number>();
  readonly refundsMade = new Map<number, readonly ClaimedRefund[]>();
  readonly collectionsOpened = new Map<string, number>();
  readonly clientReferencesMade = new Map<string, number>();
  readonly casesResolved = new Set<number>();
  readonly rows: Pick<
    Plan,
    | 'fanOut'
    | 'submissions'
    | 'submissionsEnded'
    | 'submissionsToLookAgain'
    | 'operatorReferences'
    | 'receipts'
    | 'approvals'
    | 'firstApprovals'
    | 'approvalsEnded'
    | 'suspenseClaims'
    | 'reviewCases'
    | 'refundClaims'
    | 'refundClaimsEnded'
    | 'payerClaims'
    | 'clientReferences'
    | 'casesResolved'
    | 'adjustmentClaims'
    | 'acts'
  > = {
    fanOut: [],
    submissions: [],
    submissionsEnded: [],
    submissionsToLookAgain: [],
    operatorReferences: [],
    receipts: [],
    approvals: [],
    firstApprovals: [],
    approvalsEnded: [],
    suspenseClaims: [],
    reviewCases: [],
    refundClaims: [],
    refundClaimsEnded: [],
    payerClaims: [],
    clientReferences: [],
    casesResolved: [],
    adjustmentClaims: [],
    acts: [],
  };

  constructor(state: PlanState) {
    this.state = state;
    this.keys = new KeysOfBatch(state.usedKeys, state.trustedNowMs);
  }

  /** The wallet as this batch has changed it so far; undefined when it does not exist. */
  wallet(walletId: number): DraftWallet | undefined {
    const known = this.#wallets.get(walletId);
    if (known !== undefined) return known.after;
    const before = this.state.wallets.get(walletId);
    if (before === undefined) return undefined;
    const entry = { before, after: { ...before }, touched: false };
    this.#wallets.set(walletId, entry);
    return entry.after;
  }

  /** The budget of a chain of API keys as this batch has changed it so far; undefined where there is none. */
  keyBudget(lineage: number): KeyBudget | undefined {
    return this.#keyBudgets.get(lineage)?.after ?? this.state.keyBudgets.get(lineage);
  }

  /** The same, to be changed. */
  keyBudgetToChange(lineage: number): DraftKeyBudget | undefined {
    const known = this.#keyBudgets.get(lineage);
    if (known !== undefined) return known.after;
    const before = this.state.keyBudgets.get(lineage);
    if (before === undefined) return undefined;
    const after = { ...before };
    this.#keyBudgets.set(lineage, { before, after });
    return after;
  }

  /** Who approved a payment first, also in this batch; null where nobody has. */
  firstApproverOf(transactionId: number): string | null {
    const made = this.rows.firstApprovals.find((approval) => approval.transactionId === transactionId);
    return made?.approver ?? this.state.approvals.get(transactionId)?.firstApprover ?? null;
  }

  /** The stored transaction as this batch has changed it so far; undefined when it is not the wallet's. */
  transaction(walletId: number, transactionId: number): DraftTransaction | undefined {
    let known = this.#stored.get(transactionId);
    if (known === undefined) {
      const before = this.state.transactions.get(transactionId);
      if (before === undefined) return undefined;
      known = { before, after: { ...before }, touched: false };
      this.#stored.set(transactionId, known);
    }
    return known.after.walletId === walletId ? known.after : undefined;
  }

  /** Contradicting reports about a transaction, from earlier batches and from this one. */
  claimsOf(transactionId: number): readonly SuspenseClaim[] {
    const stored = this.state.suspenseClaims.get(transactionId) ?? [];
    const made = this.rows.suspenseClaims.filter((claim) => claim.transactionId === transactionId);
    return made.length === 0 ? stored : [...stored, ...made];
  }

  open(transaction: DraftTransaction): DraftTransaction {
    assert(transaction.amount === transaction.netAmount + transaction.feeAmount, 'amount is net and fee');
    this.#opened.push(transaction);
    return transaction;
  }

  /** Moves a transaction to another status, once, as the table of moves allows. */
  move(transaction: DraftTransaction, to: 'processing' | 'completed' | 'failed'): void {
    assert(mayMove(transaction.status, to), `${transaction.status} may not move to ${to}`);
    transaction.status = to;
    if (to === 'completed') transaction.completedAtMs = this.state.nowMs;
    if (to === 'failed') transaction.failedAtMs = this.state.nowMs;
    this.touch(transaction);
  }

  account(transaction: Transaction, kind: SystemAccountKind): number {
    const operatorAccountId = transaction.operatorAccountId;
    return ofOperator.has(kind) && operatorAccountId !== null
      ? this.state.systemAccounts(transaction.mode, kind, operatorAccountId)
      : this.state.systemAccounts(transaction.mode, kind);
  }

  /** Posts one line of the ledger for a transaction. Zero amounts post nothing. */
  post(transaction: DraftTransaction, debitAccount: number, creditAccount: number, amount: Ugx): void {
    if (amount === zeroUgx) return;
    const touchesWallet = transaction.walletId === debitAccount || transaction.walletId === creditAccount;
    let entryNo: number | null = null;
    let balanceAfter: Ugx | null = null;
    if (touchesWallet) {
      const wallet = this.walletOf(transaction);
      const credited = transaction.walletId === creditAccount;
      wallet.available = credited ? addUgx(wallet.available, amount) : subtractUgx(wallet.available, amount);
      wallet.entryNo += 1;
      entryNo = wallet.entryNo;
      balanceAfter = wallet.available;
      transaction.balanceAfter = wallet.available;
    }
    this.#addDelta(debitAccount, -amount);
    this.#addDelta(creditAccount, amount);
    transaction.transferCount += 1;
    this.touch(transaction);
    this.#transfers.push({
      walletId: transaction.walletId,
      transactionId: transaction.transactionId,
      line: transaction.transferCount,
      debitAccount,
      creditAccount,
      amount,
      entryNo,
      balanceAfter,
    });
  }

  /**
   * Writes the events of a moment with the transaction as it is now. A transaction that was completed when it was opened,
   * without an operator, never changes, so that its event is rendered from its row and needs no copy.
   */
  emit(transaction: DraftTransaction, names: readonly EventName[]): void {
    const wallet = this.walletOf(transaction);
    const needsNoCopy = neverChanges(transaction) && transaction.eventCount === 0;
    const event: EventRow = {
      walletId: transaction.walletId,
      firstSequence: wallet.eventSequence + 1,
      transactionId: transaction.transactionId,
      firstEventNo: transaction.eventCount + 1,
      names,
      apiKeyId: transaction.apiKeyId,
      snapshot: needsNoCopy ? null : JSON.stringify(transactionObject(transaction)),
    };
    this.#events.push(event);
    if (wallet.hasWebhooks) this.rows.fanOut.push(event);
    wallet.eventSequence += names.length;
    transaction.eventCount += names.length;
    this.touch(transaction);
  }

  /** The wallet that a transaction belongs to, marked as changed. */
  walletOf(transaction: Transaction): DraftWallet {
    const wallet = this.wallet(transaction.walletId);
    assert(wallet !== undefined, `wallet ${transaction.walletId} was not locked`);
    const entry = this.#wallets.get(transaction.walletId);
    if (entry !== undefined) entry.touched = true;
    return wallet;
  }

  touch(transaction: Transaction): void {
    const stored = this.#stored.get(transaction.transactionId);
    if (stored !== undefined) stored.touched = true;
  }

  plan(outcomes: Plan['outcomes']): Plan {
    for (const [account, amount] of this.#deltas) if (amount === 0n) this.#deltas.delete(account);
    return {
      nowMs: this.state.nowMs,
      trustedNowMs: this.state.trustedNowMs,
      outcomes,
      wallets: [...this.#wallets.values()].filter((wallet) => wallet.touched),
      keyBudgets: [...this.#keyBudgets.values()],
      transactionsOpened: this.#opened,
      transactionsMoved: [...this.#stored.values()].filter((transaction) => transaction.touched),
      transfers: this.#transfers,
      systemDeltas: this.#deltas,
      events: this.#events,
      idempotencyKeys: this.keys.rows,
      ...this.rows,
    };
  }

  #addDelta(account: number, amount: bigint): void {
    if (!isSystemAccount(account)) return;
    this.#deltas.set(account, (this.#deltas.get(account) ?? 0n) + amount);
  }
}

const ofOperator: ReadonlySet<SystemAccountKind> = new Set(['collection_float', 'disbursement_float', 'suspense']);

/** A transaction without transfers and events. */
export function newTransaction(
  fields: Omit<
    Transaction,
    'operatorReceipt' | 'balanceAfter' | 'failure' | 'transferCount' | 'eventCount' | 'completedAtMs' | 'failedAtMs'
  >,
  completedAtMs: number | null = null,
): DraftTransaction {
  return {
    ...fields,
    operatorReceipt: null,
    balanceAfter: null,
    failure: null,
    transferCount: 0,
    eventCount: 0,
    completedAtMs,
    failedAtMs: null,
  };
}
