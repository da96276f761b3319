import { kampalaTime } from '../ledger/kampala-day.ts';
import type { LedgerRefusal, QuoteDifference } from '../ledger/plan/outcome.ts';
import { type Ugx, ugxToJson } from '../money/ugx.ts';
import { idempotencyKeyReused, invalidField, Refusal } from '../refusal.ts';

/** Shillings as people read them: UGX 1,234,567. */
export function shillings(amount: Ugx): string {
  return `UGX ${ugxToJson(amount).toLocaleString('en-US')}`;
}

const whyNotRefundable = {
  no_collection: 'Only a collection can be refunded; give the id of one.',
  not_completed: 'The collection is not completed, so there is nothing to refund.',
  reversed: 'The operator has already reversed this collection, so it cannot be refunded.',
  whole_only: 'The operator of this collection refunds whole payments only; leave out amount to refund all of it.',
} as const;

type BudgetExceeded = LedgerRefusal & { readonly code: 'budget_exceeded' };

/** Says what is left of a budget and until when, in the time of Kampala. */
function budgetSentence({ left, asked, untilMs }: BudgetExceeded): string {
  if (untilMs === null) {
    return `One payment of this API key may take at most ${shillings(left)}, fee included, and this takes ${shillings(asked)}; choose a smaller amount or ask for a larger budget.`;
  }
  const until = kampalaTime(untilMs).slice(0, 16).replace('T', ' at ');
  return `The budget of this API key has ${shillings(left)} left, fees included, until ${until} in Kampala, and this takes ${shillings(asked)}; choose a smaller amount, wait until then or ask for a larger budget.`;
}

function quoteExpired(quoteId: number): Refusal {
  return new Refusal(
    'quote_expired',
    `Quote ${quoteId} has expired and nothing was paid; ask for a new quote, and name that one.`,
  );
}

const whatDiffers: Readonly<Record<QuoteDifference, string>> = {
  operation: 'is for the other operation',
  phone: 'is for another phone number',
  amount: 'is for another amount',
  sender_pays_fee: 'says otherwise who pays the fee',
  recipient:
    'is for another recipient: since then the phone number has become that of a wallet here, or of another one',
  provider: 'is for another operator: since then the phone number belongs to another one',
};

/** A payment that is not what its quote is for. */
export function quoteDiffers(quoteId: number, differs: QuoteDifference): Refusal {
  return new Refusal(
    'quote_differs',
    `Quote ${quoteId} ${whatDiffers[differs]}. Nothing was paid; send what the quote says, or ask for a new quote.`,
  );
}

/** The ledger's refusal in the words of the interface: a code, and a sentence that says what to do. */
export function refusalOf(refusal: LedgerRefusal): Refusal {
  switch (refusal.code) {
    case 'insufficient_funds':
      return new Refusal(
        'insufficient_funds',
        `The wallet has ${shillings(refusal.available)} available and this needs ${shillings(refusal.needed)}; top it up or choose a smaller amount.`,
      );
    case 'wallet_frozen':
      return new Refusal('wallet_frozen', 'The wallet is frozen, so no money can leave it; contact support.');
    case 'wallet_not_found':
    case 'not_found':
      return new Refusal('not_found', 'There is no such transaction or wallet; check the identifier.');
    case 'own_wallet':
      return new Refusal('own_wallet', 'The recipient is this wallet; choose another phone number.');
    case 'limit_exceeded':
      return new Refusal(
        'limit_exceeded',
        refusal.limit === 'transaction'
          ? `One transaction may take at most ${shillings(refusal.allowed)} from this wallet, fee included, and this takes ${shillings(refusal.asked)}; choose a smaller amount.`
          : `Today this wallet may still send ${shillings(refusal.allowed)}, fees included, and this takes ${shillings(refusal.asked)}; choose a smaller amount or wait until midnight in Kampala.`,
      );
    case 'budget_exceeded':
      return new Refusal('budget_exceeded', budgetSentence(refusal));
    case 'number_not_listed':
      return new Refusal(
        'number_not_listed',
        `Withdrawals of this wallet go only to registered numbers, and ${refusal.phone} is not one of them; register it first.`,
      );
    case 'idempotency_key_reused':
      return idempotencyKeyReused();
    case 'not_pending':
      return new Refusal('not_pending', `The transaction is ${refusal.status}, so there is nothing to decide.`);
    case 'approver_is_maker':
      return new Refusal(
        'approver_is_maker',
        'The person who requested the payment cannot approve it; another person must.',
      );
    case 'approval_changed':
      return new Refusal(
        'not_pending',
        'Another person has approved this payment meanwhile; read it again before you approve it.',
      );
    case 'claim_ended':
      return new Refusal('request_in_progress', 'This row of the bulk payout took too long to pay; it is tried again.');
    case 'external_reference_used':
      return new Refusal(
        'external_reference_used',
        `This external reference is already booked as transaction ${refusal.transactionId}; case, spaces and punctuation make no ` +
          'difference, so use the reference of another document.',
      );
    case 'not_refundable':
      return new Refusal('not_refundable', whyNotRefundable[refusal.because]);
    case 'already_refunded':
      return new Refusal(
        'already_refunded',
        `This collection is already refunded by transaction ${refusal.transactionId}; check its status.`,
      );
    case 'refund_too_large': {
      const sentence = `amount must be at most ${refusal.left} shillings, which are left of this collection to refund.`;
      return new Refusal('amount_too_large', sentence, { errors: { amount: [sentence] } });
    }
    case 'collection_already_open':
      return new Refusal(
        'collection_already_open',
        `This customer has not answered transaction ${refusal.transactionId} yet; wait until it is completed or failed.`,
      );
    case 'client_reference_used':
      return new Refusal(
        'client_reference_used',
        `Transaction ${refusal.transactionId} has this client_reference; check its status, and give a new payment a reference of its own.`,
        { data: { transaction_id: refusal.transactionId } },
      );
    case 'client_reference_repeated':
      return invalidField(
        'client_reference',
        'client_reference must be another one for each payment of the batch, because this wallet uses each once.',
      );
    case 'approval_needed':
      return new Refusal(
        'second_person_required',
        `From ${shillings(refusal.threshold)} on, fees included, a second person must approve what this wallet pays, and this batch takes ` +
          `${shillings(refusal.asked)}; a batch cannot be approved in part, so make a bulk payout instead.`,
      );
    case 'quote_expired':
      return quoteExpired(refusal.quoteId);
    case 'quote_differs':
      return quoteDiffers(refusal.quoteId, refusal.differs);
    case 'case_not_open':
      return new Refusal('case_not_open', 'This review case is already resolved; check its resolution.');
    case 'proposal_gone':
      return new Refusal('case_not_open', 'The proposal has changed since you read it; read it again.');
    case 'resolution_does_not_fit':
      return new Refusal(
        'resolution_does_not_fit',
        `This review case can be resolved as ${refusal.fitting.join(', ')}; choose one of these.`,
      );
  }
}
