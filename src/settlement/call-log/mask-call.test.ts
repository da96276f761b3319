import { describe, expect, it } from 'vitest';
import { maskCall, maskCallPath } from './mask-call.ts';

const uuid = '3f0f3c86-6a0b-4f4b-9a5e-772123456789';
const hex = '01234567890145678901234567890123';

describe('what an operator was sent or said', () => {
  it.each([
    // Phones as MTN, as Airtel and as people write them.
    ['{"partyId":"256772123456"}', '{"partyId":"25677*****56"}'],
    ['{"msisdn":"772123456"}', '{"msisdn":"77*****56"}'],
    ['{"msisdn":772123456}', '{"msisdn":77*****56}'],
    ['{"message":"Sent to 772123456, +256 772 000 001"}', '{"message":"Sent to 77*****56, +256 77*****01"}'],
    ['MSISDN_256772123456 is barred', 'MSISDN_25677*****56 is barred'],
    // Amounts, receipts, references and codes serve disputes.
    ['{"amount":"500000000","currency":"UGX"}', '{"amount":"500000000","currency":"UGX"}'],
    ['{"amount": 500000000}', '{"amount": 500000000}'],
    ['{"financialTransactionId":"23503452112"}', '{"financialTransactionId":"23503452112"}'],
    ['{"airtel_money_id":"18818043478"}', '{"airtel_money_id":"18818043478"}'],
    [`{"externalId":"${uuid}"}`, `{"externalId":"${uuid}"}`],
    [`{"id":"${hex}"}`, `{"id":"${hex}"}`],
    ['{"response_code":"DP00800001006"}', '{"response_code":"DP00800001006"}'],
    // Secrets, whatever their form.
    ['{"pin":"bG9uZw==","x":1}', '{"pin":"[redacted]","x":1}'],
    ['{"pin":1234}', '{"pin":"[redacted]"}'],
    ['{"access_token":"abc', '{"access_token":"[redacted]"'],
    ['{"hash":"zyx="}', '{"hash":"[redacted]"}'],
    ['{"x-key":"zyx="}', '{"x-key":"[redacted]"}'],
    ['{"message":"{\\"pin\\":\\"1234\\"}"}', '{"message":"{\\"pin\\":"[redacted]"\\"}"}'],
    ['{"message":"Your balance is UGX 999,960,000.00."}', '{"message":"Your balance is UGX [redacted]"}'],
    ['{"balance":"1000","a":1}', '{"balance":"[redacted]","a":1}'],
    ['a\0b', 'a�b'],
  ])('%s is kept as %s', (text, kept) => {
    expect(maskCall(text)).toBe(kept);
  });

  it('keeps references in paths, and no secret part', () => {
    expect(maskCallPath(`/collection/v1_0/requesttopay/${uuid}`)).toBe(`/collection/v1_0/requesttopay/${uuid}`);
    expect(maskCallPath(`/callbacks/mtn/${uuid}/${'A-_9'.repeat(11).slice(1)}`)).toBe(
      `/callbacks/mtn/${uuid}/[redacted]`,
    );
    expect(maskCallPath(`/standard/v2/disbursements/${hex}?transactionType=B2C`)).toBe(
      `/standard/v2/disbursements/${hex}?transactionType=B2C`,
    );
    expect(maskCallPath('/standard/v1/users/772123456?type=B2C')).toBe('/standard/v1/users/77*****56?type=B2C');
  });
});
