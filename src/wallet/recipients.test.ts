import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../postgres/errors.ts';
import type { Queryable } from '../postgres/pool.ts';
import { Recipients } from './recipients.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('with a database that says nothing, who asks behind a question under way waits no longer than who asked it', async () => {
  const db = { query: () => new Promise(() => undefined) } as unknown as Queryable;
  const recipients = new Recipients(db);
  const ended: unknown[] = [];
  const ask = (phone: string) =>
    Promise.resolve(recipients.find('live', phone)).catch((error: unknown) => ended.push(error));
  void ask('256772000001');
  await vi.advanceTimersByTimeAsync(1_000);
  void ask('256772000002');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ended).toEqual([expect.any(DatabaseUnavailable)]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual([expect.any(DatabaseUnavailable), expect.any(DatabaseUnavailable)]);
});

test('what is remembered of a phone in one mode says nothing of the other', async () => {
  const asked: unknown[] = [];
  const db = {
    query: async ({ values: [mode] }: { values: [string] }) => {
      asked.push(mode);
      return { rows: [{ phone: '256772000001', wallet_id: mode === 'live' ? '7' : '8', holder_name: 'Nakato' }] };
    },
  } as unknown as Queryable;
  const recipients = new Recipients(db);
  expect(await recipients.find('live', '256772000001')).toEqual({ walletId: 7, holderName: 'Nakato' });
  expect(await recipients.find('test', '256772000001')).toEqual({ walletId: 8, holderName: 'Nakato' });
  expect(recipients.find('live', '256772000001')).toEqual({ walletId: 7, holderName: 'Nakato' });
  recipients.forget('test', '256772000001');
  expect(recipients.find('live', '256772000001')).toEqual({ walletId: 7, holderName: 'Nakato' });
  expect(asked).toEqual(['live', 'test']);
});
