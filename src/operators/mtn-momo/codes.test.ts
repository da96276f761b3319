import { describe, expect, test } from 'vitest';
import { codes } from './codes.ts';
import { readQuery } from './read-payment.ts';

/** The reasons of providers.md 1.6 and what each is for a collection, a payout, and a refund if that differs. */
const reasons: readonly (readonly [reason: string, collection: string, payout: string, refund?: string])[] = [
  ['APPROVAL_REJECTED', 'customer_refused', 'operator_failed'],
  ['EXPIRED', 'prompt_expired', 'operator_failed'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'prompt_expired', 'operator_failed'],
  ['NOT_ENOUGH_FUNDS', 'customer_insufficient_funds', 'operator_float_too_low'],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'customer_insufficient_funds', 'operator_float_too_low'],
  ['PAYER_LIMIT_REACHED', 'customer_limit_reached', 'operator_refused'],
  ['PAYEE_LIMIT_REACHED', 'operator_refused', 'recipient_limit_reached'],
  ['PAYER_NOT_FOUND', 'recipient_not_found', 'operator_refused'],
  ['PAYEE_NOT_FOUND', 'operator_refused', 'recipient_not_found'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'operator_refused', 'recipient_cannot_receive'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'operator_refused', 'operator_refused'],
  ['INTERNAL_PROCESSING_ERROR', 'operator_failed', 'operator_failed'],
  ['TRANSACTION_NOT_FOUND', 'not_found', 'not_found', 'operator_failed'],
  ['RESOURCE_NOT_FOUND', 'not_found', 'not_found', 'operator_failed'],
  ['TRANSACTION_CANCELED', 'operator_failed', 'operator_failed'],
  ['PAYMENT_NOT_APPROVED', 'operator_failed', 'operator_failed'],
  ['SERVICE_UNAVAILABLE', 'operator_failed', 'operator_failed'],
  ['NOT_ALLOWED', 'operator_failed', 'operator_failed'],
  ['INVALID_CURRENCY', 'operator_failed', 'operator_failed'],
  ['RESOURCE_ALREADY_EXIST', 'operator_failed', 'operator_failed'],
  ['PAYER_REJECTION', 'operator_failed', 'operator_failed'],
  ['PAYER_DELAYED', 'operator_failed', 'operator_failed'],
];

describe('the reasons of a failed payment (providers.md 1.6)', () => {
  test.each(reasons)('%s is %s for a collection and %s for a payout', (reason, collection, payout, refund = payout) => {
    const json = { status: 'FAILED', reason };
    const answer = { is: 'answered', status: 200, text: JSON.stringify(json), json } as const;
    for (const [direction, ours] of [
      ['collection', collection],
      ['payout', payout],
      ['refund', refund],
    ] as const) {
      const { result, unknownWord } = readQuery(answer, { direction, reference: 'R1' });
      expect(result.is === 'failed' ? result.code : result.is).toBe(ours);
      expect(unknownWord).toBeNull();
    }
  });

  test('every word of the table is one of the page, and every reason of the page is in the table', () => {
    const onCallsOnly = [
      'VALIDATION_ERROR',
      'FORBIDDEN_IP',
      'NOT_ALLOWED_TARGET_ENVIRONMENT',
      'INVALID_CALLBACK_URL_HOST',
    ];
    expect(Object.keys(codes).sort()).toEqual([...reasons.map(([reason]) => reason), ...onCallsOnly].sort());
  });
});
