import { describe, expect, test } from 'vitest';
import type {
  FoundTransaction,
  PlatformSearchResult,
  SearchResult,
} from '../../../../src/http/dashboard/schemas/search.ts';
import type { Me } from '../api/session.ts';
import {
  listSection,
  nextActive,
  type SearchSection,
  searchPathOf,
  searchPlaceOf,
  sectionsOf,
  summaryOf,
} from './search-options.ts';

const transaction = (id: number, mode: 'live' | 'test' = 'test'): FoundTransaction => ({
  client_id: 3,
  mode,
  id,
  reference: `SM_1781000000_${id}`,
  type: 'payment_sent',
  status: 'completed',
  direction: 'out',
  amount: 25_000,
  description: null,
  counterparty: { phone: '256772000001', name: 'Grace Namuli' },
  created_at: '2026-11-27T09:00:00.000Z',
});
const nothing: SearchResult = { opens: null, groups: [], other_mode: null, free_text_from: null, is_complete: true };
const nothingAtAll: PlatformSearchResult = {
  opens: null,
  groups: [],
  free_text_from: null,
  is_complete: true,
  clients: [],
  has_more_clients: false,
  client_names: {},
};
const shape = (sections: readonly SearchSection[]) =>
  sections.map(({ title, options }) => [title, options.map(({ to }) => to)]);

describe('the results of a search', () => {
  test('begin with exact matches, and end with the way to all of a group', () => {
    const sections = sectionsOf({
      ...nothing,
      groups: [
        { kind: 'amount', is_exact: false, transactions: [transaction(8)], has_more: true, more: { amount: 25_000 } },
        {
          kind: 'transaction',
          is_exact: true,
          transactions: [transaction(42)],
          has_more: false,
          more: { search: '42' },
        },
      ],
    });
    expect(shape(sections)).toEqual([
      ['This id or reference', ['/clients/3/test/transactions/42']],
      [
        'This amount, with the fee or without it: the newest 1',
        ['/clients/3/test/transactions/8', '/clients/3/test/transactions'],
      ],
    ]);
    expect(sections[1]?.options[1]).toMatchObject({ search: { amount: 25_000 }, shows: { is: 'list' } });
  });

  test('say when what was searched is in the other mode', () => {
    const found = { ...nothing, other_mode: { mode: 'test', transactions: [transaction(42)] } } as const;
    expect(shape(sectionsOf(found))).toEqual([
      ['Not in live mode, but in test mode', ['/clients/3/test/transactions/42']],
    ]);
  });

  test('of staff name the client and the mode, and have clients', () => {
    const sections = sectionsOf({
      ...nothingAtAll,
      groups: [{ kind: 'text', is_exact: false, transactions: [transaction(8, 'live')], has_more: true, more: null }],
      clients: [{ client_id: 3, name: 'Corner Shop', phone: '256772000009' }],
      client_names: { 3: 'Corner Shop' },
    });
    expect(shape(sections)).toEqual([
      ['Clients', ['/platform/clients/3']],
      ['Name or note: the newest 1', ['/clients/3/live/transactions/8']],
    ]);
    expect(sections[1]?.options[0]?.shows).toMatchObject({ client: 'Corner Shop, live' });
  });

  test('are followed by the list of the client that is open', () => {
    expect(listSection({ clientId: '3', mode: 'live' }, 'Namuli').options).toMatchObject([
      { to: '/clients/3/live/transactions', search: { search: 'Namuli' } },
    ]);
  });

  test.each([
    [nothing, 0, 'Nothing found.'],
    [nothing, 1, '1 result.'],
    [
      { ...nothing, free_text_from: '2026-08-29T12:00:00.000Z' },
      2,
      '2 results. Phones, amounts, names and notes were searched in payments since 29 Aug 2026.',
    ],
    [{ ...nothing, is_complete: false }, 0, 'Nothing found. Not everything could be searched in time: try it again.'],
  ])('are summed up: %#', (result, found, text) => {
    expect(summaryOf(result, found)).toBe(text);
  });
});

test.each([
  [0, 'ArrowDown', 3, 1],
  [2, 'ArrowDown', 3, 0],
  [0, 'ArrowUp', 3, 2],
  [1, 'ArrowUp', 3, 0],
  [0, 'ArrowDown', 0, 0],
] as const)('from option %i %s of %i leads to option %i', (active, key, count, next) => {
  expect(nextActive(active, key, count)).toBe(next);
});

describe('the place of a search', () => {
  const person = { id: '1', email: 'a@example.ug', name: 'A', app_enabled: false };
  const me = (of: Partial<Me> & { readonly twoFactor?: boolean }): Me => ({
    person: { ...person, two_factor_enabled: of.twoFactor ?? false, two_factor_required: 'staff_and_live' },
    platform_role: null,
    rights: [],
    client_rights: { test: [], live: [] },
    clients: [],
    ...of,
  });
  const openClient = { clientId: '3', mode: 'test' } as const;
  const staff = { platform_role: 'platform_support', rights: ['clients.read'] } as const;

  test('is the client that is open, and all clients for staff', () => {
    expect(searchPlaceOf(me({}), null)).toBeNull();
    expect(searchPlaceOf(me({}), openClient)).toEqual({ is: 'client', ...openClient });
    expect(searchPlaceOf(me({ ...staff, twoFactor: true }), openClient)).toEqual({ is: 'platform' });
    expect(searchPlaceOf(me({ ...staff, twoFactor: true }), null)).toEqual({ is: 'platform' });
  });

  test('is the client for staff without the second factor that the pages of the platform need', () => {
    expect(searchPlaceOf(me(staff), openClient)).toEqual({ is: 'client', ...openClient });
    expect(searchPlaceOf(me(staff), null)).toBeNull();
  });

  test('has a path of its own', () => {
    expect(searchPathOf({ is: 'platform' })).toBe('/platform/search');
    expect(searchPathOf({ is: 'client', ...openClient })).toBe('/clients/3/test/search');
  });
});
