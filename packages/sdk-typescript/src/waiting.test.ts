import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Nsimbi } from './client.ts';
import { breaks, fails, responds, type Step, scriptedFetch } from './testing/scripted-fetch.ts';
import { pauseBetweenReads } from './waiting.ts';

const apiKey = 'nsk_test_abcdefghijkl.0123456789012345678901234567890123456789';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

function clientOf(...steps: readonly [Step, ...Step[]]) {
  const { fetch, sent } = scriptedFetch(...steps);
  return { client: new Nsimbi({ apiKey, baseUrl: 'https://pay.example.ug', fetch }), sent };
}

const collection = (status: string) => responds(200, { success: true, transaction_id: 42, status });

test('a collection is read until it has ended, also when it failed', async () => {
  for (const status of ['completed', 'failed']) {
    const { client, sent } = clientOf(collection('processing'), collection('processing'), collection(status));
    await expect(client.collections.wait(42)).resolves.toMatchObject({ status });
    expect(sent.map(({ url }) => url.pathname)).toEqual(Array(3).fill('/api/v1/wallet/collections/42/status'));
  }
});

test('a lost connection, a rate limit and a database that is away do not end it', async () => {
  const { client } = clientOf(
    breaks('ECONNRESET'),
    fails(429, 'rate_limited', { 'retry-after': '30' }),
    fails(503, 'database_unavailable', { 'retry-after': '2' }),
    collection('completed'),
  );
  await expect(client.collections.wait(42)).resolves.toMatchObject({ status: 'completed' });
});

test('what cannot pass ends it at once', async () => {
  const { client, sent } = clientOf(fails(404, 'not_found'));
  await expect(client.collections.wait(42)).rejects.toMatchObject({ name: 'NotFoundError' });
  expect(sent).toHaveLength(1);
});

test('without an end in time it fails, and says what was read last', async () => {
  const { client } = clientOf(collection('processing'));
  await expect(client.collections.wait(42, { timeoutMs: 20_000 })).rejects.toMatchObject({
    name: 'TimeoutError',
    code: 'not_final_in_time',
    message: 'The status was still processing after 20000 ms.',
    isRetryable: true,
  });
});

test('a signal ends it', async () => {
  const { client, sent } = clientOf(collection('processing'));
  const controller = new AbortController();
  const waiting = client.wallet.transactions.wait(42, { signal: controller.signal });
  const ended = expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(0));
  controller.abort();
  await ended;
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
