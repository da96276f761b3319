import { describe, expect, test } from 'vitest';
import { type AttemptMade, nextStep, whenDisabled } from './next-step.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The defaults of NSIMBI_WEBHOOK_RETRY_DELAYS. */
const contract = [minute, 5 * minute, 15 * minute, hour, 6 * hour];

function attempt(over: Partial<AttemptMade> & { status?: number | null; retryAfterMs?: number }): AttemptMade {
  return {
    delivered: false,
    result: { responseStatus: over.status === undefined ? 500 : over.status, retryAfterMs: over.retryAfterMs ?? null },
    roundAttempts: 0,
    retryDelaysMs: contract,
    honorHints: false,
    ...over,
  };
}

describe('the retry policy of the contract', () => {
  test.each([
    { retry: 1, delay: '1 minute', ms: minute },
    { retry: 2, delay: '5 minutes', ms: 5 * minute },
    { retry: 3, delay: '15 minutes', ms: 15 * minute },
    { retry: 4, delay: '1 hour', ms: hour },
    { retry: 5, delay: '6 hours', ms: 6 * hour },
  ])('retry $retry comes $delay after the previous attempt', ({ retry, ms }) => {
    expect(nextStep(attempt({ roundAttempts: retry - 1 }))).toEqual({ becomes: 'retried', inMs: ms });
  });

  test('after 5 failed retries the delivery has failed and the webhook is to be disabled', () => {
    expect(nextStep(attempt({ roundAttempts: 5 }))).toEqual({ becomes: 'failed', because: 'retries_failed' });
  });

  test.each([200, 201, 204, 299])('an answer %i at any retry ends the delivery', (status) => {
    expect(nextStep(attempt({ delivered: true, status, roundAttempts: 5 }))).toEqual({ becomes: 'delivered' });
  });

  test.each([301, 302, 400, 404, 410, 429, 500, 503, null])('an answer %s is tried again without hints', (status) => {
    expect(nextStep(attempt({ status, retryAfterMs: 2 * hour }))).toEqual({ becomes: 'retried', inMs: minute });
  });
});

describe('honor_hints', () => {
  test.each([
    { status: 410, retryAfterMs: 0, step: { becomes: 'failed', because: 'gone' } },
    { status: 429, retryAfterMs: 2 * hour, step: { becomes: 'retried', inMs: 2 * hour } },
    { status: 503, retryAfterMs: 2 * hour, step: { becomes: 'retried', inMs: 2 * hour } },
    { status: 503, retryAfterMs: 48 * hour, step: { becomes: 'retried', inMs: 6 * hour } },
    // A hint lengthens a pause and never shortens it.
    { status: 503, retryAfterMs: 1_000, step: { becomes: 'retried', inMs: minute } },
    { status: 500, retryAfterMs: 2 * hour, step: { becomes: 'retried', inMs: minute } },
  ])('$status with Retry-After of $retryAfterMs ms', ({ status, retryAfterMs, step }) => {
    expect(nextStep(attempt({ status, retryAfterMs, honorHints: true }))).toEqual(step);
  });

  test('Retry-After gives no sixth retry', () => {
    const last = attempt({ status: 503, retryAfterMs: hour, honorHints: true, roundAttempts: 5 });
    expect(nextStep(last)).toEqual({ becomes: 'failed', because: 'retries_failed' });
  });
});

describe('when a webhook is disabled if every attempt fails', () => {
  const now = Date.parse('2026-11-23T14:00:00Z');

  test.each([
    { why: 'a first attempt has all five pauses before it', waiting: [[0, now]], after: 7 * hour + 21 * minute },
    { why: 'after three failed attempts the fourth is due now', waiting: [[3, now]], after: 7 * hour },
    { why: 'the last retry, due in two hours', waiting: [[5, now + 2 * hour]], after: 2 * hour },
    {
      why: 'the delivery that is furthest along decides',
      waiting: [
        [0, now],
        [4, now + hour],
      ],
      after: 7 * hour,
    },
    {
      why: 'not the one with the most attempts, if another ends sooner',
      waiting: [
        [5, now + 5 * hour],
        [4, now - 2 * hour],
      ],
      after: 4 * hour,
    },
  ])('$why', ({ waiting, after }) => {
    const attempts = waiting.map(([roundAttempts = 0, dueAtMs = 0]) => ({ roundAttempts, dueAtMs }));
    expect(whenDisabled(attempts, contract)).toBe(now + after);
  });

  test('never while nothing waits', () => {
    expect(whenDisabled([], contract)).toBeNull();
  });

  test('is when the retry policy gives the delivery up, attempt by attempt', () => {
    let atMs = now;
    for (let roundAttempts = 2; ; roundAttempts += 1) {
      const next = nextStep(attempt({ roundAttempts }));
      if (next.becomes !== 'retried') break;
      atMs += next.inMs;
    }
    expect(whenDisabled([{ roundAttempts: 2, dueAtMs: now }], contract)).toBe(atMs);
  });
});
