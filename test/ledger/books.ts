import { expect } from 'vitest';
import { houseWalletId } from '../../src/ledger/accounts.ts';
import type { Adjust } from '../../src/ledger/commands/adjust.ts';
import type { Command } from '../../src/ledger/commands/command.ts';
import { numbersNeeded, plan } from '../../src/ledger/commands/command.ts';
import type { OpenBatch } from '../../src/ledger/commands/open-batch.ts';
import type { OpenCollection } from '../../src/ledger/commands/open-collection.ts';
import type { OpenPayout } from '../../src/ledger/commands/open-payout.ts';
import type { Outcome } from '../../src/ledger/plan/outcome.ts';
import type { Plan } from '../../src/ledger/plan/plan.ts';
import type { PlanState } from '../../src/ledger/plan/state.ts';
import { externalReferenceKey } from '../../src/ledger/rows/adjustment-claim.ts';
import type { Approval } from '../../src/ledger/rows/approval.ts';
import { clientReferenceKey } from '../../src/ledger/rows/client-reference.ts';
import type { KeyBudget } from '../../src/ledger/rows/key-budget.ts';
import { receiptKey } from '../../src/ledger/rows/operator-receipt.ts';
import { payerKey } from '../../src/ledger/rows/payer-claim.ts';
import type { ClaimedRefund } from '../../src/ledger/rows/refund-claim.ts';
import type { ReviewCase, ReviewCaseRow } from '../../src/ledger/rows/review-case.ts';
import type { SuspenseClaim } from '../../src/ledger/rows/suspense-claim.ts';
import type { SystemAccounts } from '../../src/ledger/rows/system-account.ts';
import type { TransferRow } from '../../src/ledger/rows/transfer.ts';
import type { WalletState } from '../../src/ledger/rows/wallet.ts';
import { phoneKey } from '../../src/ledger/rows/wallet-phone.ts';
import type { Transaction } from '../../src/ledger/transaction.ts';
import { ugx, zeroUgx } from '../../src/money/ugx.ts';

export const phones = ['256772000001', '256772000002', '256772000003'];
export const walletIds = [1_000_001, 1_000_002, 1_000_003];
const outsidePhone = '256700000001';

/** The tables that a plan reads and writes, in memory, so that plans can follow one another. */
export class Books {
  nowMs = Date.parse('2026-11-21T09:00:00Z');
  /** By how much the wall clock is ahead of trusted time. */
  wallAheadMs = 0;
  wallets = new Map<number, WalletState>();
  keyBudgets = new Map<number, KeyBudget>();
  transactions = new Map<number, Transaction>();
  approvals = new Map<number, Approval>();
  /** The known person who created the API keys of payments; null where nobody known did. */
  keyCreator: string | null = 'joan@example.com';
  receipts = new Map<string, number>();
  suspense = new Map<number, SuspenseClaim[]>();
  sends = new Map<number, number>();
  refunds = new Map<number, readonly ClaimedRefund[]>();
  reviewCases = new Map<number, ReviewCase>();
  payers = new Map<string, number>();
  externalReferences = new Map<string, number>();
  system = new Map<number, bigint>();
  plans: Plan[] = [];
  #number = 0;
  readonly #returned = new Set<number>();
  readonly #accounts = new Map<string, number>();

  constructor(change: Partial<WalletState> = {}) {
    for (const [index, walletId] of walletIds.entries()) {
      this.wallets.set(walletId, {
        walletId,
        mode: 'test',
        holderName: `Client ${index}`,
        phone: phones[index] ?? null,
        available: zeroUgx,
        held: zeroUgx,
        entryNo: 0,
        eventSequence: 0,
        day: 0,
        dayOut: zeroUgx,
        frozen: false,
        hasWebhooks: false,
        limitPerTransaction: null,
        limitPerDay: null,
        approvalThreshold: null,
        withdrawListedOnly: false,
        oneCollectionPerPayer: false,
        uniqueClientReferences: false,
        ...change,
      });
    }
    this.wallets.set(houseWalletId.test, {
      ...this.wallet(alice),
      walletId: houseWalletId.test,
      holderName: 'House',
      phone: null,
    });
  }

