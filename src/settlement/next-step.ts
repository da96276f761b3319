import type { Settlement } from '../ledger/commands/settle.ts';
import type { QueryResult } from '../operators/contract.ts';
import { failureOf } from './failure-sentences.ts';

/** What the rows say of a money call without a final result; times in milliseconds of trusted time. */
export interface SubmissionState {
  readonly direction: 'collection' | 'payout' | 'refund';
  readonly createdAtMs: number;
  /** Money calls made. */
  readonly sends: number;
  readonly firstSentAtMs: number | null;
  readonly sendUntilMs: number | null;
  readonly callEndedAtMs: number | null;
  /** The transaction is final and is queried again. */
  readonly recheck: boolean;
  /** Queries answered before this one. */
  readonly queries: number;
  readonly notFoundSinceMs: number | null;
  /** It is in review, or was. */
  readonly inReview: boolean;
}

export interface SettlementRules {
  readonly pollDelaysMs: readonly number[];
  readonly promptWindowMs: number;
  readonly resendAfterMs: number;
  readonly truthDeadlineMs: number;
}

/** What to do after a query. */
export type NextStep =
  | { readonly is: 'settle'; readonly settlement: Settlement }
  | { readonly is: 'send_again' }
  | { readonly is: 'query_again'; readonly afterMs: number }
  /** A final transaction was queried again, and nothing new was found. */
  | { readonly is: 'end_recheck' };

const sendsMax = 3;
const rechecksMax = 5;

/** How long an operator must keep answering "not found" before it counts. */
const notFoundConfirmedAfterMs = 120_000;

/**
 * What follows from the result of a query. Pure. A success settles at once. A failure or "not found" settles nothing while
 * a call is in progress, because the call may still create the payment.
 */
export function nextStep(state: SubmissionState, result: QueryResult, nowMs: number, rules: SettlementRules): NextStep {
  if (result.is === 'succeeded') {
    return { is: 'settle', settlement: { is: 'succeeded', receipt: result.receipt, amount: result.amount } };
  }
  if (isCallInProgress(state, nowMs)) return queryAgain(state, nowMs, rules, state.sendUntilMs);
  if (result.is === 'failed') {
    const failure = failureOf('settlement', result.code);
    return { is: 'settle', settlement: { is: 'failed', failure, receipt: result.receipt } };
  }
  if (state.recheck) {
    return state.queries + 1 < rechecksMax ? queryAgain(state, nowMs, rules, null) : { is: 'end_recheck' };
  }
  if (result.is === 'not_found') return afterNotFound(state, nowMs, rules);
  return queryAgain(state, nowMs, rules, null);
}

/**
 * A settlement by the result of a query, limited to what the query was about. Pure. A failure holds for the calls that were
 * made before the query, and not for one that was begun since; and what an operator calls failed it may pay after all, so
 * that it is queried again.
 */
export function settlementByQuery(
  { sends, recheck }: SubmissionState,
  settlement: Settlement,
  { simulated }: { readonly simulated: boolean },
): Settlement {
  if (settlement.is !== 'failed' || recheck) return settlement;
  return { ...settlement, onlyAfterSends: sends, lookAgain: !simulated };
}

/** Whether a money call may still be on its way to the operator. */
export function isCallInProgress(state: SubmissionState, nowMs: number): boolean {
  return state.callEndedAtMs === null && state.sendUntilMs !== null && nowMs < state.sendUntilMs;
}

/** Whether the transaction needs a review, because the operator gave no final result in time. */
export function isPastTruthDeadline(state: SubmissionState, nowMs: number, truthDeadlineMs: number): boolean {
  return !state.recheck && truthDeadlinesPassed(state, nowMs, truthDeadlineMs) > 0;
}

/** How many whole truth deadlines have passed without a final result. */
export function truthDeadlinesPassed(state: SubmissionState, nowMs: number, truthDeadlineMs: number): number {
  return Math.floor((nowMs - begunAtMs(state)) / truthDeadlineMs);
}

function afterNotFound(state: SubmissionState, nowMs: number, rules: SettlementRules): NextStep {
  const lastSendEndedAtMs = state.callEndedAtMs ?? state.sendUntilMs ?? state.createdAtMs;
  const confirmMs = Math.min(notFoundConfirmedAfterMs, rules.resendAfterMs);
  const waitMs = state.direction === 'collection' ? confirmMs : rules.resendAfterMs;
  const countsAtMs = Math.max(lastSendEndedAtMs + waitMs, (state.notFoundSinceMs ?? nowMs) + confirmMs);
  if (nowMs < countsAtMs) return queryAgain(state, nowMs, rules, countsAtMs);

  const promptIsOver = nowMs >= state.createdAtMs + rules.promptWindowMs;
  if (state.direction === 'collection' && promptIsOver) {
    const failure = failureOf('settlement', 'operator_unavailable');
    return { is: 'settle', settlement: { is: 'failed', failure, receipt: null } };
  }
  // Never resend a payment that is under review: the reviewer may be about to return the money.
  const isUnderReview = state.inReview || isPastTruthDeadline(state, nowMs, rules.truthDeadlineMs);
  if (state.sends < sendsMax && !isUnderReview) return { is: 'send_again' };
  const promptEndsAtMs = state.direction === 'collection' ? state.createdAtMs + rules.promptWindowMs : null;
  return queryAgain(state, nowMs, rules, promptEndsAtMs);
}

/** Queries after the operator's usual delay, or sooner when something can be decided at `momentMs`. */
function queryAgain(state: SubmissionState, nowMs: number, rules: SettlementRules, momentMs: number | null): NextStep {
  const delays = rules.pollDelaysMs;
  // The first delay passed before the first query.
  const usualMs = delays[Math.min(state.queries + 1, delays.length - 1)] ?? 60_000;
  const moments = [momentMs ?? 0, begunAtMs(state) + rules.truthDeadlineMs].filter((moment) => moment > nowMs);
  return { is: 'query_again', afterMs: Math.min(usualMs, ...moments.map((moment) => moment - nowMs)) };
}

/** Since when the operator owes a final result. */
function begunAtMs({ firstSentAtMs, createdAtMs }: SubmissionState): number {
  return firstSentAtMs ?? createdAtMs;
}
