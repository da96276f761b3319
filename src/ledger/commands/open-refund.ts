import { addUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import { type ClientData, clientDetails } from '../client-data.ts';
import { eventsOf } from '../event-names.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import { noteReference, refusalOfReference } from '../plan/client-references.ts';
import { type Draft, newTransaction } from '../plan/draft.ts';
import { countAgainstBudget, refusalOfBudget } from '../plan/key-budget.ts';
import type { Act } from '../plan/opening.ts';
import type { Outcome } from '../plan/outcome.ts';
import { claimRefund, leftToRefund, refundsOf } from '../plan/refund-claims.ts';
import type { OperatorCall } from '../rows/submission.ts';
import type { Mode, Transaction } from '../transaction.ts';

/** Refunds a completed collection to its payer, all of it or a part; our fee is kept. */
export interface OpenRefund extends Act {
  readonly kind: 'open_refund';
  readonly walletId: number;
  readonly mode: Mode;
  /** The collection. */
  readonly transactionId: number;
  /** The collection itself where it is in the history store; null where the ledger reads it. */
  readonly moved: Transaction | null;
  /** What goes back, in shillings; null for all that is left. */
  readonly amount: Ugx | null;
  readonly description: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  /** The first key of the chain of the API key that refunds, where that has a budget; null elsewhere. */
  readonly budgetLineage: number | null;
  readonly maker: string;
  readonly idempotency: IdempotencyKey | null;
  /** Set where the client noted something on the refund. */
  readonly clientData?: ClientData;
  /** At the operator account that took the collection. */
  readonly route: OperatorCall & {
    /** The float that its refunds leave. */
    readonly paidFrom: 'collection_float' | 'disbursement_float';
    /** Whether the operator refunds a part of a collection; else only all of it. */
    readonly inPart: boolean;
  };
}

/**
 * Refunds a completed collection to its payer; our fee is kept. Its refunds are together at most the collection, without those that did
 * not reach their customer: they failed, or were returned. The wallet's limits and approvals do not apply: the
 * money can only go where it came from. The budget of an API key does: it is what that key may move out.
 */
export function openRefund(draft: Draft, command: OpenRefund, transactionId: number): Outcome {
  const collection = command.moved ?? draft.transaction(command.walletId, command.transactionId);
  if (collection === undefined || collection.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'not_found' } };
  }
  if (collection.type !== 'collection') return refused('no_collection');
  if (collection.status !== 'completed') return refused('not_completed');
  if (isReversed(draft, collection.transactionId)) return refused('reversed');
  const left = leftToRefund(draft, collection);
  const [earlier] = refundsOf(draft, collection.transactionId);
  if (left === zeroUgx && earlier !== undefined) {
    return { is: 'refused', refusal: { code: 'already_refunded', transactionId: earlier.refundId } };
  }
  const amount = command.amount ?? left;
  if (amount > left) return { is: 'refused', refusal: { code: 'refund_too_large', left } };
  if (amount < collection.amount && !command.route.inPart) return refused('whole_only');
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined) return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  if (wallet.frozen) return { is: 'refused', refusal: { code: 'wallet_frozen' } };
  if (wallet.available < amount) {
    return {
      is: 'refused',
      refusal: { code: 'insufficient_funds', available: wallet.available, needed: amount },
    };
  }
  const refusal = refusalOfBudget(draft, command.budgetLineage, amount) ?? refusalOfReference(draft, command);
  if (refusal !== null) return { is: 'refused', refusal };

  const refund = draft.open(
    newTransaction({
      walletId: command.walletId,
      transactionId,
      mode: command.mode,
      type: 'refund',
      direction: 'out',
      route: 'external',
      status: 'processing',
      amount,
      feeAmount: zeroUgx,
      netAmount: amount,
      senderPaysFee: null,
      feeScheduleId: null,
      description: command.description,
      counterpartyPhone: collection.counterpartyPhone,
      counterpartyName: collection.counterpartyName,
      counterpartyWalletId: null,
      provider: collection.provider,
      operatorAccountId: command.route.operatorAccountId,
      externalReference: command.route.reference,
      apiKeyId: command.apiKeyId,
      apiTriggered: command.apiTriggered,
      details: {
        refunds: collection.transactionId,
        paid_from: command.route.paidFrom,
        maker: command.maker,
        ...countAgainstBudget(draft, command.budgetLineage, amount),
        ...clientDetails(command.clientData),
      },
      createdAtMs: draft.state.nowMs,
    }),
  );
  draft.rows.operatorReferences.push(refund);
  draft.rows.submissions.push({ transaction: refund, direction: 'refund', call: command.route });
  claimRefund(draft, refund, collection);
  noteReference(draft, refund);
  draft.post(refund, refund.walletId, draft.account(refund, 'in_transit'), refund.amount);
  const changed = draft.walletOf(refund);
  changed.held = addUgx(changed.held, refund.amount);
  draft.emit(refund, eventsOf.refundAccepted());
  return { is: 'done', transaction: refund, balance: changed.available };
}

/** Whether the operator took the collection back, in this batch or before, and that was not reversed. */
function isReversed(draft: Draft, collectionId: number): boolean {
  if (draft.state.reversed.has(collectionId)) return true;
  return draft.rows.suspenseClaims.some((row) => row.transactionId === collectionId && row.kind === 'late_failure');
}

function refused(because: 'no_collection' | 'not_completed' | 'reversed' | 'whole_only'): Outcome {
  return { is: 'refused', refusal: { code: 'not_refundable', because } };
}
