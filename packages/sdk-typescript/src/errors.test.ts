import { describe, expect, test } from 'vitest';
import { errorOfResponse, type FailedCallData, type FieldErrors, NsimbiError } from './errors.ts';
import type { CallKind } from './retry.ts';
import { readVectors } from './testing/vectors.ts';

interface ErrorCase {
  readonly name: string;
  readonly call: CallKind;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly class: string;
  readonly code: string;
  readonly is_retryable: boolean;
  readonly message?: string;
  readonly fields?: FieldErrors;
  readonly data?: FailedCallData | null;
  readonly request_id?: string;
  readonly retry_after_ms?: number;
}

const { cases } = readVectors<{ cases: ErrorCase[] }>('errors.json');

describe('packages/vectors/errors.json', () => {
  test.each(cases)('$name', (one) => {
    const headers = new Headers(one.headers);
    const response = { status: one.status, header: (name: string) => headers.get(name), body: one.body };
    const { error } = errorOfResponse(one.call, response, 'order-1', 0);
    expect(error).toBeInstanceOf(NsimbiError);
    expect(error.name).toBe(one.class);
    expect(error).toMatchObject({
      code: one.code,
      status: one.status,
      isRetryable: one.is_retryable,
      fields: one.fields ?? {},
      retryAfterMs: one.retry_after_ms ?? null,
      idempotencyKey: 'order-1',
    });
    if (one.message !== undefined) expect(error.message).toBe(one.message);
    if (one.request_id !== undefined) expect(error.requestId).toBe(one.request_id);
    if (one.data !== undefined) expect(error.data).toEqual(one.data);
  });
});
