import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import type { QueryResult } from '../operators/contract.ts';
import { failureOf } from './failure-sentences.ts';
import {
  isPastTruthDeadline,
  type NextStep,
  nextStep,
  type SettlementRules,
  type SubmissionState,
} from './next-step.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const rules: SettlementRules = {
  pollDelaysMs: [second, 2 * second, 10 * minute, hour],
  promptWindowMs: 5 * minute,
  resendAfterMs: 10 * minute,
  truthDeadlineMs: 24 * hour,
};

/** A payout sent at 0 whose call ended a second later. */
const payout: SubmissionState = {
  direction: 'payout',
  createdAtMs: 0,
  sends: 1,
  firstSentAtMs: 0,
  sendUntilMs: 30 * second,
  callEndedAtMs: second,
  recheck: false,
  queries: 0,
  notFoundSinceMs: null,
  inReview: false,
};
const collection: SubmissionState = { ...payout, direction: 'collection' };
const calling: SubmissionState = { ...payout, callEndedAtMs: null };

const paid: QueryResult = { is: 'succeeded', receipt: 'SIM1', amount: ugx(50_000) };
const failed: QueryResult = { is: 'failed', code: 'recipient_cannot_receive', raw: 'no', receipt: null };
const pending: QueryResult = { is: 'pending' };
const notFound: QueryResult = { is: 'not_found' };
const unknown: QueryResult = { is: 'unknown', raw: '502' };

const settlePaid: NextStep = { is: 'settle', settlement: { is: 'succeeded', receipt: 'SIM1', amount: ugx(50_000) } };
const settleFailed: NextStep = {
  is: 'settle',
  settlement: { is: 'failed', failure: failureOf('settlement', 'recipient_cannot_receive'), receipt: null },
};
const settleNeverCame: NextStep = {
  is: 'settle',
  settlement: { is: 'failed', failure: failureOf('settlement', 'operator_unavailable'), receipt: null },
};
const queryAgain = (afterMs: number): NextStep => ({ is: 'query_again', afterMs });
const sendAgain: NextStep = { is: 'send_again' };
const endRecheck: NextStep = { is: 'end_recheck' };

