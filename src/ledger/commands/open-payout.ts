import type { Ugx } from '../../money/ugx.ts';
import { addUgx } from '../../money/ugx.ts';
import { clientDetails } from '../client-data.ts';
import { eventsOf } from '../event-names.ts';
import { noteReference, refusalOfReference } from '../plan/client-references.ts';
import { type Draft, newTransaction } from '../plan/draft.ts';
import { receiveInternally, spendFee } from '../plan/internal-payment.ts';
import { countAgainstBudget, refusalOfBudget } from '../plan/key-budget.ts';
import type { Act, Opening } from '../plan/opening.ts';
import type { LedgerRefusal, Outcome } from '../plan/outcome.ts';
import { countOut, refusalOfPayout } from '../plan/payout-limits.ts';
import { quoteDetails, refusalOfQuote } from '../plan/quotes.ts';
import type { Quote } from '../rows/quote.ts';
import type { OperatorCall } from '../rows/submission.ts';
import { phoneKey } from '../rows/wallet-phone.ts';
import { listedKey } from '../rows/withdrawal-number.ts';

/** Money out: send-money (internal or external) or a withdrawal. */
export interface OpenPayout extends Opening, Act {
  readonly kind: 'open_payout';
  readonly type: 'payment_sent' | 'withdrawal';
  readonly senderPaysFee: boolean;
  /** The first key of the chain of the API key that pays, where that has a budget; null elsewhere. */
  readonly budgetLineage: number | null;
  /** Milliseconds after acceptance at which it fails if it still waits for approval. */
  readonly approvalExpiresAfterMs: number;
  readonly recipientPhone: string;
  readonly recipientName: string | null;
  readonly provider: string;
  /** Set where it is a row of a bulk payout. */
  readonly bulk?: BulkRow;
  /** Set where it is a payment of a batch. */
  readonly inBatch?: BatchItem;
  /** The quote that it names, and costs what it says. */
  readonly quote?: Quote;
  /** Internal when a wallet of the same mode has the phone; verified under the lock. */
  readonly route: { readonly to: 'wallet'; readonly walletId: number } | ({ readonly to: 'operator' } & OperatorCall);
}

/** The row of a bulk payout that a payment is made for. */
export interface BulkRow {
  readonly bulkPayoutId: number;
  readonly row: number;
  /**
   * Who approved the bulk payout, and the gross amount of this row that they approved, in shillings. A row that costs no
   * more than this needs no other approval.
   */
  readonly approval: { readonly approver: string; readonly grossMax: Ugx } | null;
  /**
   * Until when the process that has claimed the row may pay it, in milliseconds of trusted time: one that stood still meanwhile would
   * pay a row whose end another one has noted. Null where nobody claims it.
   */
  readonly payableUntilMs: number | null;
}

/** The place of a payment in its batch. */
export interface BatchItem {
  /** The transaction number of the batch's first payment. */
  readonly batchId: number;
  /** From 1. */
  readonly item: number;
  /** How many payments the batch has. */
  readonly items: number;
}

/**
 * Money out of a wallet. Refusals first; then it waits for approval, reaches another wallet at once, or is held for an
 * operator. `numbers` are the transaction numbers it may take: its own, and the recipient's.
 */
