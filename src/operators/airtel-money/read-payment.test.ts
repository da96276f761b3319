import { describe, expect, test } from 'vitest';
import { envelope } from '../../../test/operators/contract/airtel.fixture.ts';
import type { FailureCode } from '../../ledger/transaction.ts';
import type { SubmitResult } from '../contract.ts';
import { readAnswer } from './answer.ts';
import { codes } from './codes.ts';
import { readRefund, readStatus, readSubmission, unknownWordsOf } from './read-payment.ts';

const reference = '0123456789ab4cde8f0123456789abcd';
const answerOf = (json: unknown, httpStatus = 200) => readAnswer(httpStatus, json, JSON.stringify(json));
const first = (json: unknown, httpStatus = 200) => readSubmission(httpStatus, answerOf(json, httpStatus));
const asked = (json: unknown, httpStatus = 200, direction: 'collection' | 'payout' = 'collection') =>
  readStatus({ direction, reference }, httpStatus, answerOf(json, httpStatus));

/** A word in one text: `refused payment customer_refused`, `accepted`, `failed prompt_expired`. */
function inOneText(word: SubmitResult | ReturnType<typeof readStatus>): string {
  switch (word.is) {
    case 'accepted':
      return word.paid ? 'accepted paid' : 'accepted';
    case 'refused':
      return `refused ${word.by} ${word.code}`;
    case 'failed':
    case 'expired':
      return `${word.is} ${word.code}`;
    default:
      return word.is;
  }
}

/** The gateway answers with its own envelope, everything else with the codes of the usual one. */
function envelopeOf(code: string, transaction: object | null = null): object {
  if (/^(?:ROUTER|CONNECTION)/.test(code)) return { status_code: code, status_message: 'words of the gateway' };
  const resultCode = code.startsWith('ESB') ? { resultCode: code } : {};
  return envelope(code.startsWith('DP') ? code : null, transaction, { ...resultCode, success: false });
}

/**
 * Every code of providers.md 2.5 to 2.7 by what it means: as the answer to a payment call, as the reason of a transaction
 * that failed, and in the answer to a query that lacks the transaction.
 */
