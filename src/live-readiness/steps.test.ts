import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ugx } from '../money/ugx.ts';
import type { AccountAnswer } from '../operators/account-check.ts';
import type { Fact, LiveFacts, OperatorFacts } from './facts.ts';
import { decideSteps, isOpen, type LiveStep } from './steps.ts';

const atMs = Date.UTC(2026, 10, 27, 9, 0);
const minuteMs = 60_000;

function known<Value>(value: Value): Fact<Value> {
  return { is: 'known', value, atMs };
}

function failed<Value>(reason: string): Fact<Value> {
  return { is: 'unknown', reason, atMs: atMs + 5 };
}

const answer = (direction: AccountAnswer['direction'], balance: bigint): AccountAnswer => ({
  direction,
  result: 'ok',
  found: 'received a token and the balance',
  mend: null,
  balance: ugx(balance),
});

const mtn: OperatorFacts = {
  key: 'mtn',
  name: 'MTN',
  isOn: true,
  trial: null,
  answers: known([answer('collection', 0n), answer('payout', 8_000_000n)]),
  callbacks: known({ is: 'arrived' }),
  callbackPath: '/callbacks/mtn/check',
};

const off: OperatorFacts = {
  key: 'airtel',
  name: 'Airtel',
  isOn: false,
  trial: null,
  answers: known([]),
  callbacks: null,
  callbackPath: '/callbacks/airtel',
};

const ready: LiveFacts = {
  atMs,
  settings: {
    publicUrl: 'https://pay.example.ug',
    floatAlert: 5_000_000,
    requireTwoFactor: 'staff-and-live',
    hasMailServer: true,
  },
  operators: [mtn, { ...mtn, key: 'airtel', name: 'Airtel', callbackPath: '/callbacks/airtel' }],
  secondPerson: known({ live: null, isRehearsal: false, unreviewed: 0 }),
  administrators: known([
    { email: 'amina@example.ug', isActive: true, hasSecondFactor: true },
    { email: 'brian@example.ug', isActive: true, hasSecondFactor: true },
  ]),
  database: known({ liveRefusal: null, unsafe: [] }),
  firstPasswords: known([]),
  hasDemoData: known(false),
  processes: known({ api: 2, work: 1, dashboard: 1 }),
  clock: known({ differenceMs: 12, isAlarming: false }),
  backups: known({ checkedMsAgo: 2 * minuteMs, restorableMsAgo: 3 * minuteMs, problem: null }),
  metricsReadMsAgo: known([15_000, 20_000]),
  notified: known([
    { what: 'low floats', people: 2, chat: 'none' },
    { what: 'pending approvals', people: 2, chat: 'none' },
  ]),
  proofs: known({ newestRound: 1_204, lagMs: 4_000, isHistoryProven: true }),
  audit: known({ broken: 0, ageMs: 7 * 60 * minuteMs }),
};

function stepOf(facts: LiveFacts, id: string): LiveStep {
  const step = decideSteps(facts).find((one) => one.id === id);
  if (step === undefined) throw new Error(`there is no step ${id}`);
  return step;
}

