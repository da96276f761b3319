import { expect, test } from 'vitest';
import { ApiFailure, ConnectionLost, isEndOfRequest, isPlainRefusal, wasSentBefore } from './failure.ts';

const failure = (status: number, code: string, data?: object) =>
  new ApiFailure(status, { message: 'No.', code, ...(data === undefined ? {} : { data: { ...data } }) });
const made = { transaction_id: 7, reference: 'SM_20261122_7' };

test.each([
  ['its transaction failed at once', failure(422, 'recipient_not_found', { ...made, status: 'failed' }), true],
  ['the operator refused us', failure(502, 'operator_refused', { ...made, status: 'failed' }), true],
  ['nobody knows', failure(503, 'outcome_unknown', made), false],
  ['it still runs', failure(409, 'request_in_progress'), false],
  ['it was accepted with other values', failure(422, 'idempotency_key_reused', made), false],
  ['the session is over', failure(401, 'unauthorized'), false],
  ['the role was taken away', failure(403, 'forbidden'), false],
  ['there was too little money', failure(422, 'insufficient_funds', { available: 1, needed: 2 }), false],
  ['no answer came', new ConnectionLost(), false],
])('a request whose answer is that %s has its end or not', (_, error, isEnd) => {
  expect(isEndOfRequest(error)).toBe(isEnd);
});

test.each([
  ['there was too little money', failure(422, 'insufficient_funds', { available: 1, needed: 2 }), true],
  ['the role was taken away', failure(403, 'forbidden'), true],
  ['its transaction failed at once', failure(422, 'recipient_not_found', { ...made, status: 'failed' }), false],
  ['it was accepted with other values', failure(422, 'idempotency_key_reused'), false],
  ['it still runs', failure(409, 'request_in_progress'), false],
  ['nobody knows', failure(503, 'outcome_unknown', made), false],
  ['no answer came', new ConnectionLost(), false],
])('a request whose answer is that %s was made nothing of or may have been', (_, error, isPlain) => {
  expect(isPlainRefusal(error)).toBe(isPlain);
});

test('a form that was accepted with other values is told apart from other refusals', () => {
  expect(wasSentBefore(failure(422, 'idempotency_key_reused', made))).toBe(true);
  expect(wasSentBefore(failure(422, 'insufficient_funds'))).toBe(false);
  expect(wasSentBefore(null)).toBe(false);
});
