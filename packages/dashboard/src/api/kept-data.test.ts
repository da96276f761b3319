import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { previousWhereCurrent } from './data-age.ts';
import { isRestored, type KeptStorage, keepData } from './kept-data.ts';
import { createQueryClient } from './query-client.ts';
import { type ClientRight, type Me, meQuery } from './session.ts';

const home = ['clients', '7', 'live', 'home'];
const list = ['clients', '7', 'live', 'transactions', 'list', {}, null];
const noon = new Date('2026-11-28T09:00:00Z');

/** The storage of a tab, which outlives the page. */
class TabStorage implements KeptStorage {
  readonly items = new Map<string, string>();
  getItem(name: string) {
    return this.items.get(name) ?? null;
  }
  setItem(name: string, value: string) {
    this.items.set(name, value);
  }
  removeItem(name: string) {
    this.items.delete(name);
  }
}

let storage: TabStorage;
beforeEach(() => {
  storage = new TabStorage();
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that is loaded, with the cache that it begins with. */
function loadPage(): QueryClient {
  const client = createQueryClient(() => {});
  onTestFinished(keepData(client, storage));
  return client;
}

/** The service says who is signed in. */
function signIn(client: QueryClient, id: string, rights: readonly ClientRight[] = ['home.read', 'transactions.read']) {
  const me: Me = {
    person: {
      id,
      email: `${id}@example.ug`,
      name: id,
      two_factor_enabled: true,
      app_enabled: true,
      two_factor_required: 'nothing',
    },
    platform_role: null,
    rights: [],
    client_rights: { test: [], live: [] },
    clients: [
      {
        client_id: 7,
        name: 'Shop',
        role: 'client_owner',
        two_factor_required: false,
        address_allowed: true,
        rights: { test: rights, live: rights },
      },
    ],
  };
  client.setQueryData(meQuery.queryKey, me);
}

/** A clerk has looked at the home and left the page. */
function visit(id = 'amina', queryKey: readonly unknown[] = home): void {
  const client = loadPage();
  signIn(client, id);
  client.setQueryData(queryKey, { available: 50_000 });
  vi.advanceTimersByTime(2_000);
}

describe('what a page showed', () => {
  test('is there at once when the page is loaded again, as of when it was loaded, until it is loaded again', async () => {
    visit();
    vi.setSystemTime(new Date('2026-11-28T11:00:00Z'));
    const client = loadPage();
    expect(client.getQueryData(home)).toBeUndefined();
    signIn(client, 'amina');
    expect(client.getQueryData(home)).toEqual({ available: 50_000 });
    const query = client.getQueryCache().find({ queryKey: home })!;
    expect([query.state.dataUpdatedAt, isRestored(query)]).toEqual([noon.getTime(), true]);

    const observer = new QueryObserver(client, { queryKey: home, queryFn: async () => ({ available: 20_000 }) });
    onTestFinished(observer.subscribe(() => {}));
    await vi.advanceTimersByTimeAsync(1_500);
    expect([client.getQueryData(home), isRestored(query)]).toEqual([{ available: 20_000 }, false]);
  });

  test('does not stand in for the data of another query, until it is loaded again', () => {
    visit();
    const client = loadPage();
    signIn(client, 'amina');
    const query = client.getQueryCache().find({ queryKey: home })!;
    expect(previousWhereCurrent(query.state.data, query)).toBeUndefined();
    client.setQueryData(home, { available: 20_000 });
    expect(previousWhereCurrent(query.state.data, query)).toEqual({ available: 20_000 });
  });

  test('is nobody else’s, and is gone when somebody else has signed in', () => {
    visit('amina');
    const client = loadPage();
    signIn(client, 'brian');
    expect(client.getQueryData(home)).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });

  test('is gone when the person signs out, and is not written again by what still comes', () => {
    const client = loadPage();
    signIn(client, 'amina');
    client.setQueryData(home, { available: 50_000 });
    vi.advanceTimersByTime(2_000);
    expect(storage.items.size).toBe(1);
    client.clear();
    expect(storage.items.size).toBe(0);
    client.setQueryData(home, { available: 50_000 });
    vi.advanceTimersByTime(2_000);
    expect(storage.items.size).toBe(0);
  });

  test('is gone when the session has ended', () => {
    const client = loadPage();
    signIn(client, 'amina');
    client.setQueryData(home, { available: 50_000 });
    vi.advanceTimersByTime(2_000);
    client.removeQueries({ queryKey: meQuery.queryKey });
    expect(storage.items.size).toBe(0);
  });

  test('is not shown after the person lost the right to see it', () => {
    visit();
    const client = loadPage();
    signIn(client, 'amina', ['transactions.read']);
    expect(client.getQueryData(home)).toBeUndefined();
  });

  test('is not shown after half a day', () => {
    visit();
    vi.setSystemTime(new Date('2026-11-28T22:00:00Z'));
    const client = loadPage();
    signIn(client, 'amina');
    expect(client.getQueryData(home)).toBeUndefined();
  });

  test.each([
    ['the first page of a list', list, true],
    ['a later page of a list', [...list.slice(0, -1), 'cursor'], false],
    ['one transaction', ['clients', '7', 'live', 'transactions', '42'], false],
    ['payments that wait for an approval', ['clients', '7', 'live', 'approvals', {}, null], false],
    ['a quote', ['clients', '7', 'live', 'quote', { amount: 5_000 }], false],
    ['anything of the platform', ['platform', 'reviews', {}, null], false],
  ])('is kept or not: %s', (_what, queryKey, isKept) => {
    visit('amina', queryKey);
    const client = loadPage();
    signIn(client, 'amina');
    expect(client.getQueryData(queryKey) !== undefined).toBe(isKept);
  });
});

test('a storage that is broken, full or forbidden keeps nothing, and the pages work', () => {
  storage.setItem('nsimbi.kept-data', '{"personId":"amina","queries":');
  visit('amina');
  storage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  storage.getItem = () => {
    throw new Error('SecurityError');
  };
  const client = loadPage();
  signIn(client, 'amina');
  client.setQueryData(home, { available: 1 });
  vi.advanceTimersByTime(2_000);
  expect(client.getQueryData(home)).toEqual({ available: 1 });
});