  write(...commands: Command[]): Outcome[] {
    const written = plan(
      this.#state(),
      commands.map((command) => ({
        command,
        numbers: Array.from({ length: numbersNeeded(command) }, () => {
          this.#number += 1;
          return this.#number;
        }),
      })),
    );
    this.#apply(written);
    this.plans.push(written);
    return written.outcomes;
  }

  wallet(walletId: number): WalletState {
    const wallet = this.wallets.get(walletId);
    if (wallet === undefined) throw new Error(`no wallet ${walletId}`);
    return wallet;
  }

  /** Lines of the ledger that operators' words booked through suspense; what resolves a case is not among them. */
  inSuspense(): TransferRow[] {
    const suspense = this.#accounts.get('test suspense 1');
    return this.plans
      .flatMap(({ transfers }) => transfers)
      .filter(({ debitAccount, creditAccount }) => debitAccount === suspense || creditAccount === suspense)
      .filter(({ transactionId }) => this.transactions.get(transactionId)?.details?.resolves === undefined);
  }

  /** Credits less debits of an account such as `loss` or `suspense 1`, in shillings. */
  systemBalance(name: string): bigint {
    const [kind = '', operatorAccountId = ''] = name.split(' ');
    return this.system.get(this.#accounts.get(`test ${kind} ${operatorAccountId}`) ?? 0) ?? 0n;
  }

  cases(): ReviewCaseRow[] {
    return this.plans.flatMap(({ reviewCases }) => reviewCases);
  }

  /** Open collections of payers, as the database finds them. */
  openCollections(): Map<string, number> {
    return new Map([...this.payers].filter(([, id]) => this.transactions.get(id)?.status === 'processing'));
  }

  #state(): PlanState {
    const systemAccounts: SystemAccounts = (mode, kind, operatorAccountId) => {
      const key = `${mode} ${kind} ${operatorAccountId ?? ''}`;
      const number = this.#accounts.get(key) ?? 100 + this.#accounts.size;
      this.#accounts.set(key, number);
      return number;
    };
    return {
      nowMs: this.nowMs,
      trustedNowMs: this.nowMs - this.wallAheadMs,
      systemAccounts,
      wallets: this.wallets,
      transactions: this.transactions,
      approvals: this.approvals,
      usedKeys: new Map(),
      keyBudgets: this.keyBudgets,
      phoneOwners: new Map(
        [...this.wallets.values()].map(({ mode, phone, walletId }) => [phoneKey(mode, phone ?? ''), walletId]),
      ),
      listedNumbers: new Set(),
      receipts: this.receipts,
      externalReferences: this.externalReferences,
      suspenseClaims: this.suspense,
      sends: this.sends,
      refunds: this.refunds,
      reversed: this.#reversed(),
      openCollections: this.openCollections(),
      clientReferences: this.#clientReferences(),
      reviewCases: this.reviewCases,
    };
  }

