import type { Settlement } from '../ledger/commands/settle.ts';
import type { QueryResult } from '../operators/contract.ts';
import { failureOf } from './failure-sentences.ts';

/** What is known of a money call that something is still owed to; times in milliseconds by the database's clock. */
export interface Standing {
  readonly direction: 'collection' | 'payout' | 'refund';
  readonly createdAtMs: number;
  /** Money calls made. */
  readonly sends: number;
  readonly firstSentAtMs: number | null;
  readonly sendUntilMs: number | null;
  readonly callEndedAtMs: number | null;
  /** The transaction is final and is looked at again. */
  readonly recheck: boolean;
  /** Queries answered before this one. */
  readonly queries: number;
  readonly notFoundSinceMs: number | null;
  /** Persons decide, or have decided, about it. */
  readonly inReview: boolean;
}

export interface SettlementRules {
  readonly pollDelaysMs: readonly number[];
  readonly promptWindowMs: number;
  readonly resendAfterMs: number;
  readonly truthDeadlineMs: number;
}

/** What to do after an operator answered a query. */
export type NextStep =
  | { readonly is: 'settle'; readonly word: Settlement }
  | { readonly is: 'send_again' }
  | { readonly is: 'ask_again'; readonly afterMs: number }
  /** A final transaction was looked at again, and nothing new was found. */
  | { readonly is: 'let_go' };

const sendsMax = 3;
const rechecksMax = 5;

/** How long an operator must keep saying "not found" before we believe it; design.md says several minutes. */
const notFoundConfirmedAfterMs = 120_000;

/**
 * What follows from an operator's answer to a query (design.md section 4, steps 2 to 5). Pure.
 * A success settles at once. A failure or "not found" settles nothing while a call is in progress, because the call may
 * still create the payment.
 */
export function nextStep(standing: Standing, word: QueryResult, nowMs: number, rules: SettlementRules): NextStep {
  if (word.is === 'succeeded')
    return { is: 'settle', word: { is: 'succeeded', receipt: word.receipt, amount: word.amount } };
  if (isCallInProgress(standing, nowMs)) return askAgain(standing, nowMs, rules, standing.sendUntilMs);
  if (word.is === 'failed') {
    return { is: 'settle', word: { is: 'failed', failure: failureOf('settlement', word.code), receipt: word.receipt } };
  }
  if (standing.recheck) {
    return standing.queries + 1 < rechecksMax ? askAgain(standing, nowMs, rules, null) : { is: 'let_go' };
  }
  if (word.is === 'not_found') return afterNotFound(standing, nowMs, rules);
  return askAgain(standing, nowMs, rules, null);
}

/** Whether a money call may still be on its way to the operator. */
export function isCallInProgress(standing: Standing, nowMs: number): boolean {
  return standing.callEndedAtMs === null && standing.sendUntilMs !== null && nowMs < standing.sendUntilMs;
}

/** Whether a person has to look, because the operator has not said its final word in time. */
export function isPastTruthDeadline(standing: Standing, nowMs: number, truthDeadlineMs: number): boolean {
  return !standing.recheck && truthDeadlinesPassed(standing, nowMs, truthDeadlineMs) > 0;
}

/** How many whole truth deadlines have passed without that word. */
export function truthDeadlinesPassed(standing: Standing, nowMs: number, truthDeadlineMs: number): number {
  return Math.floor((nowMs - begunAtMs(standing)) / truthDeadlineMs);
}

function afterNotFound(standing: Standing, nowMs: number, rules: SettlementRules): NextStep {
  const lastSendEndedAtMs = standing.callEndedAtMs ?? standing.sendUntilMs ?? standing.createdAtMs;
  const confirmMs = Math.min(notFoundConfirmedAfterMs, rules.resendAfterMs);
  const waitMs = standing.direction === 'collection' ? confirmMs : rules.resendAfterMs;
  const believedAtMs = Math.max(lastSendEndedAtMs + waitMs, (standing.notFoundSinceMs ?? nowMs) + confirmMs);
  if (nowMs < believedAtMs) return askAgain(standing, nowMs, rules, believedAtMs);

  const promptIsOver = nowMs >= standing.createdAtMs + rules.promptWindowMs;
  if (standing.direction === 'collection' && promptIsOver) {
    return {
      is: 'settle',
      word: { is: 'failed', failure: failureOf('settlement', 'operator_unavailable'), receipt: null },
    };
  }
  // What persons look at is not paid behind their backs: they may be about to give the money back.
  const isWithPersons = standing.inReview || isPastTruthDeadline(standing, nowMs, rules.truthDeadlineMs);
  if (standing.sends < sendsMax && !isWithPersons) return { is: 'send_again' };
  const promptEndsAtMs = standing.direction === 'collection' ? standing.createdAtMs + rules.promptWindowMs : null;
  return askAgain(standing, nowMs, rules, promptEndsAtMs);
}

/** Asks after the operator's usual delay, or sooner when something can be decided at `momentMs`. */
function askAgain(standing: Standing, nowMs: number, rules: SettlementRules, momentMs: number | null): NextStep {
  const delays = rules.pollDelaysMs;
  // The first delay passed before the first query.
  const usualMs = delays[Math.min(standing.queries + 1, delays.length - 1)] ?? 60_000;
  const moments = [momentMs ?? 0, begunAtMs(standing) + rules.truthDeadlineMs].filter((moment) => moment > nowMs);
  return { is: 'ask_again', afterMs: Math.min(usualMs, ...moments.map((moment) => moment - nowMs)) };
}

/** From when on the operator owes its final word. */
function begunAtMs({ firstSentAtMs, createdAtMs }: Standing): number {
  return firstSentAtMs ?? createdAtMs;
}
