import { describe, expect, test } from 'vitest';
import { type AttemptFailure, type CallKind, decideRetry, parseRetryAfter } from './retry.ts';
import { readVectors } from './testing/vectors.ts';

interface RetryCase {
  readonly name: string;
  readonly call: CallKind;
  readonly failure:
    | { readonly kind: 'not_sent' | 'no_response' }
    | {
        readonly kind: 'response';
        readonly status: number;
        readonly code: string | null;
        readonly has_transaction: boolean;
        readonly transaction_status: string | null;
        readonly retry_after_ms: number | null;
      };
  readonly retries_done: number;
  readonly retries_max: number;
  readonly retry: boolean;
  readonly delay_ms?: { readonly min: number; readonly below: number };
}

const vectors = readVectors<{
  cases: RetryCase[];
  retry_after: { now_ms: number; cases: { header: string | null; ms: number | null }[] };
}>('retries.json');

const almostOne = 1 - Number.EPSILON;

describe('packages/vectors/retries.json', () => {
  test.each(vectors.cases)('$name', ({ call, failure, retries_done, retries_max, retry, delay_ms }) => {
    const budget = { retriesDone: retries_done, retriesMax: retries_max };
    const shortest = decideRetry(call, failureOf(failure), budget, 0);
    const longest = decideRetry(call, failureOf(failure), budget, almostOne);
    if (!retry || delay_ms === undefined) {
      expect([shortest, longest]).toEqual([null, null]);
      return;
    }
    expect(shortest).toBe(delay_ms.min);
    expect(longest).toBe(delay_ms.below - 1);
  });

  test.each(vectors.retry_after.cases)('Retry-After: $header is $ms ms', ({ header, ms }) => {
    expect(parseRetryAfter(header, vectors.retry_after.now_ms)).toBe(ms);
  });
});

function failureOf(failure: RetryCase['failure']): AttemptFailure {
  if (failure.kind !== 'response') return failure;
  return {
    kind: 'response',
    status: failure.status,
    code: failure.code,
    hasTransaction: failure.has_transaction,
    transactionStatus: failure.transaction_status,
    retryAfterMs: failure.retry_after_ms,
  };
}
