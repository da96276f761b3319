import { describe, expect, test } from 'vitest';
import type { RecordedCall } from '../../../packages/operator-stand-ins/src/report/observation.ts';
import { reportOn, rules } from '../../../packages/operator-stand-ins/src/report/report.ts';
import { call, judge, nowMs, observationOf, payment, query, type Seen } from './observation.fixture.ts';

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const unknown = { meaning: 'unknown', answer: 'reset' } as const;
const airtelPayout = { operator: 'airtel', kind: 'payout', product: null, phone: '701234567' } as const;
const pending = { turns: [{ atMs: 1_000, outcome: 'open' }] } as const;
const forged = { atMs: 2_000, genuine: false, answer: 200 } as const;
const genuine = { atMs: 3_000, genuine: true, answer: 200 } as const;
const downAt = (index: number): RecordedCall =>
  call({ ...unknown, answer: 503, reference: `down-${index}`, atMs: 1_000 + index * 100 });
const token = (atMs: number): RecordedCall =>
  call({ kind: 'token', reference: null, phone: null, amount: null, atMs, answer: 200 });

/** For each rule, a client that makes the mistake and one that avoids it. */
const clients: readonly (readonly [number: number, client: string, seen: Seen, is: 'made' | 'avoided'])[] = [
  [1, 'never asks after 202', { calls: [call()], payments: [payment()] }, 'made'],
  [1, 'asks only before the end', { calls: [call(), query({ outcome: 'open' })], payments: [payment()] }, 'made'],
  [1, 'asks until the state is final', { calls: [call(), query()], payments: [payment()] }, 'avoided'],

  [2, 'charges again after a timeout', { calls: [call(unknown), call({ atMs: 2_000, reference: 'second' })] }, 'made'],
  [2, 'forgets a payment without an answer', { calls: [call(unknown)] }, 'made'],
  [2, 'asks by the reference', { calls: [call(unknown), query({ outcome: 'open' })] }, 'avoided'],
  [
    2,
    'asks while its first connection is still open',
    { calls: [call({ ...unknown, answer: 'silence', endedAtMs: null }), query()] },
    'avoided',
  ],
  [
    2,
    'charges again while its first connection is still open',
    { calls: [call({ ...unknown, answer: 'silence', endedAtMs: null }), call({ atMs: 6_000, reference: 'second' })] },
    'made',
  ],
  [2, 'sends the reference again in the same millisecond', { calls: [call(unknown), call()] }, 'avoided'],
  [
    2,
    'charges again after a final failure',
    { calls: [call(unknown), query({ outcome: 'failed' }), call({ atMs: 6_000, reference: 'second' })] },
    'avoided',
  ],

  [3, 'takes 409 as a failure', { calls: [call({ meaning: 'duplicate', answer: 409 })] }, 'made'],
  [
    3,
    'charges again after 409',
    { calls: [call({ meaning: 'duplicate' }), call({ atMs: 2_000, reference: 'second' }), query()] },
    'made',
  ],
  [3, 'asks after 409', { calls: [call({ meaning: 'duplicate', answer: 409 }), query()] }, 'avoided'],

  [
    4,
    'repeats INVALID_CURRENCY with new references',
    {
      calls: times(3, (index) =>
        call({ meaning: 'refused', reason: 'configuration', answer: 500, reference: `r${index}`, atMs: index }),
      ),
    },
    'made',
  ],
  [4, 'stops at INVALID_CURRENCY', { calls: [call({ meaning: 'refused', reason: 'configuration' })] }, 'avoided'],

  [5, 'waits for a callback that does not come', { calls: [call()], payments: [payment()] }, 'made'],
  [
    5,
    'did not take the callback, and does not ask',
    { payments: [payment({ callbacks: [{ ...genuine, answer: 'timed out' }] })] },
    'made',
  ],
  [5, 'asks 21 times in one second', { calls: times(21, (index) => query({ atMs: 1_000 + index })) }, 'made'],
  [5, 'asks without a callback', { calls: [call(), query()], payments: [payment()] }, 'avoided'],

  [
    6,
    'refuses the second copy',
    { payments: [payment({ callbacks: [genuine, { ...genuine, answer: 500 }] })] },
    'made',
  ],
  [6, 'takes both copies', { payments: [payment({ callbacks: [genuine, genuine] })] }, 'avoided'],

  [7, 'believes a forged callback', { calls: [call()], payments: [payment({ callbacks: [forged] })] }, 'made'],
  [7, 'refuses a forged callback', { payments: [payment({ callbacks: [{ ...forged, answer: 401 }] })] }, 'avoided'],
  [7, 'asks after a forged callback', { calls: [query()], payments: [payment({ callbacks: [forged] })] }, 'avoided'],

  [8, 'gives up on a pending payment', { calls: [query({ outcome: 'open' })], payments: [payment(pending)] }, 'made'],
  [
    8,
    'asks ever more rarely',
    { calls: [query({ outcome: 'open', atMs: nowMs / 2 })], payments: [payment(pending)] },
    'avoided',
  ],

  ...(
    [
      ['drops a late success that it was called about', [query({ outcome: 'failed', atMs: 2_500 })], [genuine], 'made'],
      ['does not look again within the hour', [query({ outcome: 'failed', atMs: 2_500 })], [], 'made'],
      ['reads a late success', [query({ outcome: 'failed', atMs: 2_500 }), query()], [], 'avoided'],
    ] as const
  ).map(
    ([client, calls, callbacks, is]) =>
      [
        9,
        client,
        {
          calls,
          payments: [
            payment({
              callbacks,
              turns: [
                { atMs: 1_000, outcome: 'open' },
                { atMs: 2_000, outcome: 'failed' },
                { atMs: 3_000, outcome: 'succeeded' },
              ],
            }),
          ],
        },
        is,
      ] as const,
  ),

  [
    10,
    'prompts while a prompt is open',
    { payments: [payment(), payment({ reference: 'second', createdAtMs: 2_000 })] },
    'made',
  ],
  [
    10,
    'prompts after the first prompt ended',
    { payments: [payment(), payment({ reference: 'second', createdAtMs: 4_000 })] },
    'avoided',
  ],

  [12, 'fails a payment for its token', { calls: [call({ meaning: 'unauthorized', answer: 401 })] }, 'made'],
  [12, 'sends the refused token again', { calls: [call({ meaning: 'unauthorized' }), call({ atMs: 2_000 })] }, 'made'],
  [
    12,
    'sends another reference with a new token',
    { calls: [call({ meaning: 'unauthorized' }), call({ atMs: 2_000, reference: 'second', token: 2 })] },
    'made',
  ],
  [12, 'fetches a token for each payment', { calls: times(6, (index) => token(index * 100)) }, 'made'],
  [
    12,
    'repeats the reference with a new token',
    { calls: [call({ meaning: 'unauthorized' }), call({ atMs: 2_000, token: 2 })] },
    'avoided',
  ],
  [12, 'uses one token for two payments', { calls: [token(1), call(), call({ reference: 'second' })] }, 'avoided'],

  [13, 'sends a plus sign to MTN', { calls: [call({ phone: '+256772000001' })] }, 'made'],
  [13, 'sends 256 to Airtel', { calls: [call({ operator: 'airtel', phone: '256701234567' })] }, 'made'],
  [13, 'writes the form of each operator', { calls: [call()] }, 'avoided'],

  [
    14,
    'tries an unknown number at the other operator',
    {
      calls: [
        call(),
        query({ outcome: 'failed', reason: 'no_wallet' }),
        call({ operator: 'airtel', phone: '772000001', atMs: 6_000, reference: 'second' }),
      ],
    },
    'made',
  ],
  [
    14,
    'ends with an unknown number',
    { calls: [call(), query({ outcome: 'failed', reason: 'no_wallet' })] },
    'avoided',
  ],

  [15, 'pays out with the key of collections', { calls: [call({ kind: 'payout', product: 'disbursement' })] }, 'made'],
  [
    15,
    'pays out with the keys of disbursement',
    {
      calls: [
        call({ kind: 'payout', product: 'disbursement', keyProduct: 'disbursement', tokenProduct: 'disbursement' }),
      ],
    },
    'avoided',
  ],

  ...(
    [
      ['refunds again after a timeout', 2, 'made'],
      ['refunds once', 1, 'avoided'],
    ] as const
  ).map(
    ([client, count, is]) =>
      [
        16,
        client,
        {
          calls: times(count, (index) => call({ ...unknown, operator: 'airtel', kind: 'refund', atMs: 1_000 + index })),
        },
        is,
      ] as const,
  ),

  [
    17,
    'pays out again after a timeout',
    { calls: [call({ ...airtelPayout, ...unknown }), call({ ...airtelPayout, atMs: 2_000, reference: 'second' })] },
    'made',
  ],
  [
    17,
    'asks for a payout without an answer',
    { calls: [call({ ...airtelPayout, ...unknown }), query({ operator: 'airtel' })] },
    'avoided',
  ],

  [
    18,
    'keeps asking because it cannot read the reason',
    { calls: times(7, (index) => query({ outcome: 'failed', reasonForm: 'object', atMs: 5_000 + index * 500 })) },
    'made',
  ],
  [18, 'reads an object', { calls: [query({ outcome: 'failed', reasonForm: 'object' })] }, 'avoided'],

  [19, 'sends an apostrophe', { calls: [call({ texts: ["nsimbitest Amina's order"] })] }, 'made'],
  [19, 'sends 129 characters', { calls: [call({ texts: ['a'.repeat(129)] })] }, 'made'],
  [19, 'reduces the text', { calls: [call({ texts: ['nsimbitest Aminas order'] })] }, 'avoided'],

  [
    20,
    'reads a success as pending',
    { calls: times(7, (index) => query({ operator: 'airtel', isContradictory: true, atMs: 5_000 + index * 500 })) },
    'made',
  ],
  [20, 'reads the state first', { calls: [query({ operator: 'airtel', isContradictory: true })] }, 'avoided'],

  [21, 'calls production as the sandbox', { calls: [call({ isOurEnvironment: false })] }, 'made'],
  [21, 'names its environment', { calls: [call()] }, 'avoided'],

  [23, 'begins 20 payments while the operator is down', { calls: times(20, downAt) }, 'made'],
  [
    23,
    'pauses after 6 failures',
    { calls: [...times(6, downAt), call({ reference: 'later', atMs: 60_000 })] },
    'avoided',
  ],

  [
    24,
    'pays out without a look at the float',
    { calls: [call({ kind: 'payout' }), query({ outcome: 'failed', reason: 'no_funds' })] },
    'made',
  ],
  [
    24,
    'pays out more than the balance that it read',
    {
      calls: [
        call({ kind: 'balance', balance: 5_000, reference: null, atMs: 500 }),
        call({ kind: 'payout', meaning: 'refused', reason: 'no_funds' }),
      ],
    },
    'made',
  ],
  [
    24,
    'asks for the balance first',
    { calls: [call({ kind: 'balance', balance: 50_000, reference: null, atMs: 500 }), call({ kind: 'payout' })] },
    'avoided',
  ],
];

