import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Nsimbi } from './client.ts';
import { NotFoundError, RateLimitError, ServerError } from './errors.ts';
import { responds, scriptedFetch } from './testing/scripted-fetch.ts';
import type { CallOptions } from './transport.ts';
import { pauseBetweenReads, waitUntilFinal } from './waiting.ts';

/** Reads that give these results, the last one again and again; an error is thrown. */
function reads(...results: readonly (string | Error)[]) {
  const options: CallOptions[] = [];
  const read = async (given: CallOptions) => {
    options.push(given);
    const result = results[Math.min(options.length, results.length) - 1] ?? '';
    if (result instanceof Error) throw result;
    return { status: result };
  };
  return { read, options };
}

describe('waiting', () => {
  // Nothing but the pauses has a timer here, so that they can pass at once.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }).setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(['completed', 'failed'])('reads until the status is %s', async (status) => {
    const { read, options } = reads('pending', 'processing', status);
    await expect(waitUntilFinal(read)).resolves.toEqual({ status });
    expect(options).toHaveLength(3);
  });

  test('is not ended by failures that pass', async () => {
    const { read } = reads(
      new ServerError('Away.', { code: 'database_unavailable', isRetryable: true }),
      new RateLimitError('Too many.', { code: 'rate_limited', isRetryable: true, retryAfterMs: 60_000 }),
      'completed',
    );
    await expect(waitUntilFinal(read)).resolves.toEqual({ status: 'completed' });
  });

  test('is ended by a failure that does not pass', async () => {
    const { read, options } = reads(new NotFoundError('No.', { code: 'not_found', isRetryable: false }));
    await expect(waitUntilFinal(read)).rejects.toBeInstanceOf(NotFoundError);
    expect(options).toHaveLength(1);
  });

  test('is ended by its time limit, and says what was read last', async () => {
    const { read, options } = reads('processing');
    await expect(waitUntilFinal(read, { timeoutMs: 20_000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      code: 'not_final_in_time',
      message: 'The status was still processing after 20000 ms.',
      isRetryable: true,
    });
    expect(options.every(({ timeoutMs = Number.POSITIVE_INFINITY }) => timeoutMs <= 20_000)).toBe(true);
  });

  test('does not begin a pause that the service asks for and that is longer than the time left', async () => {
    const limited = new RateLimitError('Too many.', { code: 'rate_limited', isRetryable: true, retryAfterMs: 60_000 });
    const { read, options } = reads('processing', limited);
    await expect(waitUntilFinal(read, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'not_final_in_time' });
    expect(options).toHaveLength(2);
  });
});

describe('a client', () => {
  const clientOf = (body: object) => {
    const { fetch, sent } = scriptedFetch(responds(200, body));
    const apiKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';
    return { client: new Nsimbi({ apiKey, baseUrl: 'https://pay.example.ug', fetch }), sent };
  };

  test('waits for a collection by its status', async () => {
    const { client, sent } = clientOf({ success: true, transaction_id: 42, status: 'failed', failure_reason: 'No.' });
    await expect(client.collections.wait(42)).resolves.toMatchObject({ failure_reason: 'No.' });
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/v1/wallet/collections/42/status']);
  });

  test('waits for a payment by its transaction', async () => {
    const { client, sent } = clientOf({ success: true, data: { id: 42, status: 'completed' } });
    await expect(client.wallet.transactions.wait(42)).resolves.toEqual({ id: 42, status: 'completed' });
    expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/v1/wallet/transactions/42']);
  });

  test('stops to wait when its signal aborts', async () => {
    const { client, sent } = clientOf({ success: true, data: { id: 42, status: 'processing' } });
    const controller = new AbortController();
    const waiting = client.wallet.transactions.wait(42, { signal: controller.signal });
    const ended = expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
    controller.abort();
    await ended;
  });
});

describe('the pauses between reads', () => {
  test('grow from a second to five seconds', () => {
    expect([1, 2, 3, 4, 5, 50].map((readsDone) => pauseBetweenReads(readsDone, 1))).toEqual([
      1_000, 1_500, 2_250, 3_375, 5_000, 5_000,
    ]);
  });

  test('are shorter by up to a quarter, so that calls that wait spread', () => {
    expect(pauseBetweenReads(50, 0)).toBe(3_750);
  });
});