export function openPayout(draft: Draft, command: OpenPayout, numbers: readonly number[]): Outcome {
  const wallet = draft.wallet(command.walletId);
  if (wallet === undefined || wallet.mode !== command.mode) {
    return { is: 'refused', refusal: { code: 'wallet_not_found' } };
  }
  const { route, mode } = command;
  if (command.type === 'payment_sent') {
    const wrong = wrongRoute(draft, command);
    if (wrong !== null) return wrong;
  }
  if (
    command.type === 'withdrawal' &&
    wallet.withdrawListedOnly &&
    !draft.state.listedNumbers.has(listedKey(wallet.walletId, command.recipientPhone))
  ) {
    return { is: 'refused', refusal: { code: 'number_not_listed', phone: command.recipientPhone } };
  }
  const refusal =
    refusalOfClaim(command, draft.state.trustedNowMs) ??
    refusalOfQuote(command, draft.state.trustedNowMs) ??
    refusalOfPayout(wallet, command.gross, draft.state.nowMs) ??
    refusalOfBudget(draft, command.budgetLineage, command.gross) ??
    refusalOfReference(draft, command);
  if (refusal !== null) return { is: 'refused', refusal };

  const approval = command.bulk?.approval ?? null;
  if (approval?.approver === command.maker) return { is: 'refused', refusal: { code: 'approver_is_maker' } };
  const approved = approval !== null && command.gross <= approval.grossMax;
  const waits = !approved && wallet.approvalThreshold !== null && command.gross >= wallet.approvalThreshold;
  const internal = route.to === 'wallet';
  const recipient = route.to === 'wallet' ? draft.wallet(route.walletId) : undefined;
  const transaction = draft.open(
    newTransaction(
      {
        walletId: command.walletId,
        transactionId: take(numbers, 0),
        mode,
        type: command.type,
        direction: 'out',
        route: internal ? 'internal' : 'external',
        status: waits ? 'pending' : internal ? 'completed' : 'processing',
        amount: command.gross,
        feeAmount: command.fee,
        netAmount: command.net,
        senderPaysFee: command.senderPaysFee,
        feeScheduleId: command.feeScheduleId,
        description: command.description,
        counterpartyPhone: command.recipientPhone,
        counterpartyName: recipient?.holderName ?? command.recipientName,
        counterpartyWalletId: route.to === 'wallet' ? route.walletId : null,
        provider: command.provider,
        operatorAccountId: route.to === 'operator' ? route.operatorAccountId : null,
        externalReference: route.to === 'operator' ? route.reference : null,
        apiKeyId: command.apiKeyId,
        apiTriggered: command.apiTriggered,
        details: detailsOf(command, approved, countAgainstBudget(draft, command.budgetLineage, command.gross)),
        createdAtMs: draft.state.nowMs,
      },
      internal && !waits ? draft.state.nowMs : null,
    ),
  );
  const changed = draft.walletOf(transaction);
  countOut(changed, command.gross, draft.state.nowMs);
  noteReference(draft, transaction);
  if (route.to === 'operator') draft.rows.operatorReferences.push(transaction);

  if (internal && !waits) {
    draft.post(transaction, transaction.walletId, draft.account(transaction, 'clearing'), transaction.netAmount);
    spendFee(draft, transaction, transaction.walletId);
    draft.emit(transaction, eventsOf.internalSent());
    receiveInternally(draft, transaction, take(numbers, 1));
  } else {
    draft.post(transaction, transaction.walletId, draft.account(transaction, 'in_transit'), transaction.amount);
    changed.held = addUgx(changed.held, transaction.amount);
    if (waits) {
      draft.rows.approvals.push({
        transactionId: transaction.transactionId,
        walletId: transaction.walletId,
        maker: command.maker,
        expiresAtMs: draft.state.trustedNowMs + command.approvalExpiresAfterMs,
      });
      draft.emit(transaction, eventsOf.payoutAwaitsApproval());
    } else {
      if (route.to === 'operator') draft.rows.submissions.push({ transaction, direction: 'payout', call: route });
      draft.emit(transaction, eventsOf.payoutAccepted());
    }
  }
  return { is: 'done', transaction, balance: changed.available };
}

function refusalOfClaim({ bulk }: Pick<OpenPayout, 'bulk'>, trustedNowMs: number): LedgerRefusal | null {
  const until = bulk?.payableUntilMs ?? null;
  return until !== null && trustedNowMs >= until ? { code: 'claim_ended' } : null;
}

/** Why a payment cannot go where its caller expects, as the owner of the phone is under the lock; null when it can. */
export function wrongRoute(
  draft: Draft,
  { mode, walletId, recipientPhone, route }: Pick<OpenPayout, 'mode' | 'walletId' | 'recipientPhone' | 'route'>,
): Outcome | null {
  const owner = draft.state.phoneOwners.get(phoneKey(mode, recipientPhone)) ?? null;
  if (owner === walletId) return { is: 'refused', refusal: { code: 'own_wallet' } };
  const expected = route.to === 'wallet' ? route.walletId : null;
  return owner === expected ? null : { is: 'route_changed' };
}

function detailsOf(
  { bulk, inBatch, quote, clientData }: Pick<OpenPayout, 'bulk' | 'inBatch' | 'quote' | 'clientData'>,
  approved: boolean,
  counted: object,
): Record<string, unknown> | null {
  const row = bulk === undefined ? {} : { bulk_payout_id: bulk.bulkPayoutId, bulk_payout_row: bulk.row };
  const item =
    inBatch === undefined ? {} : { batch_id: inBatch.batchId, batch_item: inBatch.item, batch_items: inBatch.items };
  const details = {
    ...row,
    ...item,
    ...quoteDetails(quote),
    ...(approved ? { approver: bulk?.approval?.approver } : {}),
    ...counted,
    ...clientDetails(clientData),
  };
  return Object.keys(details).length === 0 ? null : details;
}

function take(numbers: readonly number[], index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new Error('the writer took too few transaction numbers');
  return number;
}
