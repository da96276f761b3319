import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ugx } from '../money/ugx.ts';
import type { QueryResult } from '../operators/contract.ts';
import { failureOf } from './failure-sentences.ts';
import { isPastTruthDeadline, type NextStep, nextStep, type SettlementRules, type Standing } from './next-step.ts';

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
const payout: Standing = {
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
const collection: Standing = { ...payout, direction: 'collection' };
const calling: Standing = { ...payout, callEndedAtMs: null };

const paid: QueryResult = { is: 'succeeded', receipt: 'SIM1', amount: ugx(50_000) };
const failed: QueryResult = { is: 'failed', code: 'recipient_cannot_receive', raw: 'no', receipt: null };
const pending: QueryResult = { is: 'pending' };
const notFound: QueryResult = { is: 'not_found' };
const unknown: QueryResult = { is: 'unknown', raw: '502' };

const settlePaid: NextStep = { is: 'settle', word: { is: 'succeeded', receipt: 'SIM1', amount: ugx(50_000) } };
const settleFailed: NextStep = {
  is: 'settle',
  word: { is: 'failed', failure: failureOf('settlement', 'recipient_cannot_receive'), receipt: null },
};
const settleNeverCame: NextStep = {
  is: 'settle',
  word: { is: 'failed', failure: failureOf('settlement', 'operator_unavailable'), receipt: null },
};
const askAgain = (afterMs: number): NextStep => ({ is: 'ask_again', afterMs });
const sendAgain: NextStep = { is: 'send_again' };
const letGo: NextStep = { is: 'let_go' };

describe('what follows from the answer to a query', () => {
  test.each<{ case: string; standing: Standing; word: QueryResult; atMs: number; step: NextStep }>([
    { case: 'a success settles', standing: payout, word: paid, atMs: minute, step: settlePaid },
    { case: 'a success settles while the call runs', standing: calling, word: paid, atMs: second, step: settlePaid },
    { case: 'a failure settles', standing: payout, word: failed, atMs: minute, step: settleFailed },
    {
      case: 'a failure while the call runs waits',
      standing: calling,
      word: failed,
      atMs: 29 * second,
      step: askAgain(second),
    },
    { case: 'a failure after the cut settles', standing: calling, word: failed, atMs: 30 * second, step: settleFailed },
    {
      case: 'not found while the call runs waits',
      standing: calling,
      word: notFound,
      atMs: second,
      step: askAgain(2 * second),
    },
    {
      case: 'pending waits for the next delay',
      standing: payout,
      word: pending,
      atMs: second,
      step: askAgain(2 * second),
    },
    { case: 'no answer waits too', standing: payout, word: unknown, atMs: second, step: askAgain(2 * second) },
    {
      case: 'the last delay repeats',
      standing: { ...payout, queries: 40 },
      word: pending,
      atMs: hour,
      step: askAgain(hour),
    },
    {
      case: 'the truth deadline is not slept through',
      standing: { ...payout, queries: 40 },
      word: pending,
      atMs: 24 * hour - minute,
      step: askAgain(minute),
    },
    {
      case: 'a payout not found is not sent again within 10 min',
      standing: { ...payout, queries: 5, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 10 * minute,
      step: askAgain(second),
    },
    {
      case: 'a payout that persons look at is not sent again',
      standing: { ...payout, inReview: true, notFoundSinceMs: minute },
      word: notFound,
      atMs: 20 * minute,
      step: askAgain(2 * second),
    },
    {
      case: 'a payout past the truth deadline is not sent again',
      standing: { ...payout, notFoundSinceMs: 23 * hour },
      word: notFound,
      atMs: 25 * hour,
      step: askAgain(2 * second),
    },
    {
      case: 'a payout not found 10 min after the call ended is sent again',
      standing: { ...payout, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 10 * minute + second,
      step: sendAgain,
    },
    {
      case: 'a refund not found 10 min after the call ended is sent again, as a payout is',
      standing: { ...payout, direction: 'refund', notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 10 * minute + second,
      step: sendAgain,
    },
    {
      case: 'one answer "not found" after a long silence is not believed at once',
      standing: { ...payout, queries: 5 },
      word: notFound,
      atMs: 2 * hour,
      step: askAgain(2 * minute),
    },
    {
      case: 'a payout is sent three times at most, and never failed by "not found"',
      standing: { ...payout, sends: 3, queries: 5, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 20 * hour,
      step: askAgain(hour),
    },
    {
      case: 'a collection not found inside its prompt window is sent again',
      standing: { ...collection, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 3 * minute,
      step: sendAgain,
    },
    {
      case: 'a collection not found after its prompt window has failed',
      standing: { ...collection, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 5 * minute,
      step: settleNeverCame,
    },
    {
      case: 'a collection re-sent twice waits for the end of its prompt window',
      standing: { ...collection, sends: 3, queries: 5, notFoundSinceMs: 2 * second },
      word: notFound,
      atMs: 4 * minute,
      step: askAgain(minute),
    },
    {
      case: 'a recheck that finds success is settled',
      standing: { ...payout, recheck: true },
      word: paid,
      atMs: hour,
      step: settlePaid,
    },
    {
      case: 'a recheck that finds nothing asks again',
      standing: { ...payout, recheck: true },
      word: pending,
      atMs: hour,
      step: askAgain(2 * second),
    },
    {
      case: 'a recheck ends after five answers',
      standing: { ...payout, recheck: true, queries: 4 },
      word: notFound,
      atMs: hour,
      step: letGo,
    },
  ])('$case', ({ standing, word, atMs, step }) => {
    expect(nextStep(standing, word, atMs, rules)).toEqual(step);
  });

  test('an unanswered or unfinished payment is never settled, whatever its history', () => {
    fc.assert(
      fc.property(anyStanding, fc.constantFrom(pending, unknown), fc.nat(100 * hour), (standing, word, atMs) => {
        expect(nextStep(standing, word, atMs, rules).is).not.toBe('settle');
      }),
    );
  });

  test('nothing fails and nothing is sent again while a call is on its way', () => {
    fc.assert(
      fc.property(
        anyStanding,
        fc.constantFrom(failed, notFound, pending, unknown),
        fc.nat(),
        (standing, word, atMs) => {
          const onItsWay = { ...standing, callEndedAtMs: null, sendUntilMs: atMs + 1 };
          expect(nextStep(onItsWay, word, atMs, rules).is).toBe('ask_again');
        },
      ),
    );
  });

  test.each(['payout', 'refund'] as const)('a %s is never failed by the answer that it was not found', (direction) => {
    fc.assert(
      fc.property(anyStanding, fc.nat(100 * hour), (standing, atMs) => {
        expect(nextStep({ ...standing, direction }, notFound, atMs, rules).is).not.toBe('settle');
      }),
    );
  });

  test('asking again is always later', () => {
    fc.assert(
      fc.property(
        anyStanding,
        fc.constantFrom(pending, unknown, notFound),
        fc.nat(100 * hour),
        (standing, word, atMs) => {
          const step = nextStep(standing, word, atMs, rules);
          if (step.is === 'ask_again') expect(step.afterMs).toBeGreaterThan(0);
        },
      ),
    );
  });

  test('a person is asked 24 h after the first send, and never about a recheck', () => {
    expect(isPastTruthDeadline(payout, 24 * hour - 1, 24 * hour)).toBe(false);
    expect(isPastTruthDeadline(payout, 24 * hour, 24 * hour)).toBe(true);
    expect(isPastTruthDeadline({ ...payout, recheck: true }, 48 * hour, 24 * hour)).toBe(false);
  });
});

const moment = fc.option(fc.nat(48 * hour));
const anyStanding: fc.Arbitrary<Standing> = fc.record({
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