const meanings: readonly (readonly [code: string, call: string, reason: FailureCode, query: string])[] = [
  ['DP00800001000', 'unknown', 'operator_failed', 'unknown'],
  ['DP00800001001', 'accepted paid', 'operator_failed', 'unknown'],
  ['DP00800001002', 'refused payment customer_refused', 'customer_refused', 'failed customer_refused'],
  [
    'DP00800001003',
    'refused payment customer_limit_reached',
    'customer_limit_reached',
    'failed customer_limit_reached',
  ],
  ['DP00800001004', 'refused payment operator_refused', 'operator_refused', 'failed operator_refused'],
  // Also seen on "something went wrong": it fails only with TF.
  ['DP00800001005', 'unknown', 'prompt_expired', 'unknown'],
  ['DP00800001006', 'accepted', 'operator_failed', 'pending'],
  [
    'DP00800001007',
    'refused payment customer_insufficient_funds',
    'customer_insufficient_funds',
    'failed customer_insufficient_funds',
  ],
  // General refusals: without the transaction they may refuse the question.
  ['DP00800001008', 'refused payment operator_failed', 'operator_failed', 'unknown'],
  ['DP00800001009', 'refused payment operator_failed', 'operator_failed', 'unknown'],
  ['DP00800001010', 'refused payment recipient_not_found', 'recipient_not_found', 'failed recipient_not_found'],
  ['DP00800001024', 'unknown', 'prompt_expired', 'unknown'],
  ['DP00800001025', 'unknown', 'operator_failed', 'not_found'],
  ['DP00800001026', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['DP00800001029', 'refused payment prompt_expired', 'prompt_expired', 'failed prompt_expired'],

  ['DP00900001000', 'unknown', 'operator_failed', 'unknown'],
  ['DP00900001001', 'accepted paid', 'operator_failed', 'unknown'],
  [
    'DP00900001003',
    'refused payment recipient_limit_reached',
    'recipient_limit_reached',
    'failed recipient_limit_reached',
  ],
  ['DP00900001004', 'refused payment operator_refused', 'operator_refused', 'failed operator_refused'],
  ['DP00900001005', 'refused payment operator_failed', 'operator_failed', 'unknown'],
  ['DP00900001006', 'accepted', 'operator_failed', 'pending'],
  ['DP00900001007', 'refused configuration operator_float_too_low', 'operator_float_too_low', 'unknown'],
  ['DP00900001009', 'refused payment recipient_not_found', 'recipient_not_found', 'failed recipient_not_found'],
  ['DP00900001010', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['DP00900001011', 'accepted', 'operator_failed', 'pending'],
  ['DP00900001012', 'refused payment recipient_not_found', 'recipient_not_found', 'failed recipient_not_found'],
  // Failed after enquiry.
  ['DP00900001013', 'unknown', 'operator_failed', 'unknown'],
  ['DP00900001014', 'unknown', 'operator_failed', 'unknown'],
  ['DP00900001015', 'unknown', 'operator_failed', 'not_found'],
  ['DP00900001016', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['DP00900001017', 'accepted', 'operator_failed', 'pending'],
  ['DP00900001018', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['DP00900001019', 'refused configuration operator_refused', 'operator_refused', 'unknown'],

  ['ROUTER001', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER003', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER005', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER006', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER007', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER110', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER112', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER114', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER115', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER116', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ROUTER117', 'unknown', 'operator_failed', 'unknown'],
  ['ROUTER119', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['CONNECTION_TIMEOUT', 'unknown', 'operator_failed', 'unknown'],

  ['ESB000001', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000004', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000008', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000010', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000011', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000014', 'unknown', 'operator_failed', 'unknown'],
  ['ESB000033', 'refused payment recipient_not_found', 'recipient_not_found', 'unknown'],
  ['ESB000034', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ESB000035', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ESB000036', 'refused payment recipient_not_found', 'recipient_not_found', 'unknown'],
  ['ESB000039', 'refused configuration operator_refused', 'operator_refused', 'unknown'],
  ['ESB000041', 'accepted', 'operator_failed', 'pending'],
  ['ESB000045', 'unknown', 'operator_failed', 'not_found'],
];

describe('a code of Airtel', () => {
  test('is in the table of tests when it is in the table of codes', () => {
    const ofPayments = Object.keys(codes).filter((code) => !/^DP02[12]/.test(code));
    expect(meanings.map(([code]) => code).sort()).toEqual(ofPayments.sort());
  });

  test.each(meanings)(
    'rule 4: %s on a payment call is %s, and is not believed to fail it on a server fault',
    (code, word) => {
      for (const httpStatus of [200, 400]) expect(inOneText(first(envelopeOf(code), httpStatus))).toBe(word);
      const onFault = word.startsWith('refused payment') ? 'unknown' : word;
      for (const httpStatus of [408, 500, 504]) expect(inOneText(first(envelopeOf(code), httpStatus))).toBe(onFault);
    },
  );

  test.each(meanings)('%s with TF: the payment failed (%s on a call), our reason is %s', (code, _word, reason) => {
    const failed = asked(envelope(code, { id: reference, status: 'TF' }, { success: false }));
    expect(failed).toMatchObject({ is: 'failed', code: reason, raw: expect.stringContaining(code) });
  });

  test.each(meanings)('%s in a query without the transaction (on a call %s, reason %s) is %s', (code, _w, _r, word) => {
    expect(inOneText(asked(envelopeOf(code)))).toBe(word);
  });

  test.each(meanings)('rule 20: %s beside TS changes nothing: the payment succeeded', (code) => {
    const json = envelope(code, { id: reference, status: 'TS', airtel_money_id: 'MP1' }, { success: false });
    expect(asked(json)).toMatchObject({ is: 'succeeded', receipt: 'MP1' });
    expect(inOneText(first(json))).toBe(codes[code]?.class === 'duplicate' ? 'accepted' : 'accepted paid');
  });

  test.each(meanings)('rule 8: %s beside TIP or TA ends nothing', (code) => {
    for (const status of ['TIP', 'TA']) {
      const json = envelope(code, { id: reference, status }, { success: false });
      expect(asked(json)).toEqual({ is: 'pending' });
      expect(['accepted', 'unknown', 'accepted paid']).toContain(inOneText(first(json)));
    }
  });
});

describe('the first word of a payment call', () => {
  const accept = { resultCode: 'ESB000010' };

  test('rule 1: SUCCESS means that the prompt was sent, and is not paid', () => {
    const json = envelope('DP00800001006', { id: reference, status: 'SUCCESS' }, accept);
    expect(first(json)).toEqual({ is: 'accepted', paid: false });
    expect(first(envelope(null, { id: reference, status: 'SUCCESS' }, accept))).toEqual({
      is: 'accepted',
      paid: false,
    });
  });

  test('rule 1: a disbursement that answers TS is accepted, and a query has to confirm it', () => {
    const transaction = { reference_id: '18601', airtel_money_id: `product-${reference}`, id: reference, status: 'TS' };
    expect(first(envelope('DP00900001001', transaction))).toEqual({ is: 'accepted', paid: true });
  });

  test('rule 9: a disbursement that answers TF has failed and stays recorded, so that it is asked about again', () => {
    const json = envelope('DP00900001005', { id: reference, status: 'TF' }, { success: false });
    expect(first(json)).toMatchObject({ is: 'refused', by: 'payment', code: 'operator_failed', recorded: true });
    expect(first(envelope('DP00900001005', null, { success: false }))).not.toHaveProperty('recorded');
  });

  test.each([
    ['a collection', envelope('DP00800001000', null, { code: '500', resultCode: 'ESB000041', success: false })],
    ['a collection, the older code alone', envelope(null, null, { resultCode: 'ESB000041', success: false })],
    ['a collection, a response code that we do not know', envelope('DP00800001777', null, { resultCode: 'ESB000041' })],
    ['a disbursement', envelope('DP00900001011', null, { code: '400', success: false })],
    ['a disbursement, the other code', envelope('DP00900001017', null, { success: false })],
    // TF is then the fate of the repetition.
    ['a disbursement, with TF', envelope('DP00900001011', { id: reference, status: 'TF' }, { success: false })],
  ])('rule 3: "I have this id already" on %s is accepted', (_what, json) => {
    expect(first(json)).toEqual({ is: 'accepted', paid: false });
  });

  test.each([
    ['TA', 'DP00900001000'],
    ['TIP', 'DP00900001006'],
    ['TA', 'DP00900001014'],
    ['TIP', 'DP00800001000'],
  ])('rule 8: %s with %s is accepted, and its end is to be asked for', (status, code) => {
    expect(first(envelope(code, { id: reference, status }))).toEqual({ is: 'accepted', paid: false });
  });

  test.each([
    [408, { status_code: 'CONNECTION_TIMEOUT', status_message: 'I/O Exception' }, 'unknown'],
    [500, {}, 'unknown'],
    [500, null, 'unknown'],
    [502, null, 'unknown'],
    [503, { status: { code: '503' } }, 'unknown'],
    [504, null, 'unknown'],
    [200, {}, 'unknown'],
    [200, { status: { code: '200', success: true } }, 'unknown'],
    [400, { status: { code: '400', success: false } }, 'unknown'],
    [404, { message: 'no route' }, 'unknown'],
    [405, {}, 'unknown'],
    [401, { error: 'invalid_token', error_description: 'expired' }, 'refused configuration operator_refused'],
    [403, { message: 'forbidden' }, 'refused configuration operator_refused'],
    [429, null, 'refused configuration operator_refused'],
    [429, { status_code: '429', status_message: 'Too many requests.' }, 'refused configuration operator_refused'],
    [503, { status_code: 503 }, 'unknown'],
  ])('rule 2: HTTP %i with %j and no code that we know is %s', (httpStatus, json, word) => {
    expect(inOneText(first(json, httpStatus))).toBe(word);
  });

  test('rule 2: "failed" beside "something went wrong" on a server fault is unknown, and TF there is final', () => {
    const words = { code: '500', resultCode: 'ESB000001', message: 'Something went wrong', success: false };
    expect(inOneText(first(envelope('DP00900001005', null, words), 500))).toBe('unknown');
    const withFate = envelope('DP00900001005', { id: reference, status: 'TF' }, words);
    expect(first(withFate, 500)).toMatchObject({ is: 'refused', by: 'payment', recorded: true });
  });

  test.each([403, 200, 500])('rule 2: HTML of the web firewall with HTTP %i is unknown', (httpStatus) => {
    const answer = readAnswer(httpStatus, undefined, '<html><body>Request Rejected</body></html>');
    expect(readSubmission(httpStatus, answer)).toMatchObject({
      is: 'unknown',
      raw: expect.stringContaining('Rejected'),
    });
  });

  test.each([
    ['TF with a success', envelope('DP00800001001', { status: 'TF' })],
    ['TF with "in process"', envelope('DP00800001006', { status: 'TF' })],
    ['TF with nothing', envelope(null, { status: 'TF' })],
    ['TIP with "too little money"', envelope('DP00800001007', { status: 'TIP' })],
    ['SUCCESS with a wrong signature', envelope('DP00800001026', { status: 'SUCCESS' })],
    ['SUCCESS on a server fault', null],
    ['TE', envelope('DP00800001029', { status: 'TE' })],
  ])('rule 17: %s is unknown, and the query finds out', (what, json) => {
    const [body, httpStatus] = what.endsWith('server fault')
      ? [envelope(null, { status: 'SUCCESS' }), 500]
      : ([json, 200] as const);
    expect(inOneText(first(body, httpStatus))).toBe('unknown');
  });

  test('rule 18: a code that we do not know is unknown, and kept as it came', () => {
    const word = first(envelope('DP00800001999', { status: 'SUCCESS' }, { message: 'a new reason' }));
    expect(word).toEqual({ is: 'unknown', raw: 'HTTP 200 SUCCESS DP00800001999 a new reason' });
    expect(unknownWordsOf(answerOf(envelope('DP00800001999')))).toEqual(['DP00800001999']);
  });

  test('rule 18: codes that are numbers, and envelopes of any shape, break nothing', () => {
    for (const json of [
      5,
      'x',
      [],
      [[]],
      { status: 5 },
      { status: [] },
      { data: 'x', status: { response_code: {} } },
    ]) {
      expect(inOneText(first(json))).toBe('unknown');
      expect(inOneText(asked(json))).toBe('unknown');
    }
    expect(inOneText(first({ status_code: 800_117 }))).toBe('unknown');
    expect(inOneText(first({ status: { response_code: ' DP00800001006 ', code: 200, success: 'true' } }))).toBe(
      'accepted',
    );
  });
});

describe('the answer to a query', () => {
  test.each([
    ['TS', 'succeeded'],
    ['TF', 'failed operator_failed'],
    ['TE', 'expired prompt_expired'],
    ['TA', 'pending'],
    ['TIP', 'pending'],
    ['TP', 'pending'],
    ['TN', 'pending'],
    ['TR', 'pending'],
    ['TC', 'pending'],
    ['SUCCESS', 'pending'],
    ['PAID', 'pending'],
    ['constructor', 'pending'],
  ])('with the status %s says %s', (status, word) => {
    expect(inOneText(asked(envelope(null, { id: reference, status })))).toBe(word);
  });

  test('rule 18: a status that we do not know is not final, and is counted', () => {
    expect(unknownWordsOf(answerOf(envelope(null, { status: 'PAID' })))).toEqual(['PAID']);
    expect(unknownWordsOf(answerOf(envelope('DP00800001006', { status: 'TIP' })))).toEqual([]);
  });

  test('rule 18: TF with a code that we do not know is a failure without a reason, kept as it came', () => {
    const json = envelope('DP00800001998', { id: reference, status: 'TF' }, { message: 'new words' });
    expect(asked(json)).toMatchObject({
      is: 'failed',
      code: 'operator_failed',
      raw: 'HTTP 200 TF DP00800001998 new words',
    });
  });

  test('rule 20: TS with DP00800001006 and success false is a success', () => {
    const transaction = { airtel_money_id: 'CI210104.1549.C00029', id: reference, message: 'success', status: 'TS' };
    const json = envelope('DP00800001006', transaction, { resultCode: 'ESB000010', success: false });
    expect(asked(json)).toMatchObject({ is: 'succeeded', receipt: 'CI210104.1549.C00029', amount: null });
  });

  test('rule 1: a success code without the transaction credits nothing', () => {
    expect(inOneText(asked(envelope('DP00800001001')))).toBe('unknown');
    expect(inOneText(asked(envelope('DP00800001001', { id: reference })))).toBe('unknown');
  });

  test('rule 22: the receipt of a disbursement is its receipt number, and that of a collection its airtel_money_id', () => {
    const transaction = { id: reference, status: 'TS', airtel_money_id: 'MP1', reference_id: 18_601 };
    expect(asked(envelope(null, transaction))).toMatchObject({ receipt: 'MP1' });
    expect(asked(envelope(null, transaction), 200, 'payout')).toMatchObject({ receipt: '18601' });
    const { reference_id: _, ...withoutNumber } = transaction;
    expect(asked(envelope(null, withoutNumber), 200, 'payout')).toMatchObject({ receipt: 'MP1' });
  });

  test('rule 11: what Airtel tells of amount and id is handed on to be compared with ours', () => {
    const other = 'ffffffffffff4fff8fffffffffffffff';
    expect(asked(envelope(null, { id: reference, status: 'TS', amount: '50,000.00' }))).toMatchObject({
      amount: 50_000n,
      reported: { reference, phone: null, currency: null },
    });
    expect(asked(envelope(null, { id: other, status: 'TS' }))).toMatchObject({ reported: { reference: other } });
  });

  test.each(['TF', 'TE', 'TIP'])('rule 11: %s of another payment says nothing about ours', (status) => {
    const json = envelope('DP00800001007', { id: 'somebody-elses', status });
    expect(asked(json)).toMatchObject({ is: 'unknown', raw: expect.stringContaining('somebody-elses') });
  });

  test.each([
    [408, { status_code: 'CONNECTION_TIMEOUT' }],
    [500, { status: { response_code: 'DP00800001005', code: '500' } }],
    [500, { status: { response_code: 'DP00800001007', code: '500' } }],
    [408, { status: { response_code: 'DP00800001007', code: '408' } }],
    [503, null],
    [404, { message: 'no route' }],
    [404, {}],
    [401, { error: 'invalid_token' }],
    [200, {}],
    [200, { status: { code: '200', success: true } }],
    [200, undefined],
  ])('rule 2: HTTP %i with %j ends nothing', (httpStatus, json) => {
    expect(inOneText(asked(json, httpStatus))).toBe('unknown');
  });

  test('rule 2: "not found" is told apart from a wrong address', () => {
    expect(asked(envelope('DP00800001025', null, { success: false }), 404)).toEqual({ is: 'not_found' });
    expect(asked(envelope('DP00900001015', null, { success: false }), 200, 'payout')).toEqual({ is: 'not_found' });
    expect(asked(envelope(null, null, { resultCode: 'ESB000045', success: false }))).toEqual({ is: 'not_found' });
  });

  test('an expired payout is a failure of the operator’s, not of a prompt', () => {
    expect(inOneText(asked(envelope(null, { status: 'TE' }), 200, 'payout'))).toBe('expired operator_failed');
  });
});

describe('the answer to a refund', () => {
  const refund = (json: unknown, httpStatus = 200) =>
    inOneText(readRefund(httpStatus, answerOf(json, httpStatus), 'MP1'));
  const done = { airtel_money_id: 'MP1', status: 'SUCCESS' };

  test.each([
    ['SUCCESS', envelope(null, done, { resultCode: 'ESB000010' }), 'accepted paid'],
    ['SUCCESS with success false', envelope(null, done, { resultCode: 'ESB000010', success: false }), 'accepted paid'],
    ['TS', envelope('DP00800001001', { airtel_money_id: 'MP1', status: 'TS' }), 'accepted paid'],
    ['SUCCESS of another payment', envelope(null, { ...done, airtel_money_id: 'MP2' }), 'unknown'],
    ['"in process" without a status', envelope('DP00800001006'), 'unknown'],
    ['SUCCESS of the call, and the refund "in process"', envelope('DP00800001006', done), 'unknown'],
    ['SUCCESS of the call, and the refund ambiguous', envelope('DP00800001000', done), 'unknown'],
    ['TIP', envelope('DP00800001006', { airtel_money_id: 'MP1', status: 'TIP' }), 'unknown'],
    ['"I have this already"', envelope('DP00800001000', done, { resultCode: 'ESB000041' }), 'unknown'],
    ['ambiguous', envelope('DP00800001000', null, { success: false }), 'unknown'],
    [
      'a wrong signature',
      envelope('DP00800001026', null, { success: false }),
      'refused configuration operator_refused',
    ],
    ['refused', envelope('DP00800001008', null, { success: false }), 'refused payment operator_failed'],
    ['an empty answer', {}, 'unknown'],
  ])('rule 16: %s', (_what, json, word) => {
    expect(refund(json)).toBe(word);
  });

  test('rule 16: a server fault, a time-out and a page of the firewall are unknown, for a person', () => {
    for (const status of [408, 500, 502, 503, 504]) {
      expect(refund(null, status)).toBe('unknown');
      expect(refund(envelope('DP00800001008', null, { success: false }), status)).toBe('unknown');
    }
  });
});
