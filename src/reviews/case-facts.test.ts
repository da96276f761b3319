import { describe, expect, test } from 'vitest';
import { newTransaction } from '../ledger/plan/draft.ts';
import { ugx } from '../money/ugx.ts';
import { factsOf } from './case-facts.ts';

const createdAtMs = Date.parse('2026-11-27T11:05:00.000Z');
const openedAtMs = Date.parse('2026-11-27T11:30:00.000Z');

const payout = {
  ...newTransaction({
    walletId: 1_000_001,
    transactionId: 42,
    mode: 'live',
    type: 'payment_sent',
    direction: 'out',
    route: 'external',
    status: 'failed',
    amount: ugx(53_000),
    feeAmount: ugx(3_000),
    netAmount: ugx(50_000),
    senderPaysFee: true,
    feeScheduleId: 1,
    description: null,
    counterpartyPhone: '256772123456',
    counterpartyName: 'Jane Akello',
    counterpartyWalletId: null,
    provider: 'MTN',
    operatorAccountId: 1,
    externalReference: 'ref-1',
    apiKeyId: null,
    apiTriggered: true,
    details: null,
    createdAtMs,
  }),
  failedAtMs: Date.parse('2026-11-27T11:20:00.000Z'),
};

const fact = (facts: ReturnType<typeof factsOf>, name: string) => facts.find((one) => one.fact === name);

describe('the facts of both sides', () => {
  test('of a payment that failed here and was paid: the status differs, the amount that reaches the recipient is the same', () => {
    const found = { receipt: 'R1', status_here: 'failed', expected: 50_000, amount: 50_000, in_suspense: -50_000 };
    expect(factsOf({ kind: 'late_success', found, transaction: payout, openedAtMs })).toEqual([
      { fact: 'status', nsimbi: 'failed', operator: 'succeeded', comparison: 'differs' },
      { fact: 'amount', nsimbi: 50_000, operator: 50_000, comparison: 'same' },
      { fact: 'phone', nsimbi: '256772123456', operator: null, comparison: 'only_here' },
      { fact: 'name', nsimbi: 'Jane Akello', operator: null, comparison: 'only_here' },
      { fact: 'reference', nsimbi: 'ref-1', operator: null, comparison: 'only_here' },
      { fact: 'receipt', nsimbi: null, operator: 'R1', comparison: 'only_there' },
      { fact: 'made_at', nsimbi: '2026-11-27T11:05:00.000Z', operator: null, comparison: 'shown' },
      {
        fact: 'ended_at',
        nsimbi: '2026-11-27T11:20:00.000Z',
        operator: '2026-11-27T11:30:00.000Z',
        comparison: 'shown',
      },
    ]);
  });

  test('of another amount, another phone and another currency', () => {
    const other = factsOf({ kind: 'amount_differs', found: { amount: 45_000 }, transaction: payout, openedAtMs });
    expect(fact(other, 'amount')).toMatchObject({ nsimbi: 50_000, operator: 45_000, comparison: 'differs' });
    const differences = [
      { what: 'phone', ours: '256772123456', told: '256772123457' },
      { what: 'currency', ours: 'UGX', told: 'EUR' },
    ];
    const found = { receipt: null, amount: null, differences };
    const facts = factsOf({ kind: 'details_differ', found, transaction: payout, openedAtMs });
    expect(fact(facts, 'phone')).toMatchObject({ operator: '256772123457', comparison: 'differs' });
    expect(fact(facts, 'currency')).toMatchObject({ nsimbi: 'UGX', operator: 'EUR', comparison: 'differs' });
    expect(fact(facts, 'amount')).toMatchObject({ operator: null, comparison: 'only_here' });
  });

  test('of a result that is missing: nothing is called different', () => {
    const transaction = { ...payout, status: 'processing' as const, failedAtMs: null };
    // The reference in this case is ours, which the operator has not confirmed.
    const found = { sends: 1, queries: 12, reference: 'ref-1' };
    const facts = factsOf({ kind: 'truth_deadline', found, transaction, openedAtMs });
    expect(fact(facts, 'status')).toEqual({
      fact: 'status',
      nsimbi: 'processing',
      operator: 'unknown',
      comparison: 'same',
    });
    expect(fact(facts, 'reference')).toMatchObject({ operator: null, comparison: 'only_here' });
    expect(fact(facts, 'ended_at')).toBeUndefined();
    expect(facts.filter(({ comparison }) => comparison === 'differs')).toEqual([]);
  });

  test.each([
    ['completed', 'not_listed', 'differs'],
    ['failed', 'not_listed', 'same'],
  ] as const)('of a payment, %s here, that a statement lacks', (status, operator, comparison) => {
    const facts = factsOf({ kind: 'missing_there', found: {}, transaction: { ...payout, status }, openedAtMs });
    expect(fact(facts, 'status')).toMatchObject({ nsimbi: status, operator, comparison });
  });

  test('of a payment that only a statement has', () => {
    const found = {
      receipt: '9001',
      reference: 'x-1',
      amount: 7_500,
      direction: 'in',
      status: 'succeeded',
      at: '2026-11-20T07:00:00.000Z',
    };
    const facts = factsOf({ kind: 'missing_here', found, transaction: null, openedAtMs });
    expect(facts.map(({ fact: name, operator, comparison }) => [name, operator, comparison])).toEqual([
      ['status', 'succeeded', 'only_there'],
      ['direction', 'in', 'only_there'],
      ['amount', 7_500, 'only_there'],
      ['reference', 'x-1', 'only_there'],
      ['receipt', '9001', 'only_there'],
      ['made_at', '2026-11-20T07:00:00.000Z', 'shown'],
    ]);
  });

  test('of what was found by an older program with other fields: they are left out', () => {
    const found = { amount: 'many', receipt: '', differences: 'none', status: 7 };
    const facts = factsOf({ kind: 'statement_differs', found, transaction: payout, openedAtMs });
    expect(fact(facts, 'amount')).toMatchObject({ operator: null });
    expect(fact(facts, 'status')).toMatchObject({ operator: 'unknown' });
  });
});
