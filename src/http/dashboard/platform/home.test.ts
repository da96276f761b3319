import { describe, expect, it } from 'vitest';
import type { Waiting } from '../../../dual-control/waiting.ts';
import type { EndedRow } from '../figures.ts';
import { clientMoneyOf, growthOf, openPaymentsOf, platformFlow, revenueOf, waitingOf } from './home.ts';

const row = (of: Partial<EndedRow>): EndedRow => ({
  slot: 0,
  type: 'collection',
  direction: 'in',
  operator: 'MTN',
  completed: 1,
  failed: 0,
  moved: 95,
  fees: 5,
  ...of,
});

describe('what completed counts', () => {
  it.each([
    ['a collection', row({}), { side: 'in', amount: 100 }],
    ['fees that are not known', row({ fees: null }), { side: 'in', amount: 95 }],
    [
      'a payment to a phone',
      row({ type: 'payment_sent', direction: 'out', moved: 106, fees: 6 }),
      { side: 'out', amount: 100 },
    ],
    ['a withdrawal', row({ type: 'withdrawal', direction: 'out', moved: 103, fees: 3 }), { side: 'out', amount: 100 }],
    ['a refund', row({ type: 'refund', direction: 'out', moved: 100, fees: 0 }), { side: 'out', amount: 100 }],
    [
      'a payment to a wallet',
      row({ type: 'payment_sent', direction: 'out', operator: '', moved: 100, fees: 0 }),
      { side: 'between', amount: 100 },
    ],
    ['its other half', row({ type: 'payment_received', operator: '', fees: 0 }), { side: null, amount: 0 }],
    ['a top-up', row({ type: 'deposit', operator: '', fees: 0 }), { side: null, amount: 0 }],
    ['a correction', row({ type: 'adjustment', direction: 'out', operator: '', fees: 0 }), { side: null, amount: 0 }],
  ] as const)('%s', (_what, ended, flow) => expect(platformFlow(ended)).toEqual(flow));
});

const line = { operator: null, operatorAccountId: null, normal: 'credit', debit: 0n, credit: 0n } as const;

it('revenue is the fees of each kind, beside the account of the ledger', () => {
  const ended = {
    now: [row({}), row({ type: 'withdrawal', direction: 'out', fees: 3 })],
    before: [row({ fees: null }), row({ type: 'payment_sent', direction: 'out', fees: 6 })],
    untilMs: null,
  };
  const lines = [
    { ...line, account: 'fee_revenue_collection', credit: 70n },
    { ...line, account: 'fee_revenue_send_money', debit: 4n },
    { ...line, account: 'fee_revenue_withdrawal' },
  ];
  expect(revenueOf(ended, { lines })).toEqual([
    { kind: 'collection', now: 5, before: null, balance: 70 },
    { kind: 'send_money', now: 0, before: 6, balance: -4 },
    { kind: 'withdrawal', now: 3, before: 0, balance: 0 },
  ]);
});

it('the money of clients stands beside the bank and each float, by the ledger and by the operator', () => {
  const mtn = { operator: 'MTN', operatorAccountId: 7 };
  const lines = [
    { ...line, account: 'wallets', credit: 900n },
    { ...line, account: 'in_transit', credit: 100n },
    { ...line, account: 'bank', debit: 400n },
    { ...line, account: 'issuance' },
    { ...line, ...mtn, account: 'collection_float', debit: 500n },
    { ...line, ...mtn, account: 'disbursement_float', debit: 100n },
    { ...line, ...mtn, account: 'suspense', credit: 30n },
    { ...line, operator: 'Airtel', operatorAccountId: 8, account: 'disbursement_float', debit: 60n },
  ];
  const floats = {
    collection_float: { known: 510n, level: 'ok' },
    disbursement_float: { known: 90n, level: 'low' },
  } as const;
  expect(clientMoneyOf({ lines }, [{ operatorAccountId: 7, floats }], 95)).toEqual({
    available: 900,
    held: 100,
    bank: 400,
    issued: 0,
    floats: [
      { operator: 'MTN', operator_account_id: 7, float: 'collection', booked: 500, known: 510, level: 'ok' },
      { operator: 'MTN', operator_account_id: 7, float: 'disbursement', booked: 100, known: 90, level: 'low' },
      // This process cannot call it any more; the ledger still has its float.
      { operator: 'Airtel', operator_account_id: 8, float: 'disbursement', booked: 60, known: null, level: 'unknown' },
    ],
    float_alert: 95,
  });
});

it('open payments have a row for each operator and direction, with every age', () => {
  const one = { mode: 'live', operator: 'MTN', direction: 'payout', age: 'under_1h', count: 2 } as const;
  const open = [
    one,
    { ...one, age: 'over_24h', count: 1 } as const,
    { ...one, operator: 'Airtel', age: 'under_1m', count: 5 } as const,
    { ...one, mode: 'test', count: 90 } as const,
  ];
  const none = { under_1m: 0, under_10m: 0, under_1h: 0, under_24h: 0, over_24h: 0 };
  expect(openPaymentsOf(open, 'live')).toEqual([
    { operator: 'Airtel', direction: 'payout', counts: { ...none, under_1m: 5 } },
    { operator: 'MTN', direction: 'payout', counts: { ...none, under_1h: 2, over_24h: 1 } },
  ]);
});

describe('what waits', () => {
  const waits = (of: Partial<Waiting>): Waiting => ({
    action: 'adjustment',
    id: 1,
    clientId: 1,
    clientName: 'Shop',
    mode: 'live',
    amount: null,
    by: 'ann@nsimbi.test',
    sinceMs: 5_000,
    ...of,
  });

  it('is counted by who decides it, in the mode or in none', () => {
    const waiting = [
      waits({ sinceMs: 1_000, mode: 'test' }),
      waits({ sinceMs: 2_000, mode: null, action: 'live_mode' }),
      waits({ sinceMs: 3_000, action: 'payment' }),
      waits({ sinceMs: 4_000 }),
      waits({ sinceMs: 5_000, action: 'bulk_payout' }),
    ];
    expect(waitingOf(waiting, 'live')).toEqual({
      staff: { count: 2, has_more: false, oldest_at: '1970-01-01T00:00:02.000Z' },
      clients: { count: 2, has_more: false, oldest_at: '1970-01-01T00:00:03.000Z' },
    });
    expect(waitingOf([], 'live').staff).toEqual({ count: 0, has_more: false, oldest_at: null });
  });

  it('may be more than was counted', () => {
    const many = Array.from({ length: 500 }, (_, id) => waits({ id }));
    expect(waitingOf(many, 'live').staff).toMatchObject({ count: 500, has_more: true });
  });
});

describe('growth', () => {
  it('is in shillings, of both parts of a client together, five each way', () => {
    const volumes = [
      ...[1, 2, 3, 4, 5, 6].map((clientId) => ({ clientId, now: clientId * 100, before: 0 })),
      ...[11, 12, 13, 14, 15, 16].map((clientId) => ({ clientId, now: 0, before: clientId * 10 })),
      { clientId: 21, now: 50, before: 20 },
      { clientId: 21, now: 0, before: 30 },
    ];
    const { up, down } = growthOf(volumes);
    expect(up.map(({ clientId }) => clientId)).toEqual([6, 5, 4, 3, 2]);
    expect(down.map(({ clientId }) => clientId)).toEqual([16, 15, 14, 13, 12]);
    expect(growthOf(volumes.slice(-2))).toEqual({ up: [], down: [] });
  });
});
