import { expect, test } from 'vitest';
import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { bandText, changeRows } from './change-rows.ts';

type Change = ProposalObject['change'];
const ofWallet = { client_id: 7, mode: 'live' } as const;

/** The rows of a change as `label: now > proposed`. */
function linesOf(change: Change, before: ProposalObject['before'], client: string | null = null): string[] {
  const rows = changeRows({ change, before, client_name: client } as ProposalObject);
  return rows.map(({ label, now, proposed }) => `${label}: ${now === null ? '' : `${now} > `}${proposed}`);
}

test('a threshold is shown in shillings, and none as None', () => {
  const change: Change = { kind: 'approval_threshold', ...ofWallet, threshold: null };
  expect(linesOf(change, { client: 'Corner Shop', threshold: 50_000 }, 'Corner Shop')).toEqual([
    'Client: Corner Shop',
    'Wallet: Live',
    'Approval threshold: UGX 50,000 > None',
  ]);
});

test('numbers are shown as those that are added, removed and kept, so that none is overlooked in a long list', () => {
  const change: Change = {
    kind: 'withdrawal_numbers',
    ...ofWallet,
    listed_only: false,
    phones: ['256772000001', '256772000002', '256772000003'],
  };
  const before = { client: 'Corner Shop', listed_only: true, phones: ['256772000001', '256772000009'] };
  expect(linesOf(change, before, 'Corner Shop').slice(2)).toEqual([
    'Withdrawals go to: Registered numbers only > Any number',
    'Numbers added: +256 772 000 002\n+256 772 000 003',
    'Numbers removed: +256 772 000 009',
    'Numbers kept: +256 772 000 001',
  ]);
});

test.each([
  [{ up_to: 100_000, fixed: 500, basis_points: 0, minimum: 0, maximum: null }, 'Up to UGX 100,000: UGX 500'],
  [{ up_to: null, fixed: 0, basis_points: 0, minimum: 0, maximum: null }, 'All other amounts: UGX 0'],
  [
    { up_to: null, fixed: 100, basis_points: 150, minimum: 700, maximum: 20_000 },
    'All other amounts: UGX 100 + 1.5 %, at least UGX 700, at most UGX 20,000',
  ],
])('the band %j is %s', (band, text) => {
  expect(bandText(band)).toBe(text);
});

test('a role is named as the pages of people name it', () => {
  const change: Change = {
    kind: 'staff_role',
    email: 'opio@pay.example.ug',
    name: 'Opio Daniel',
    role: 'platform_administrator',
  };
  expect(linesOf(change, { role: null })).toEqual([
    'Person: Opio Daniel',
    'Email: opio@pay.example.ug',
    'Staff role: None > Administrator',
  ]);
});

test.each([
  [0, 'Stops immediately'],
  [3_600_000, 'For 1 hour'],
  [86_400_000, 'For 24 hours'],
  [90_000, 'For 1 min 30 s'],
])('an old key that works %d ms longer: %s', (overlap_ms, text) => {
  const change: Change = { kind: 'api_key_roll', ...ofWallet, api_key_id: 3, overlap_ms };
  const before = { key: 'nk_live_ab', name: 'Web shop', permissions: ['wallet:read'] };
  expect(linesOf(change, before, 'Corner Shop').at(-1)).toBe(`The old key works: ${text}`);
});

test('a new client is shown with its phone', () => {
  const change: Change = { kind: 'client', name: 'Mukasa Hardware', phone: '256772000001' };
  expect(linesOf(change, {})).toEqual(['Name: Mukasa Hardware', 'Phone: +256 772 000 001']);
});

test('signing keys are shown line by line, and an empty list says what it means', () => {
  const change: Change = { kind: 'signing_keys', ...ofWallet, api_key_id: 3, signing_keys: [] };
  const before = { key: 'nsk_live_ab', name: 'Web shop', signing_keys: ['first', 'second'] };
  expect(linesOf(change, before, 'Corner Shop').slice(-2)).toEqual([
    'Key: Web shop (nsk_live_ab…)',
    'Signing keys: first\nsecond > None: requests are not signed',
  ]);
});

test('allowed addresses are shown line by line, and an empty list as Any', () => {
  const change: Change = { kind: 'dashboard_ips', client_id: 7, allowed_ips: [] };
  const before = { client: 'Corner Shop', allowed_ips: ['196.0.3.0/24', '10.1.2.3'] };
  expect(linesOf(change, before, 'Corner Shop')).toEqual([
    'Client: Corner Shop',
    'Allowed addresses: 196.0.3.0/24\n10.1.2.3 > Any',
  ]);
});