  /** The first transaction with each client reference, of wallets that use one once, as the database finds them. */
  #clientReferences(): Map<string, number> {
    const used = this.plans.flatMap(({ clientReferences }) => clientReferences).toReversed();
    return new Map(
      used
        .filter(({ walletId }) => this.wallet(walletId).uniqueClientReferences)
        .map(({ walletId, reference, transactionId }) => [clientReferenceKey(walletId, reference), transactionId]),
    );
  }

  #reversed(): Set<number> {
    const cases = [...this.reviewCases].filter(([id, { kind }]) => kind === 'late_failure' && !this.#returned.has(id));
    return new Set(cases.flatMap(([, { transactionId }]) => transactionId ?? []));
  }

  #apply(written: Plan): void {
    for (const { after } of written.wallets) this.wallets.set(after.walletId, { ...after });
    for (const { after } of written.keyBudgets) this.keyBudgets.set(after.lineage, { ...after });
    for (const transaction of written.transactionsOpened)
      this.transactions.set(transaction.transactionId, { ...transaction });
    for (const { after } of written.transactionsMoved) this.transactions.set(after.transactionId, { ...after });
    for (const approval of written.approvals) {
      const responsible = approval.maker.startsWith('api_key:') ? this.keyCreator : approval.maker;
      this.approvals.set(approval.transactionId, { ...approval, responsible, firstApprover: null });
    }
    for (const { transactionId, approver } of written.firstApprovals) {
      const approval = this.approvals.get(transactionId);
      if (approval !== undefined) this.approvals.set(transactionId, { ...approval, firstApprover: approver });
    }
    for (const row of written.receipts) {
      this.receipts.set(receiptKey(row.operatorAccountId, row.receipt), row.transactionId);
    }
    for (const { transaction, call } of written.submissions) this.sends.set(transaction.transactionId, call.sends);
    for (const transactionId of written.submissionsEnded) this.sends.delete(transactionId);
    for (const row of written.suspenseClaims) {
      this.suspense.set(row.transactionId, [...(this.suspense.get(row.transactionId) ?? []), row]);
    }
    for (const { collectionId, refundId } of written.refundClaimsEnded) {
      this.refunds.set(
        collectionId,
        (this.refunds.get(collectionId) ?? []).filter((claimed) => claimed.refundId !== refundId),
      );
    }
    for (const { collectionId, refundId, amount } of written.refundClaims) {
      this.refunds.set(collectionId, [...(this.refunds.get(collectionId) ?? []), { refundId, amount }]);
    }
    for (const { mode, externalReference, transactionId } of written.adjustmentClaims) {
      this.externalReferences.set(externalReferenceKey(mode, externalReference), transactionId);
    }
    for (const row of written.payerClaims) this.payers.set(payerKey(row.walletId, row.phone), row.transactionId);
    for (const row of written.reviewCases) {
      this.reviewCases.set(this.reviewCases.size + 1, {
        transactionId: row.transactionId,
        kind: row.kind,
        inSuspense: BigInt(Number(row.found.in_suspense ?? 0)),
        receiptOf: null,
        isOpen: true,
        proposedAtMs: null,
      });
    }
    for (const { reviewCaseId, resolution } of written.casesResolved) {
      if (resolution === 'returned') this.#returned.add(reviewCaseId);
      const resolved = this.reviewCases.get(reviewCaseId);
      if (resolved !== undefined) this.reviewCases.set(reviewCaseId, { ...resolved, isOpen: false });
    }
    for (const [account, amount] of written.systemDeltas) {
      this.system.set(account, (this.system.get(account) ?? 0n) + amount);
    }
  }
}

export function topUp(walletId: number, amount: number): Adjust {
  return {
    kind: 'adjust',
    walletId,
    mode: 'test',
    type: 'deposit',
    direction: 'in',
    amount: ugx(amount),
    reason: 'Test money',
    maker: 'test',
    approver: null,
    externalReference: null,
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
  };
}

export function pay(from: number, to: number | null, net: number, fee = 0): OpenPayout {
  const index = to === null ? -1 : walletIds.indexOf(to);
  return {
    kind: 'open_payout',
    type: 'payment_sent',
    walletId: from,
    mode: 'test',
    gross: ugx(net + fee),
    fee: ugx(fee),
    net: ugx(net),
    feeScheduleId: 1,
    description: null,
    apiKeyId: 7,
    apiTriggered: true,
    maker: 'api_key:7',
    idempotency: null,
    senderPaysFee: true,
    budgetLineage: null,
    approvalExpiresAfterMs: 1_000,
    recipientPhone: phones[index] ?? outsidePhone,
    recipientName: null,
    provider: 'Airtel',
    route:
      to === null
        ? {
            to: 'operator',
            operatorAccountId: 1,
            reference: 'reference',
            sends: 1,
            callTimeoutMs: 30_000,
            firstQueryAfterMs: 1_000,
          }
        : { to: 'wallet', walletId: to },
  };
}

export const [alice = 0, bob = 0, carol = 0] = walletIds;

/** A batch of payments as `pay` makes them. */
export function payTogether(from: number, ...payouts: readonly OpenPayout[]): OpenBatch {
  const { mode, apiKeyId, apiTriggered, maker, budgetLineage } = pay(from, null, 1);
  const payments = payouts.map((payout) => {
    if (payout.route.to !== 'wallet') throw new Error('a batch pays wallets');
    return { ...payout, route: payout.route };
  });
  return {
    kind: 'open_batch',
    walletId: from,
    ...{ mode, apiKeyId, apiTriggered, maker, budgetLineage, payments },
    idempotency: null,
  };
}

