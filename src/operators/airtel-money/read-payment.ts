import type { FailureCode } from '../../ledger/transaction.ts';
import type { QueryResult, StatusQuery, SubmitResult } from '../contract.ts';
import type { Answer } from './answer.ts';
import { generalRefusals, refusingHttpStatuses, type StatusClass, transactionStatuses } from './codes.ts';
import { readShillings } from './texts.ts';

/**
 * What Airtel's answer to a payment call means (providers.md 2.3, 2.5, 2.6, 2.11). Pure.
 *
 * Only a readable answer that refuses this payment, or us, is a refusal; after a time-out or a fault of the server no code
 * says that this payment failed. Where status and code contradict each other the result is unknown, and a query decides:
 * the status alone decides only in answers to queries, because in the answer to a repeated call it may be about the
 * repetition.
 */
export function readSubmission(httpStatus: number, answer: Answer): SubmitResult {
  const { row, raw } = answer;
  const status = statusClassOf(answer);
  const unknown: SubmitResult = { is: 'unknown', raw };
  if (row?.class === 'duplicate') return { is: 'accepted', paid: false };
  if (status === 'succeeded') return { is: 'accepted', paid: true };
  if (status === 'expired') return unknown;
  const failed = status === 'failed';
  const recorded = failed && { recorded: true as const };
  switch (row?.class) {
    case 'success':
      return failed ? unknown : { is: 'accepted', paid: true };
    case 'pending':
      return failed ? unknown : { is: 'accepted', paid: false };
    case 'failed':
      // What broke may have broken after the money moved: there only the transaction's own status ends it.
      if (status === 'open' || (!failed && leavesUnknown(httpStatus))) return unknown;
      return { is: 'refused', by: 'payment', code: row.reason, raw, ...recorded };
    case 'failed_if_final':
      return failed ? { is: 'refused', by: 'payment', code: row.reason, raw, ...recorded } : unknown;
    case 'configuration':
      return status === 'open' ? unknown : { is: 'refused', by: 'configuration', code: row.reason, raw, ...recorded };
    case 'enquire':
      // Airtel has the payment and does not know its end: TA or TIP outranks a code that says no more than that.
      return status === 'open' ? { is: 'accepted', paid: false } : unknown;
    case 'not_found':
      return unknown;
    case 'see_response_code':
    case undefined:
      return withoutCode(httpStatus, answer, status);
  }
}

/**
 * What Airtel's answer to a refund means (providers.md 2.7). Pure. A refund has no id of ours, so that it cannot be queried
 * later: only a readable success ends it, and a person decides about everything that is neither that nor a refusal. SUCCESS
 * is about the call, so that the refund stays open where the code beside it leaves it open.
 */
export function readRefund(httpStatus: number, answer: Answer, airtelMoneyId: string): SubmitResult {
  const result = readSubmission(httpStatus, answer);
  if (result.is !== 'accepted') return result;
  const isAbout = answer.airtelMoneyId === null || answer.airtelMoneyId === airtelMoneyId;
  const saysNoMore = answer.row === null || answer.row.class === 'see_response_code';
  const isDone = result.paid || (answer.status === 'SUCCESS' && saysNoMore);
  return isAbout && isDone ? { is: 'accepted', paid: true } : { is: 'unknown', raw: answer.raw };
}

/** Airtel's answer to a query: `expired` is a failure for which Airtel wants one more query. */
export type AirtelStatus = QueryResult | { readonly is: 'expired'; readonly code: FailureCode; readonly raw: string };

/**
 * What Airtel's answer to a query means (providers.md 2.4 to 2.6). Pure. The transaction's status outranks every code;
 * codes count only as the reason of a failure, or where the transaction is missing from the answer.
 */
export function readStatus(query: StatusQuery, httpStatus: number, answer: Answer): AirtelStatus {
  const { raw, reference } = answer;
  const status = statusClassOf(answer);
  // A success of another payment is reported with its reference, and goes to review; anything else about another is unknown.
  if (reference !== null && reference !== query.reference && status !== 'succeeded') {
    return { is: 'unknown', raw: `the answer is about ${reference}: ${raw}` };
  }
  switch (status) {
    case 'succeeded':
      return {
        is: 'succeeded',
        receipt: receiptOf(query, answer),
        amount: amountOf(answer),
        reported: { currency: null, phone: null, reference },
      };
    case 'failed':
      return { is: 'failed', code: reasonOf(answer), raw, receipt: receiptOf(query, answer) };
    case 'expired':
      return { is: 'expired', code: query.direction === 'collection' ? 'prompt_expired' : 'operator_failed', raw };
    case 'open':
      return { is: 'pending' };
    case null:
      return withoutTransaction(httpStatus, answer);
  }
}

/** Codes and statuses of an answer that the tables do not have. */
export function unknownWordsOf(answer: Answer): string[] {
  const words: string[] = [];
  if (answer.status !== null && !Object.hasOwn(transactionStatuses, answer.status)) words.push(answer.status);
  if (answer.code !== null && answer.row === null) words.push(answer.code);
  return words;
}

/** A status that the table does not have is not final (2.4). */
function statusClassOf({ status }: Answer): StatusClass | null {
  if (status === null) return null;
  return Object.hasOwn(transactionStatuses, status) ? (transactionStatuses[status] ?? 'open') : 'open';
}

function withoutCode(httpStatus: number, answer: Answer, status: StatusClass | null): SubmitResult {
  const { raw, code, row } = answer;
  if (code !== null && row === null) return { is: 'unknown', raw };
  if (status === 'open' && httpStatus === 200) return { is: 'accepted', paid: false };
  if (status !== null || !refusingHttpStatuses.has(httpStatus)) return { is: 'unknown', raw };
  if (httpStatus === 403 && !answer.isJsonObject) return { is: 'unknown', raw };
  return { is: 'refused', by: 'configuration', code: 'operator_refused', raw };
}

function withoutTransaction(httpStatus: number, answer: Answer): QueryResult {
  const { row, code, raw } = answer;
  switch (row?.class) {
    case 'not_found':
      return { is: 'not_found' };
    case 'pending':
    case 'duplicate':
      return { is: 'pending' };
    case 'failed':
      if (leavesUnknown(httpStatus) || code === null || generalRefusals.has(code)) return { is: 'unknown', raw };
      return { is: 'failed', code: row.reason, raw, receipt: null };
    default:
      // Also a success: without the transaction nothing is credited (section 4, rule 1).
      return { is: 'unknown', raw };
  }
}

/** A time-out or a fault of the server says nothing about the payment (2.11). */
function leavesUnknown(httpStatus: number): boolean {
  return httpStatus === 408 || httpStatus >= 500;
}

function reasonOf({ row }: Answer): FailureCode {
  return row?.reason ?? 'operator_failed';
}

/** The receipt of a disbursement has a number of its own; there `airtel_money_id` is our id with a prefix (2.6). */
function receiptOf({ direction }: StatusQuery, { airtelMoneyId, receiptNumber }: Answer): string | null {
  return direction === 'payout' ? (receiptNumber ?? airtelMoneyId) : airtelMoneyId;
}

function amountOf({ amount }: Answer) {
  return amount === null ? null : readShillings(amount);
}
