import { moneyText } from '../../../components/money-text.ts';
import { phoneText } from '../../../components/phone-text.ts';
import { momentText } from '../../../components/time-text.ts';
import type { ReviewCase } from './review-case.ts';

/**
 * A case in three sentences: the payment, what the operator reports and what Nsimbi had done, and the money that waits for a decision.
 * Amounts, phones and times as everywhere in the dashboard. Pure.
 */
export function caseSentences(reviewCase: ReviewCase): readonly string[] {
  return [paymentSentence(reviewCase), contradictionSentence(reviewCase), moneySentence(reviewCase)];
}

function paymentSentence(reviewCase: ReviewCase): string {
  const { transaction, customer, client_name: client, found } = reviewCase;
  if (transaction === null) {
    const at = typeof found.at === 'string' ? ` on ${timeText(found.at)}` : '';
    const amount = typeof found.amount === 'number' ? ` of ${moneyText(found.amount)}` : '';
    const way = found.direction === 'in' ? 'an incoming' : found.direction === 'out' ? 'an outgoing' : 'a';
    return `${operatorOf(reviewCase)}’s statement has ${way} payment${amount}${at} that is none of our transactions.`;
  }
  const who =
    customer.phone === null
      ? 'an unknown phone'
      : `${phoneText(customer.phone)}${customer.name === null ? '' : ` (${customer.name})`}`;
  const maker = client ?? 'Nsimbi';
  const at = `on ${timeText(transaction.created_at)}`;
  switch (transaction.type) {
    case 'collection':
      return `${maker} requested ${moneyText(transaction.amount)} from ${who} ${at}.`;
    case 'withdrawal':
      return `${maker} withdrew ${moneyText(transaction.net_amount)} to ${who} ${at}.`;
    case 'refund':
      return `${maker} refunded ${moneyText(transaction.net_amount)} to ${who} ${at}.`;
    default:
      return `${maker} sent ${moneyText(transaction.net_amount)} to ${who} ${at}.`;
  }
}

function contradictionSentence(reviewCase: ReviewCase): string {
  const theirs = operatorReport(reviewCase);
  const ours = ourAct(reviewCase);
  return ours === null ? `${theirs}.` : `${theirs}; ${ours}.`;
}

/** What the operator says, by the kind of the case. */
function operatorReport(reviewCase: ReviewCase): string {
  const { kind, found } = reviewCase;
  const operator = operatorOf(reviewCase);
  const receipt = typeof found.receipt === 'string' && found.receipt !== '' ? ` with the receipt ${found.receipt}` : '';
  const named = typeof found.amount === 'number' ? moneyText(found.amount) : null;
  switch (kind) {
    case 'late_success':
      return `${operator} reports the payment as successful${receipt}`;
    case 'late_failure':
      return `${operator} reports the payment as failed or reversed`;
    case 'amount_differs':
      return `${operator} reports that it moved ${named ?? 'another amount'}${receipt}`;
    case 'receipt_differs':
      return `${operator} reports the payment as successful, but${receipt === '' ? ' with another receipt' : receipt}`;
    case 'receipt_reused':
      return `${operator} reports the payment as successful${receipt}, which belongs to transaction ${found.transaction_id}`;
    case 'details_differ':
      return `${operator} reports the payment as successful, but with another ${differingText(found.differences)}`;
    case 'truth_deadline':
      return `${operator} has given no final result in time`;
    case 'worker_gave_up':
      return `Nsimbi’s queries for the result at ${operator} failed again and again`;
    case 'cannot_be_asked':
      return `The call to ${operator} got no response, and ${operator} cannot be asked about such a payment`;
    case 'statement_differs':
      return `${operator}’s statement has the payment${named === null ? '' : ` with ${named}`} as ${statusText(found.status)}`;
    case 'missing_here':
      return `${operator} has the payment in its statement as ${statusText(found.status)}${receipt}`;
    case 'missing_there':
      return `${operator}’s statement does not have the payment`;
  }
}

/** What Nsimbi had done by the time that the case was opened; null where it knew nothing of the payment. */
function ourAct({ transaction, opened_at: openedAt }: ReviewCase): string | null {
  if (transaction === null) return null;
  const isIn = transaction.type === 'collection';
  const endedAt = transaction.completed_at ?? transaction.failed_at;
  if (endedAt === null || endedAt > openedAt) {
    const until = endedAt === null ? '' : ` until ${timeText(endedAt)}`;
    if (isIn) return endedAt === null ? 'Nsimbi has credited nothing' : `Nsimbi had credited nothing${until}`;
    return `Nsimbi ${endedAt === null ? 'holds' : 'held'} ${moneyText(transaction.amount)} of the wallet${until}`;
  }
  if (transaction.status === 'completed') {
    return `Nsimbi had ${isIn ? 'credited the wallet' : 'completed it'} on ${timeText(endedAt)}`;
  }
  return `Nsimbi had ${isIn ? 'ended it without a credit' : 'given the money back'} on ${timeText(endedAt)}`;
}

/** How much money of whom waits, and since when. */
function moneySentence(reviewCase: ReviewCase): string {
  const { in_suspense: inSuspense, opened_at: openedAt, transaction, client_name: client, resolved } = reviewCase;
  const since =
    resolved === null
      ? `since ${timeText(openedAt)}`
      : `from ${timeText(openedAt)} until ${timeText(resolved.resolved_at)}`;
  const is = resolved === null ? 'is' : 'was';
  if (inSuspense > 0) {
    return `${moneyText(inSuspense)} that ${operatorOf(reviewCase)} holds for us ${is} in suspense ${since}.`;
  }
  if (inSuspense < 0) {
    return `${moneyText(-inSuspense)} that left our float at ${operatorOf(reviewCase)} ${is} in suspense ${since}.`;
  }
  if (transaction?.status === 'processing' && transaction.direction === 'out') {
    return `${moneyText(transaction.amount)} of ${client ?? 'the client'} is held until the case is resolved; it was opened on ${timeText(openedAt)}.`;
  }
  return `Nothing was booked when the case was opened on ${timeText(openedAt)}.`;
}

function operatorOf({ operator }: ReviewCase): string {
  return operator ?? 'The operator';
}

function statusText(status: unknown): string {
  return status === 'succeeded' ? 'successful' : status === 'failed' || status === 'pending' ? status : 'unknown';
}

/** The details that differ: "phone and reference". */
function differingText(differences: unknown): string {
  const names = (Array.isArray(differences) ? differences : []).flatMap((one: { readonly what?: unknown } | null) =>
    typeof one?.what === 'string' ? [one.what] : [],
  );
  return names.length === 0 ? 'phone, reference or currency' : names.join(' and ');
}

function timeText(at: string): string {
  return momentText(new Date(at));
}