describe('what follows from the result of a query', () => {
  test.each<{ case: string; state: SubmissionState; result: QueryResult; atMs: number; step: NextStep }>([
    { case: 'a success settles', state: payout, result: paid, atMs: minute, step: settlePaid },
    { case: 'a success settles while the call runs', state: calling, result: paid, atMs: second, step: settlePaid },
    { case: 'a failure settles', state: payout, result: failed, atMs: minute, step: settleFailed },
    {
      case: 'a failure while the call runs waits',
      state: calling,
      result: failed,
      atMs: 29 * second,
      step: queryAgain(second),
    },
    { case: 'a failure after the cut settles', state: calling, result: failed, atMs: 30 * second, step: settleFailed },
    {
      case: 'not found while the call runs waits',
      state: calling,
      result: notFound,
      atMs: second,
      step: queryAgain(2 * second),
    },
    {
      case: 'pending waits for the next delay',
      state: payout,
      result: pending,
      atMs: second,
      step: queryAgain(2 * second),
    },
    { case: 'no answer waits too', state: payout, result: unknown, atMs: second, step: queryAgain(2 * second) },
    {
      case: 'the last delay repeats',
      state: { ...payout, queries: 40 },
      result: pending,
      atMs: hour,
      step: queryAgain(hour),
    },
    {
      case: 'the truth deadline is not slept through',
      state: { ...payout, queries: 40 },
      result: pending,
      atMs: 24 * hour - minute,
      step: queryAgain(minute),
    },
    {
      case: 'a payout not found is not sent again within 10 min',
      state: { ...payout, queries: 5, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 10 * minute,
      step: queryAgain(second),
    },
    {
      case: 'a payout under review is not sent again',
      state: { ...payout, inReview: true, notFoundSinceMs: minute },
      result: notFound,
      atMs: 20 * minute,
      step: queryAgain(2 * second),
    },
    {
      case: 'a payout past the truth deadline is not sent again',
      state: { ...payout, notFoundSinceMs: 23 * hour },
      result: notFound,
      atMs: 25 * hour,
      step: queryAgain(2 * second),
    },
    {
      case: 'a payout not found 10 min after the call ended is sent again',
      state: { ...payout, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 10 * minute + second,
      step: sendAgain,
    },
    {
      case: 'a refund not found 10 min after the call ended is sent again, as a payout is',
      state: { ...payout, direction: 'refund', notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 10 * minute + second,
      step: sendAgain,
    },
    {
      case: 'one answer "not found" after a long silence is not believed at once',
      state: { ...payout, queries: 5 },
      result: notFound,
      atMs: 2 * hour,
      step: queryAgain(2 * minute),
    },
    {
      case: 'a payout is sent three times at most, and never failed by "not found"',
      state: { ...payout, sends: 3, queries: 5, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 20 * hour,
      step: queryAgain(hour),
    },
    {
      case: 'a collection not found inside its prompt window is sent again',
      state: { ...collection, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 3 * minute,
      step: sendAgain,
    },
    {
      case: 'a collection not found after its prompt window has failed',
      state: { ...collection, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 5 * minute,
      step: settleNeverCame,
    },
    {
      case: 'a collection re-sent twice waits for the end of its prompt window',
      state: { ...collection, sends: 3, queries: 5, notFoundSinceMs: 2 * second },
      result: notFound,
      atMs: 4 * minute,
      step: queryAgain(minute),
    },
    {
      case: 'a recheck that finds success is settled',
      state: { ...payout, recheck: true },
      result: paid,
      atMs: hour,
      step: settlePaid,
    },
    {
      case: 'a recheck that finds nothing queries again',
      state: { ...payout, recheck: true },
      result: pending,
      atMs: hour,
      step: queryAgain(2 * second),
    },
    {
      case: 'a recheck ends after five answers',
      state: { ...payout, recheck: true, queries: 4 },
      result: notFound,
      atMs: hour,
      step: endRecheck,
    },
  ])('$case', ({ state, result, atMs, step }) => {
    expect(nextStep(state, result, atMs, rules)).toEqual(step);
  });

  test('an unanswered or unfinished payment is never settled, whatever its history', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(pending, unknown), fc.nat(100 * hour), (state, result, atMs) => {
        expect(nextStep(state, result, atMs, rules).is).not.toBe('settle');
      }),
    );
  });

  test('nothing fails and nothing is sent again while a call is on its way', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(failed, notFound, pending, unknown), fc.nat(), (state, result, atMs) => {
        const onItsWay = { ...state, callEndedAtMs: null, sendUntilMs: atMs + 1 };
        expect(nextStep(onItsWay, result, atMs, rules).is).toBe('query_again');
      }),
    );
  });

  test.each(['payout', 'refund'] as const)('a %s is never failed by the answer that it was not found', (direction) => {
    fc.assert(
      fc.property(anyState, fc.nat(100 * hour), (state, atMs) => {
        expect(nextStep({ ...state, direction }, notFound, atMs, rules).is).not.toBe('settle');
      }),
    );
  });

  test('the next query is always later', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(pending, unknown, notFound), fc.nat(100 * hour), (state, result, atMs) => {
        const step = nextStep(state, result, atMs, rules);
        if (step.is === 'query_again') expect(step.afterMs).toBeGreaterThan(0);
      }),
    );
  });

  test('a review is due 24 h after the first send, and never about a recheck', () => {
    expect(isPastTruthDeadline(payout, 24 * hour - 1, 24 * hour)).toBe(false);
    expect(isPastTruthDeadline(payout, 24 * hour, 24 * hour)).toBe(true);
    expect(isPastTruthDeadline({ ...payout, recheck: true }, 48 * hour, 24 * hour)).toBe(false);
  });
});

const moment = fc.option(fc.nat(48 * hour));
const anyState: fc.Arbitrary<SubmissionState> = fc.record({
  direction: fc.constantFrom('collection' as const, 'payout' as const, 'refund' as const),
  createdAtMs: fc.nat(hour),
  sends: fc.integer({ min: 1, max: 3 }),
  firstSentAtMs: moment,
  sendUntilMs: moment,
  callEndedAtMs: moment,
  recheck: fc.boolean(),
  queries: fc.nat(30),
  notFoundSinceMs: moment,
  inReview: fc.boolean(),
});