describe('each rule', () => {
  test.each(clients)('%i: a client that %s', (number, _client, seen, is) => {
    const found = judge(rules[number - 1]!, seen);
    expect(new Set(found).has('made')).toBe(is === 'made');
    expect(found).toContain(is);
  });

  test('has a client that makes the mistake and one that avoids it, or cannot see it', () => {
    for (const { number, judge: rule } of rules) {
      const shown = new Set(clients.filter(([of]) => of === number).map(([, , , is]) => is));
      expect([number, shown.size]).toEqual([number, rule === null ? 0 : 2]);
    }
  });

  test('says nothing before something has happened', () => {
    for (const rule of rules) if (rule.judge !== null) expect(judge(rule, {})).toEqual([]);
  });

  test.each([
    [1, { calls: [call({ atMs: nowMs })], payments: [payment({ turns: [{ atMs: nowMs, outcome: 'succeeded' }] })] }],
    [2, { calls: [call({ ...unknown, atMs: nowMs - 500 })] }],
    [3, { calls: [call({ meaning: 'duplicate', atMs: nowMs - 500 })] }],
    [7, { payments: [payment({ callbacks: [{ ...forged, atMs: nowMs - 500 }] })] }],
    [8, { payments: [payment({ ...pending, createdAtMs: nowMs - 1_500 })] }],
    [12, { calls: [call({ meaning: 'unauthorized', atMs: nowMs - 500 })] }],
  ] as const)('%i waits as long as its patience', (number, seen: Seen) => {
    expect(judge(rules[number - 1]!, seen)).toEqual([]);
  });

  test('14 does not judge a client of one operator', () => {
    const seen = { calls: [call(), query({ outcome: 'failed', reason: 'no_wallet' })], alone: true };
    expect(judge(rules[13]!, seen)).toEqual([]);
  });

  test('12 leaves wrong credentials alone: no token of the stand-in was refused', () => {
    expect(judge(rules[11]!, { calls: [call({ meaning: 'unauthorized', token: null })] })).toEqual([]);
  });
});

describe('the report', () => {
  test('has the 24 mistakes in order, and counts each verdict', () => {
    const report = reportOn(
      observationOf({ calls: [call({ phone: '0772000001' }), query()], payments: [payment()] }),
      3,
    );
    expect(report.findings.map(({ number }) => number)).toEqual(times(24, (index) => index + 1));
    expect(report.findings[0]).toMatchObject({ verdict: 'avoided', avoided: 1, made: 0 });
    expect(report.findings[10]).toMatchObject({ verdict: 'not_visible', examples: [] });
    expect(report.findings[12]).toMatchObject({
      verdict: 'made',
      examples: [{ operator: 'mtn', reference: 'first', what: expect.stringContaining('0772000001') }],
    });
    expect(report.findings[15]).toMatchObject({ verdict: 'not_observed' });
    expect(report.counts).toEqual({ avoided: 4, made: 1, not_observed: 17, not_visible: 2 });
    expect(report.calls).toEqual({ recorded: 2, leftOut: 3 });
  });
});