describe('a service that is ready', () => {
  it('has every step done, with what was found and nothing to do', () => {
    const steps = decideSteps(ready);
    expect(steps.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(steps.filter(({ next }) => next !== null)).toEqual([]);
    expect(steps.some(isOpen)).toBe(false);
    expect(steps.map(({ id }) => id)).toEqual([
      'credentials_mtn',
      'float_mtn',
      'callbacks_mtn',
      'credentials_airtel',
      'float_airtel',
      'callbacks_airtel',
      'administrators',
      'second_person',
      'public_address',
      'database',
      'first_password',
      'demo_data',
      'processes',
      'clock',
      'backups',
      'metrics',
      'notifications',
      'proofs',
      'audit',
    ]);
    expect(stepOf(ready, 'float_mtn').found).toContain('UGX 8,000,000');
    expect(stepOf(ready, 'processes').found).toBe(
      'Ready: api in 2 processes, work in 1 process, dashboard in 1 process.',
    );
  });

  it('may leave an operator out', () => {
    const facts = { ...ready, operators: [mtn, off] };
    expect(stepOf(facts, 'credentials_airtel')).toMatchObject({ status: 'not_used' });
    expect(decideSteps(facts).some(isOpen)).toBe(false);
    expect(decideSteps(facts).map(({ id }) => id)).not.toContain('float_airtel');
  });

  it('has these steps also after live mode was enabled', () => {
    const live = { enabledAt: '2026-11-27T09:00:00.000Z', proposedBy: 'a@example.ug', approvedBy: 'b@example.ug' };
    const facts = { ...ready, secondPerson: known({ live, isRehearsal: false, unreviewed: 0 }) };
    expect(stepOf(facts, 'second_person')).toMatchObject({
      status: 'done',
      found: expect.stringContaining('since 2026-11-27T09:00:00.000Z'),
    });
  });
});

interface Case {
  readonly what: string;
  readonly id: string;
  readonly facts: Partial<LiveFacts>;
  readonly status: LiveStep['status'];
  readonly found: string;
}

const withMtn = (over: Partial<OperatorFacts>): Partial<LiveFacts> => ({ operators: [{ ...mtn, ...over }] });
const withSettings = (over: Partial<LiveFacts['settings']>): Partial<LiveFacts> => ({
  settings: { ...ready.settings, ...over },
});
const withAnswer = (over: Partial<AccountAnswer>): Partial<LiveFacts> =>
  withMtn({ answers: known([answer('collection', 0n), { ...answer('payout', 8_000_000n), ...over }]) });
const withBackup = (over: object): Partial<LiveFacts> => ({
  backups: known({ checkedMsAgo: minuteMs, restorableMsAgo: minuteMs, problem: null, ...over }),
});

const cases: readonly Case[] = [
  {
    what: 'no operator is connected',
    id: 'credentials_airtel',
    facts: { operators: [off] },
    status: 'to_do',
    found: 'No operator is connected',
  },
  {
    what: 'an operator is the sandbox',
    id: 'credentials_mtn',
    facts: withMtn({ trial: 'NSIMBI_MTN_TARGET_ENVIRONMENT is sandbox' }),
    status: 'to_do',
    found: 'No real money moves at MTN: NSIMBI_MTN_TARGET_ENVIRONMENT is sandbox.',
  },
  {
    what: 'credentials are refused',
    id: 'credentials_mtn',
    facts: withAnswer({
      result: 'problem',
      found: 'MTN does not accept NSIMBI_MTN_API_KEY (HTTP 401)',
      mend: 'copy it again',
      balance: null,
    }),
    status: 'to_do',
    found: 'MTN does not accept NSIMBI_MTN_API_KEY (HTTP 401).',
  },
  {
    what: 'an operator does not respond',
    id: 'credentials_mtn',
    facts: withAnswer({ result: 'warning', found: 'momo.example did not respond', mend: 'try again', balance: null }),
    status: 'unknown',
    found: 'momo.example did not respond.',
  },
  {
    what: 'the account for payouts is empty',
    id: 'credentials_mtn',
    facts: withAnswer({ result: 'warning', mend: 'fund it', balance: ugx(0n) }),
    status: 'done',
    found: 'issued tokens',
  },
  {
    what: 'the check of an operator failed',
    id: 'credentials_mtn',
    facts: withMtn({ answers: failed('it took longer than 10 s') }),
    status: 'unknown',
    found: 'This could not be checked: it took longer than 10 s.',
  },
  {
    what: 'a float is low',
    id: 'float_mtn',
    facts: withAnswer({ balance: ugx(4_999_999n) }),
    status: 'to_do',
    found: 'UGX 4,999,999',
  },
  {
    what: 'a float is just enough',
    id: 'float_mtn',
    facts: withAnswer({ balance: ugx(5_000_000n) }),
    status: 'done',
    found: 'UGX 5,000,000',
  },
  {
    what: 'a float is not reported',
    id: 'float_mtn',
    facts: withAnswer({ balance: null }),
    status: 'unknown',
    found: 'did not report the balance',
  },
  {
    what: 'there is no public address',
    id: 'callbacks_mtn',
    facts: { ...withSettings({ publicUrl: null }), ...withMtn({ callbacks: null }) },
    status: 'to_do',
    found: 'MTN can send no callbacks',
  },
  {
    what: 'callbacks reach something else',
    id: 'callbacks_mtn',
    facts: withMtn({ callbacks: known({ is: 'answered_by_other', status: 404 }) }),
    status: 'to_do',
    found: 'https://pay.example.ug/callbacks/mtn/check was answered with HTTP 404',
  },
  {
    what: 'callbacks reach nothing',
    id: 'callbacks_mtn',
    facts: withMtn({ callbacks: known({ is: 'not_reached', reason: 'ECONNREFUSED' }) }),
    status: 'to_do',
    found: 'ECONNREFUSED',
  },
  {
    what: 'the network may not lead back',
    id: 'callbacks_mtn',
    facts: withMtn({ callbacks: known({ is: 'not_reached', reason: 'no answer in time' }) }),
    status: 'unknown',
    found: 'A request from this machine',
  },
  {
    what: 'only one administrator has a second factor',
    id: 'administrators',
    facts: {
      administrators: known([
        { email: 'a@example.ug', isActive: true, hasSecondFactor: true },
        { email: 'b@example.ug', isActive: true, hasSecondFactor: false },
      ]),
    },
    status: 'to_do',
    found: '1 administrator has a second factor',
  },
  {
    what: 'the second administrator cannot sign in yet',
    id: 'administrators',
    facts: {
      administrators: known([
        { email: 'a@example.ug', isActive: true, hasSecondFactor: true },
        { email: 'b@example.ug', isActive: false, hasSecondFactor: true },
      ]),
    },
    status: 'to_do',
    found: '1 administrator',
  },
  {
    what: 'it is a rehearsal',
    id: 'second_person',
    facts: { secondPerson: known({ live: null, isRehearsal: true, unreviewed: 0 }) },
    status: 'to_do',
    found: 'rehearsal',
  },
  {
    what: 'second factors are off',
    id: 'second_person',
    facts: withSettings({ requireTwoFactor: 'off' }),
    status: 'to_do',
    found: 'NSIMBI_REQUIRE_TWO_FACTOR is off',
  },
  {
    what: 'a change of one person was not reviewed',
    id: 'second_person',
    facts: { secondPerson: known({ live: null, isRehearsal: false, unreviewed: 1 }) },
    status: 'to_do',
    found: '1 change was made without a second person',
  },
  {
    what: 'the public address is not set',
    id: 'public_address',
    facts: withSettings({ publicUrl: null }),
    status: 'to_do',
    found: 'is not set',
  },
  {
    what: 'the public address is this machine',
    id: 'public_address',
    facts: withSettings({ publicUrl: 'http://127.0.0.1:4500' }),
    status: 'to_do',
    found: 'only this machine',
  },
  {
    what: 'the public address is http',
    id: 'public_address',
    facts: withSettings({ publicUrl: 'http://pay.example.ug' }),
    status: 'to_do',
    found: 'is http',
  },
  {
    what: 'the database is a copy',
    id: 'database',
    facts: { database: known({ liveRefusal: 'other_installation', unsafe: [] }) },
    status: 'to_do',
    found: 'another installation',
  },
  {
    what: 'the login may do more than serve',
    id: 'database',
    facts: { database: known({ liveRefusal: 'owner_login', unsafe: [] }) },
    status: 'to_do',
    found: 'more than serve',
  },
  {
    what: 'commits can be lost',
    id: 'database',
    facts: {
      database: known({
        liveRefusal: null,
        unsafe: [
          {
            name: 'fsync',
            value: 'off',
            risk: 'a power cut could lose payments',
            remedy: 'ALTER SYSTEM SET fsync = on;',
          },
        ],
      }),
    },
    status: 'to_do',
    found: 'fsync is off: a power cut could lose payments.',
  },
  {
    what: 'the first password is still there',
    id: 'first_password',
    facts: { firstPasswords: known(['admin@nsimbi.local']) },
    status: 'to_do',
    found: 'admin@nsimbi.local',
  },
  {
    what: 'there is demo data',
    id: 'demo_data',
    facts: { hasDemoData: known(true) },
    status: 'to_do',
    found: 'demo data',
  },
  {
    what: 'no process works',
    id: 'processes',
    facts: { processes: known({ api: 1, dashboard: 1 }) },
    status: 'to_do',
    found: 'No process is ready for: work.',
  },
  {
    what: 'the clock was set',
    id: 'clock',
    facts: { clock: known({ differenceMs: -90_000, isAlarming: true }) },
    status: 'to_do',
    found: '90 seconds behind',
  },
  {
    what: 'no backup was checked',
    id: 'backups',
    facts: { backups: known(null) },
    status: 'to_do',
    found: 'No check of the backups',
  },
  {
    what: 'the check of the backups is old',
    id: 'backups',
    facts: withBackup({ checkedMsAgo: 16 * minuteMs }),
    status: 'to_do',
    found: '16 minutes ago',
  },
  {
    what: 'the check of the backups found a problem',
    id: 'backups',
    facts: withBackup({ problem: 'round 7: another one was published with this number' }),
    status: 'to_do',
    found: 'Round 7: another one was published with this number.',
  },
  {
    what: 'there is no backup',
    id: 'backups',
    facts: withBackup({ restorableMsAgo: null, problem: 'stanza nsimbi has no usable backup' }),
    status: 'to_do',
    found: 'no usable backup',
  },
  {
    what: 'the restorable point is old',
    id: 'backups',
    facts: withBackup({ restorableMsAgo: 180 * minuteMs }),
    status: 'to_do',
    found: '3 hours ago',
  },
  {
    what: 'metrics of one process are not read',
    id: 'metrics',
    facts: { metricsReadMsAgo: known([15_000, null]) },
    status: 'to_do',
    found: '1 of 2 processes',
  },
  {
    what: 'metrics are not read any more',
    id: 'metrics',
    facts: { metricsReadMsAgo: known([6 * minuteMs]) },
    status: 'to_do',
    found: '0 of 1 process',
  },
  {
    what: 'no process is ready',
    id: 'metrics',
    facts: { metricsReadMsAgo: known([]) },
    status: 'to_do',
    found: 'No process is ready',
  },
  {
    what: 'nobody chose low floats',
    id: 'notifications',
    facts: { notified: known([{ what: 'low floats', people: 0, chat: 'none' }]) },
    status: 'to_do',
    found: 'Nobody is notified of low floats.',
  },
  {
    what: 'no mails are sent',
    id: 'notifications',
    facts: withSettings({ hasMailServer: false }),
    status: 'to_do',
    found: 'low floats and pending approvals',
  },
  {
    what: 'a chat gets it without mails',
    id: 'notifications',
    facts: {
      ...withSettings({ hasMailServer: false }),
      notified: known([{ what: 'low floats', people: 0, chat: 'working' }]),
    },
    status: 'done',
    found: 'low floats',
  },
  {
    what: 'the chat does not accept messages',
    id: 'notifications',
    facts: {
      ...withSettings({ hasMailServer: false }),
      notified: known([{ what: 'low floats', people: 0, chat: 'failing' }]),
    },
    status: 'to_do',
    found: 'the last message to the chat was not accepted',
  },
  {
    what: 'nothing was proven',
    id: 'proofs',
    facts: { proofs: known({ newestRound: null, lagMs: 0, isHistoryProven: true }) },
    status: 'to_do',
    found: 'No round',
  },
  {
    what: 'the proofs are behind',
    id: 'proofs',
    facts: { proofs: known({ newestRound: 4, lagMs: 20 * minuteMs, isHistoryProven: true }) },
    status: 'to_do',
    found: '20 minutes ago',
  },
  {
    what: 'the history is not proven',
    id: 'proofs',
    facts: { proofs: known({ newestRound: 4, lagMs: 0, isHistoryProven: false }) },
    status: 'to_do',
    found: 'before the proofs began',
  },
  { what: 'nobody audited', id: 'audit', facts: { audit: known(null) }, status: 'to_do', found: 'not audited yet' },
  {
    what: 'the audit is old',
    id: 'audit',
    facts: { audit: known({ broken: 0, ageMs: 72 * 60 * minuteMs }) },
    status: 'to_do',
    found: '3 days ago',
  },
  {
    what: 'the books are wrong',
    id: 'audit',
    facts: { audit: known({ broken: 2, ageMs: minuteMs }) },
    status: 'to_do',
    found: '2 broken rules',
  },
];

describe('a step says what is missing and what to do next', () => {
  it.each(cases)('$what: $id', ({ id, facts, status, found }) => {
    const step = stepOf({ ...ready, ...facts }, id);
    expect(step).toMatchObject({ status, found: expect.stringContaining(found) });
    expect(step.found).toMatch(/[.]$/);
    if (status === 'done') expect(step.next).toBeNull();
    else expect(step.next).toMatch(/[.;]$/);
    expect(isOpen(step)).toBe(status !== 'done');
  });
});

it('docs/go-live.md has a row for each step', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/go-live.md'), 'utf8');
  const [, ofSteps = ''] = page.split('\n## Steps\n');
  const rows = [...(ofSteps.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell);
  const titles = decideSteps({ ...ready, operators: [mtn] }).map(({ title }) => title.replace('MTN', 'an operator'));
  expect(rows.slice(2).sort()).toEqual(titles.sort());
});

it('a fact that is not known leaves its own step unknown, at its own time, and no other', () => {
  const names = [
    'secondPerson',
    'administrators',
    'database',
    'firstPasswords',
    'hasDemoData',
    'processes',
    'clock',
    'backups',
    'metricsReadMsAgo',
    'notified',
    'proofs',
    'audit',
  ] as const;
  for (const name of names) {
    const open = decideSteps({ ...ready, [name]: failed('the connection was lost') }).filter(isOpen);
    expect(open, name).toHaveLength(1);
    expect(open[0], name).toMatchObject({
      status: 'unknown',
      found: 'This could not be checked: the connection was lost.',
      checkedAtMs: atMs + 5,
    });
  }
});

it('nothing is known, and every step still says so', () => {
  const none = Object.fromEntries(
    Object.entries(ready).map(([name, fact]) => [
      name,
      typeof fact === 'object' && 'is' in fact ? failed('away') : fact,
    ]),
  );
  const operators = [{ ...mtn, answers: failed<never>('away'), callbacks: failed<never>('away') }];
  const steps = decideSteps({ ...ready, ...none, operators });
  expect(steps.filter(({ id }) => id !== 'public_address').map(({ status }) => status)).toEqual(
    Array.from({ length: steps.length - 1 }, () => 'unknown'),
  );
});
