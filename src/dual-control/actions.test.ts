import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { secondPersonPage } from '../../test/docs/second-person-page.ts';
import { clientRights, platformRights } from '../access/people/rights.ts';
import { type ActionName, actions, type Circumstances, peopleNeeded } from './actions.ts';

const enabled: Circumstances = {
  isLiveEnabled: true,
  isRehearsal: false,
  mode: 'live',
  by: 'staff',
  isLoosening: true,
  reachesThreshold: false,
};

/** People that each action needs: with live money by staff and by a client, tighter, with test money, before live mode, in a rehearsal. */
const table: Readonly<
  Record<
    ActionName,
    readonly [staff: number, client: number, tighter: number, test: number, before: number, rehearsal: number]
  >
> = {
  payment: [1, 1, 1, 1, 1, 1],
  bulk_payout: [1, 1, 1, 1, 1, 1],
  adjustment: [2, 2, 2, 1, 1, 1],
  review_resolution: [2, 2, 2, 1, 1, 1],
  float_booking: [2, 2, 2, 1, 1, 1],
  client: [2, 2, 2, 1, 1, 1],
  client_role: [2, 1, 2, 1, 1, 1],
  staff_role: [2, 2, 2, 1, 1, 1],
  second_factor_removal: [2, 2, 2, 1, 1, 1],
  password_link: [2, 2, 2, 1, 1, 1],
  vouching: [2, 2, 2, 1, 1, 1],
  api_key: [2, 1, 2, 1, 1, 1],
  api_key_roll: [2, 1, 2, 1, 1, 1],
  key_budget: [2, 1, 1, 1, 1, 1],
  signing_keys: [2, 1, 1, 1, 1, 1],
  dashboard_ips: [2, 1, 1, 1, 1, 1],
  wallet_limits: [2, 2, 1, 1, 1, 1],
  approval_threshold: [2, 2, 1, 1, 1, 1],
  withdrawal_numbers: [2, 2, 1, 1, 1, 1],
  fees: [2, 2, 2, 1, 1, 1],
  proof_fork: [2, 2, 2, 1, 1, 1],
  // Whoever rehearses cannot enable it at all.
  live_mode: [2, 2, 2, 1, 2, 1],
};

describe.each(Object.entries(table))('%s', (name, [staff, client, tighter, testMoney, before, rehearsal]) => {
  const needed = (more: Partial<Circumstances>) => peopleNeeded(name as ActionName, { ...enabled, ...more });

  it('needs as many people as the table says', () => {
    expect([
      needed({}),
      needed({ by: 'client' }),
      needed({ isLoosening: false }),
      needed({ mode: 'test' }),
      needed({ isLiveEnabled: false }),
      needed({ isRehearsal: true }),
    ]).toEqual([staff, client, tighter, testMoney, before, rehearsal]);
  });

  it('without a mode counts as live', () => {
    expect(needed({ mode: null })).toBe(staff);
  });

  it('is approved with a right that there is', () => {
    const { approvedWith } = actions[name as ActionName];
    expect([...Object.keys(platformRights), ...Object.keys(clientRights)]).toContain(approvedWith);
  });
});

test.each(['payment', 'bulk_payout'] as const)('a %s from the threshold on needs two in every mode', (name) => {
  for (const mode of ['live', 'test'] as const) {
    expect(peopleNeeded(name, { ...enabled, mode, reachesThreshold: true, isLiveEnabled: false })).toBe(2);
  }
});

test('docs/second-person.md says what the code says (write it again with UPDATE_DOCS=1)', () => {
  const path = new URL('../../docs/second-person.md', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, secondPersonPage());
  expect(readFileSync(path, 'utf8')).toBe(secondPersonPage());
});
