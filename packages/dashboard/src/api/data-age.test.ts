import { describe, expect, test } from 'vitest';
import { dataAgeOf, previousWhereCurrent, type ShownQuery } from './data-age.ts';

const now = Date.parse('2026-11-28T09:00:00Z');
const secondsAgo = (seconds: number) => now - seconds * 1000;

const current: ShownQuery = {
  isShown: true,
  isRestored: false,
  hasData: true,
  dataUpdatedAt: secondsAgo(5),
  fetchStatus: 'idle',
  isFailed: false,
};

describe('what is shown is', () => {
  test.each<[outcome: string, query: Partial<ShownQuery>]>([
    ['loaded and at rest, however long ago: events tell of changes', { dataUpdatedAt: secondsAgo(600) }],
    ['loaded again shortly after', { fetchStatus: 'fetching' }],
    ['not there yet', { hasData: false, fetchStatus: 'fetching', dataUpdatedAt: 0 }],
    ['on no page', { isShown: false, isFailed: true }],
  ])('current where it is %s', (_outcome, query) => {
    expect(dataAgeOf([{ ...current, ...query }], now)).toBeNull();
  });

  test.each<[outcome: string, query: Partial<ShownQuery>, isFailed: boolean]>([
    ['was kept, and is loaded again', { isRestored: true, fetchStatus: 'fetching' }, false],
    ['is old, and is loaded again', { fetchStatus: 'fetching', dataUpdatedAt: secondsAgo(91) }, false],
    ['waits for the connection', { fetchStatus: 'paused' }, false],
    ['could not be loaded again', { isFailed: true }, true],
    ['could not be loaded, and is tried again', { isFailed: true, fetchStatus: 'fetching' }, false],
  ])('marked with its time where it %s', (_outcome, query, isFailed) => {
    const shown = { ...current, ...query };
    expect(dataAgeOf([shown], now)).toEqual({ at: shown.dataUpdatedAt, isFailed });
  });

  test('as old as the oldest of it', () => {
    const balance = {
      ...current,
      isRestored: true,
      fetchStatus: 'fetching' as const,
      dataUpdatedAt: secondsAgo(3_600),
    };
    const list = { ...balance, dataUpdatedAt: secondsAgo(7_200) };
    expect(dataAgeOf([current, balance, list], now)?.at).toBe(secondsAgo(7_200));
  });
});

describe('the data of the last query', () => {
  const loaded = (secondsBefore: number, status: 'success' | 'error' = 'success') => ({
    queryHash: 'home',
    state: { dataUpdatedAt: Date.now() - secondsBefore * 1000, status },
  });

  test('is shown until that of the next one is read', () => {
    expect(previousWhereCurrent('UGX 50,000', loaded(30))).toBe('UGX 50,000');
  });

  test.each([
    ['it is old', loaded(120)],
    ['it could not be loaded again', loaded(30, 'error')],
    ['there was none', undefined],
  ])('is not shown where %s', (_why, query) => {
    expect(previousWhereCurrent('UGX 50,000', query)).toBeUndefined();
  });
});