/** A collection of 50,000 with a fee of 2,500 from a customer. */
export function collect(walletId: number, customerPhone = outsidePhone): OpenCollection {
  return {
    kind: 'open_collection',
    walletId,
    mode: 'test',
    gross: ugx(50_000),
    fee: ugx(2_500),
    net: ugx(47_500),
    feeScheduleId: 1,
    description: null,
    apiKeyId: 7,
    apiTriggered: true,
    maker: 'api_key:7',
    idempotency: null,
    customerPhone,
    customerName: null,
    provider: 'Airtel',
    route: {
      to: 'operator',
      operatorAccountId: 1,
      reference: 'reference',
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
    },
  };
}

export function checkBooks(books: Books): void {
  const wallets = [...books.wallets.values()];
  const total = wallets.reduce((sum, { available }) => sum + available, 0n);
  expect([...books.system.values()].reduce((sum, balance) => sum + balance, total)).toBe(0n);
  // As the database would insist.
  const caseNames = books.cases().map(({ transactionId, kind, claim }) => `${transactionId} ${kind} ${claim}`);
  expect(new Set(caseNames).size).toBe(caseNames.length);
  const claims = books.plans.flatMap(({ suspenseClaims }) => suspenseClaims);
  const claimNames = claims.map((row) => `${row.transactionId} ${row.kind} ${row.amount} ${row.receipt}`);
  expect(new Set(claimNames).size).toBe(claimNames.length);
  const receipts = books.plans.flatMap((written) => written.receipts.map(({ receipt }) => receipt));
  expect(new Set(receipts).size).toBe(receipts.length);
  expect(books.cases().filter(({ found }) => found.booked === true)).toHaveLength(books.inSuspense().length);
  const owed = [...books.reviewCases.values()].filter(({ isOpen }) => isOpen);
  expect(books.systemBalance('suspense 1')).toBe(owed.reduce((sum, { inSuspense }) => sum + inSuspense, 0n));
  const transfers = books.plans.flatMap((written) => written.transfers);
  const events = books.plans.flatMap((written) => written.events);
  for (const wallet of wallets) {
    expect(wallet.available >= 0n && wallet.held >= 0n && wallet.dayOut >= 0n).toBe(true);
    let balance = 0n;
    let entryNo = 0;
    for (const line of transfers.filter(({ walletId, entryNo }) => walletId === wallet.walletId && entryNo !== null)) {
      balance += line.creditAccount === wallet.walletId ? line.amount : -line.amount;
      entryNo += 1;
      expect([line.balanceAfter, line.entryNo]).toEqual([balance, entryNo]);
    }
    expect([wallet.available, wallet.entryNo]).toEqual([balance, entryNo]);
    let sequence = 0;
    for (const event of events.filter(({ walletId }) => walletId === wallet.walletId)) {
      expect(event.firstSequence).toBe(sequence + 1);
      sequence += event.names.length;
    }
    expect(wallet.eventSequence).toBe(sequence);
    const open = [...books.transactions.values()].filter(
      ({ walletId, direction, status }) =>
        walletId === wallet.walletId && direction === 'out' && (status === 'pending' || status === 'processing'),
    );
    expect(wallet.held).toBe(open.reduce((sum, { amount }) => sum + amount, 0n));
  }
}

export function idOf(outcome: Outcome | undefined): number {
  if (outcome?.is !== 'done') throw new Error(`${outcome?.is} has no transaction`);
  return outcome.transaction.transactionId;
}

export function success(opened: Outcome | undefined, amount: number | null, receipt: string | null): Command {
  const word = { is: 'succeeded', receipt, amount: amount === null ? null : ugx(amount) } as const;
  return { kind: 'settle', walletId: alice, transactionId: idOf(opened), word };
}

export function succeed(
  books: Books,
  opened: Outcome | undefined,
  amount: number | null,
  receipt: string | null,
): Outcome | undefined {
  return books.write(success(opened, amount, receipt))[0];
}

export function failure(opened: Outcome | undefined): Command {
  const reason = { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' } as const;
  const word = { is: 'failed', failure: reason, receipt: null } as const;
  return { kind: 'settle', walletId: alice, transactionId: idOf(opened), word };
}

export function fail(books: Books, opened: Outcome | undefined): Outcome | undefined {
  return books.write(failure(opened))[0];
}
