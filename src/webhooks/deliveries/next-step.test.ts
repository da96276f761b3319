import { describe, expect, test } from 'vitest';
import { type AttemptMade, nextStep } from './next-step.ts';

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
