import type { ClientData } from '../client-data.ts';
import type { AdjustmentClaim } from '../rows/adjustment-claim.ts';
import type { ClientReference } from '../rows/client-reference.ts';
import type { KeyBudget } from '../rows/key-budget.ts';
import type { ReportedReceipt } from '../rows/operator-receipt.ts';
import type { PayerClaim } from '../rows/payer-claim.ts';
import type { PhoneOfMode } from '../rows/wallet-phone.ts';
import type { WithdrawalNumber } from '../rows/withdrawal-number.ts';
import type { Transaction } from '../transaction.ts';
import type { Command } from './command.ts';

/** The keys of the rows that the decisions on some commands depend on, besides their wallets and idempotency keys. */
export interface Dependencies {
  readonly phones: PhoneOfMode[];
  readonly withdrawalNumbers: WithdrawalNumber[];
  readonly keyBudgets: Pick<KeyBudget, 'walletId' | 'lineage'>[];
  readonly payers: Pick<PayerClaim, 'walletId' | 'phone'>[];
  readonly clientReferences: Pick<ClientReference, 'walletId' | 'reference'>[];
  readonly transactions: Pick<Transaction, 'walletId' | 'transactionId'>[];
  /** Transactions that wait for approval. */
  readonly approvals: number[];
  /** Transactions that an operator's report may contradict. */
  readonly suspenseClaims: number[];
  /** Transactions that fail only where no other money call was begun. */
  readonly sends: number[];
  readonly refundedCollections: number[];
  readonly reviewCases: number[];
  readonly receipts: ReportedReceipt[];
  readonly externalReferences: Pick<AdjustmentClaim, 'mode' | 'externalReference'>[];
}

/** What the writer must read, under the wallets' locks, before the commands can be decided. */
export function dependenciesOf(commands: readonly Command[]): Dependencies {
  const dependencies: Dependencies = {
    phones: [],
    withdrawalNumbers: [],
    keyBudgets: [],
    payers: [],
    clientReferences: [],
    transactions: [],
    approvals: [],
    suspenseClaims: [],
    sends: [],
    refundedCollections: [],
    reviewCases: [],
    receipts: [],
    externalReferences: [],
  };
  for (const command of commands) add(dependencies, command);
  return dependencies;
}

/** Whether deciding a command locks its submission. */
export function locksSubmission(command: Command): boolean {
  return command.kind === 'settle' && command.word.is === 'failed' && command.word.onlyAfterSends !== undefined;
}

/** The transaction that a command can fail, whose amount is then given back to the budget that it counted against; else null. */
export function failedBy(command: Command): number | null {
  if (command.kind === 'reject' || command.kind === 'resolve_case') return command.transactionId;
  return command.kind === 'settle' && command.word.is === 'failed' ? command.transactionId : null;
}

/** Whether deciding a command locks its review case. */
export function locksCase(command: Command): boolean {
  return command.kind === 'resolve_case' || command.kind === 'book_unknown_payment';
}

function add(to: Dependencies, command: Command): void {
  switch (command.kind) {
    case 'open_payout':
      if (command.type === 'payment_sent') to.phones.push({ mode: command.mode, phone: command.recipientPhone });
      else to.withdrawalNumbers.push({ walletId: command.walletId, phone: command.recipientPhone });
      addBudget(to, command);
      addReference(to, command);
      return;
    case 'open_batch':
      addBudget(to, command);
      for (const payment of command.payments) {
        to.phones.push({ mode: command.mode, phone: payment.recipientPhone });
        addReference(to, { walletId: command.walletId, ...payment });
      }
      return;
    case 'open_collection':
      to.payers.push({ walletId: command.walletId, phone: command.customerPhone });
      addReference(to, command);
      return;
    case 'open_refund':
      if (command.moved === null) to.transactions.push(command);
      to.refundedCollections.push(command.transactionId);
      addBudget(to, command);
      addReference(to, command);
      return;
    case 'settle': {
      const { walletId, transactionId, moved, word } = command;
      if (moved === undefined) to.transactions.push(command);
      to.suspenseClaims.push(transactionId);
      if (word.receipt !== null) {
        const operatorAccountId = moved?.operatorAccountId ?? null;
        to.receipts.push({ walletId, transactionId, operatorAccountId, receipt: word.receipt });
      }
      if (locksSubmission(command)) to.sends.push(transactionId);
      return;
    }
    case 'approve':
    case 'reject':
      to.transactions.push(command);
      to.approvals.push(command.transactionId);
      return;
    case 'adjust': {
      const { mode, externalReference } = command;
      if (externalReference !== null) to.externalReferences.push({ mode, externalReference });
      return;
    }
    case 'book_float':
      to.externalReferences.push(command);
      return;
    case 'resolve_case':
      if (command.moved === undefined) to.transactions.push(command);
      to.suspenseClaims.push(command.transactionId);
      to.reviewCases.push(command.reviewCaseId);
      return;
    case 'book_unknown_payment':
      to.externalReferences.push(command);
      to.reviewCases.push(command.reviewCaseId);
      return;
  }
}

function addBudget(
  to: Dependencies,
  { walletId, budgetLineage }: { readonly walletId: number; readonly budgetLineage: number | null },
): void {
  if (budgetLineage !== null) to.keyBudgets.push({ walletId, lineage: budgetLineage });
}

function addReference(
  to: Dependencies,
  { walletId, clientData }: { readonly walletId: number; readonly clientData?: ClientData },
): void {
  const reference = clientData?.reference ?? null;
  if (reference !== null) to.clientReferences.push({ walletId, reference });
}
