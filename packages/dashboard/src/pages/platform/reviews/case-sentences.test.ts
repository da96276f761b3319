import { describe, expect, test } from 'vitest';
import { caseSentences } from './case-sentences.ts';
import type { ReviewCase } from './review-case.ts';

const transaction: NonNullable<ReviewCase['transaction']> = {
  id: 42,
  reference: 'SM_1781000000_42',
  external_reference: 'ref-1',
  type: 'payment_sent',
  amount: 53_000,
  fee_amount: 3_000,
  net_amount: 50_000,
  currency: 'UGX',
  status: 'failed',
  description: null,
  created_at: '2026-11-27T11:05:00.000Z',
  completed_at: null,
  failed_at: '2026-11-27T11:20:00.000Z',
  metadata: {},
  mode: 'live',
  direction: 'out',
  failure_code: 'operator_failed',
  failure_reason: 'The operator did not make this payment.',
  balance_after: 0,
};

const latePaid: ReviewCase = {
  id: 7,
  mode: 'live',
  kind: 'late_success',
  meaning: '',
  found: { receipt: 'R1', amount: 50_000 },
  in_suspense: -50_000,
  opened_at: '2026-11-27T11:30:00.000Z',
  operator: 'MTN',
  client_id: 3,
  client_name: 'Kampala Traders',
  transaction,
  customer: { phone: '256772123456', name: 'Jane A.' },
  facts: [],
  resolutions: [],
  proposal: null,
  resolved: null,
};

const resolved = {
  resolution: 'charged',
  reason: 'Statement',
  resolved_by: 'a',
  confirmed_by: 'b',
  resolved_at: '2026-11-28T06:00:00.000Z',
  transaction_id: 43,
};
const collection = { ...transaction, type: 'collection', direction: 'in', amount: 50_000, net_amount: 47_500 };
const open = { ...transaction, status: 'processing', failed_at: null };

describe('a case in sentences', () => {
  test('of a payout that was given back and paid after all says both, in Kampala time', () => {
    expect(caseSentences(latePaid)).toEqual([
      'Kampala Traders sent UGX 50,000 to +256 772 123 456 (Jane A.) on 27 Nov 2026, 14:05.',
      'MTN reports the payment as successful with the receipt R1; Nsimbi had given the money back on 27 Nov 2026, 14:20.',
      'UGX 50,000 that left our float at MTN is in suspense since 27 Nov 2026, 14:30.',
    ]);
  });

  test('of a collection, without a name and without a receipt', () => {
    const found = { ...latePaid, transaction: collection, customer: { phone: '256700000001', name: null } };
    expect(caseSentences({ ...found, found: {}, operator: 'Airtel', in_suspense: 50_000 })).toEqual([
      'Kampala Traders requested UGX 50,000 from +256 700 000 001 on 27 Nov 2026, 14:05.',
      'Airtel reports the payment as successful; Nsimbi had ended it without a credit on 27 Nov 2026, 14:20.',
      'UGX 50,000 that Airtel holds for us is in suspense since 27 Nov 2026, 14:30.',
    ]);
  });

  test('of a payment without a final result says what is held', () => {
    const found = { ...latePaid, kind: 'truth_deadline' as const, found: {}, in_suspense: 0, transaction: open };
    expect(caseSentences(found).slice(1)).toEqual([
      'MTN has given no final result in time; Nsimbi holds UGX 53,000 of the wallet.',
      'UGX 53,000 of Kampala Traders is held until the case is resolved; it was opened on 27 Nov 2026, 14:30.',
    ]);
  });

  test('that is resolved says until when, also where the transaction ended with it', () => {
    expect(caseSentences({ ...latePaid, resolved })[2]).toBe(
      'UGX 50,000 that left our float at MTN was in suspense from 27 Nov 2026, 14:30 until 28 Nov 2026, 09:00.',
    );
    const completed = { ...open, status: 'completed', completed_at: resolved.resolved_at };
    const found = { ...latePaid, kind: 'truth_deadline' as const, found: {}, in_suspense: 0, resolved };
    expect(caseSentences({ ...found, transaction: completed }).slice(1)).toEqual([
      'MTN has given no final result in time; Nsimbi held UGX 53,000 of the wallet until 28 Nov 2026, 09:00.',
      'Nothing was booked when the case was opened on 27 Nov 2026, 14:30.',
    ]);
  });

  test('of a payment that only a statement has', () => {
    const found = {
      amount: 7_500,
      direction: 'in',
      status: 'succeeded',
      at: '2026-11-20T07:00:00.000Z',
      receipt: '9001',
    };
    const unknown = { ...latePaid, kind: 'missing_here' as const, found, in_suspense: 0, transaction: null };
    const nobody = { client_id: null, client_name: null, customer: { phone: null, name: null } };
    expect(caseSentences({ ...unknown, ...nobody })).toEqual([
      'MTN’s statement has an incoming payment of UGX 7,500 on 20 Nov 2026, 10:00 that is none of our transactions.',
      'MTN has the payment in its statement as successful with the receipt 9001.',
      'Nothing was booked when the case was opened on 27 Nov 2026, 14:30.',
    ]);
  });

  test.each([
    ['late_failure', {}, 'MTN reports the payment as failed or reversed'],
    ['amount_differs', { amount: 45_000 }, 'MTN reports that it moved UGX 45,000'],
    ['receipt_differs', { receipt: 'R2' }, 'MTN reports the payment as successful, but with the receipt R2'],
    [
      'receipt_reused',
      { receipt: 'R1', transaction_id: 12 },
      'MTN reports the payment as successful with the receipt R1, which belongs to transaction 12',
    ],
    [
      'details_differ',
      { differences: [{ what: 'phone' }, { what: 'reference' }] },
      'MTN reports the payment as successful, but with another phone and reference',
    ],
    ['worker_gave_up', {}, 'Nsimbi’s queries for the result at MTN failed again and again'],
    ['cannot_be_asked', {}, 'The call to MTN got no response, and MTN cannot be asked about such a payment'],
    [
      'statement_differs',
      { amount: 45_000, status: 'succeeded' },
      'MTN’s statement has the payment with UGX 45,000 as successful',
    ],
    ['missing_here', { status: 'succeeded' }, 'MTN has the payment in its statement as successful'],
    ['missing_there', {}, 'MTN’s statement does not have the payment'],
  ] as const)('of the kind %s says what the operator reports', (kind, found, report) => {
    const [, sentence] = caseSentences({ ...latePaid, kind, found });
    expect(sentence).toBe(`${report}; Nsimbi had given the money back on 27 Nov 2026, 14:20.`);
  });
});
