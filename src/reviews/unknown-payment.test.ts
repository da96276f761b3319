import { expect, test } from 'vitest';
import { unknownPaymentOf } from './unknown-payment.ts';

const found = { receipt: '77001', reference: 'abc', amount: 5_000, direction: 'in', status: 'succeeded' };
const payment = {
  direction: 'in',
  amount: 5_000n,
  float: 'collection_float',
  receipt: '77001',
  externalReference: '77001',
};

test.each([
  ['as the statement says it', {}, payment],
  ['out', { direction: 'out' }, { ...payment, direction: 'out', float: 'disbursement_float' }],
  ['in one account’s statement', { float: 'disbursement_float' }, { ...payment, float: 'disbursement_float' }],
  ['without a receipt', { receipt: null }, { ...payment, receipt: null, externalReference: 'abc' }],
  ['without any number', { receipt: null, reference: null }, null],
  ['without a direction', { direction: null }, null],
  ['without an amount', { amount: undefined }, null],
  ['of nothing', { amount: 0 }, null],
  ['of half a shilling', { amount: 0.5 }, null],
])('a payment %s', (_what, changes, expected) => {
  expect(unknownPaymentOf({ ...found, ...changes })).toEqual(expected);
});
