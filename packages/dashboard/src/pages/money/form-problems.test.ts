import { expect, test } from 'vitest';
import { collectionBounds, payoutBounds } from '../../../../../src/http/schemas/amount.ts';
import { ApiFailure, ConnectionLost } from '../../api/failure.ts';
import { allProblems, completePhone, firstWrong, problemsOf } from './form-problems.ts';
import { amountHint, collect, type MoneyValues, send, withdraw } from './money-operation.ts';

const nothing: MoneyValues = { phone: '', amount: '', description: '', name: '' };

test.each([
  ['0772 000 001', '256772000001'],
  ['+256 772 000 001', '256772000001'],
  ['772000001', '256772000001'],
  ['256772000001', '256772000001'],
  ['', null],
  ['0772', null],
  ['Grace', null],
  // The first nine digits of a number that is still typed.
  ['077200000', null],
  ['256772000', null],
  ['+25677200000', null],
])('the phone typed as %s is %s', (typed, phone) => {
  expect(completePhone(typed)).toBe(phone);
});

test('every wrong field is named at once', () => {
  expect(problemsOf(send, nothing)).toEqual({ phone: 'Enter a phone number.', amount: 'Enter an amount.' });
  expect(problemsOf(send, { ...nothing, phone: '0772', amount: '25,000.00' })).toEqual({
    phone: 'Enter a mobile number of Uganda, such as 0772 123 456.',
    amount: 'Enter a whole number, such as 25,000.',
  });
  expect(problemsOf(send, { ...nothing, phone: '0772000001', amount: 25_000 })).toEqual({});
});

test.each([
  [send, 499, 'Enter UGX 500 or more.'],
  [send, 500, undefined],
  [withdraw, 5_000_000, undefined],
  [withdraw, 5_000_001, 'Enter UGX 5,000,000 or less.'],
  [collect, 999, 'Enter UGX 1,000 or more.'],
])('$kind of %d: %s', (operation, amount, sentence) => {
  expect(problemsOf(operation, { ...nothing, phone: '0772000001', amount }).amount).toBe(sentence);
});

test('the bounds are those of the service, and the hint says them', () => {
  for (const [operation, bounds] of [
    [send, payoutBounds],
    [withdraw, payoutBounds],
    [collect, collectionBounds],
  ] as const) {
    expect({ minimum: operation.amountMin, maximum: operation.amountMax }).toEqual(bounds);
  }
  expect(amountHint(collect)).toBe('What the customer pays, from UGX 1,000 to UGX 5,000,000.');
});

const refused = (errors: Readonly<Record<string, readonly string[]>>) =>
  new ApiFailure(422, { message: 'Correct these fields.', code: 'invalid_request', errors });

test('what the service says of a field stands beside it, by the name that the field has here', () => {
  const values = { ...nothing, phone: '0772000001', amount: 25_000 };
  const errors = {
    customer_phone: ['customer_phone is required and must be a Uganda phone number of exactly 12 digits.'],
    customer_name: ['customer_name must be text.'],
    description: ['description must be text.'],
  };
  expect(allProblems(collect, values, refused(errors))).toEqual({
    phone: 'Enter a mobile number of Uganda, such as 0772 123 456.',
    name: 'This must be text.',
    description: 'This must be text.',
  });
});

test('what is wrong with a phone that is a mobile number is said as the service says it', () => {
  const own = 'The recipient is this wallet; choose another phone number.';
  const error = new ApiFailure(422, { message: own, code: 'own_wallet', errors: { recipient_phone: [own] } });
  expect(allProblems(send, { ...nothing, phone: '0772000001', amount: 25_000 }, error)).toEqual({ phone: own });
});

test('where both say something of a field, the sentence of the page is shown, which knows how it is filled in', () => {
  const errors = { recipient_phone: ['recipient_phone is required.'], description: ['description must be text.'] };
  expect(allProblems(send, { ...nothing, amount: 25_000 }, refused(errors))).toEqual({
    phone: 'Enter a phone number.',
    description: 'This must be text.',
  });
});

test('without an answer the page says what it knows by itself', () => {
  expect(allProblems(send, { ...nothing, phone: '0772000001' }, new ConnectionLost())).toEqual({
    amount: 'Enter an amount.',
  });
});

test.each([
  [{ amount: 'Enter an amount.', phone: 'Enter a phone number.' }, 'phone'],
  [{ description: 'Too long.', name: 'Too long.' }, 'name'],
  [{}, undefined],
] as const)('of %j the first wrong field is %s', (problems, field) => {
  expect(firstWrong(problems)).toBe(field);
});
