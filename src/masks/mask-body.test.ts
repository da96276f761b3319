import { describe, expect, it } from 'vitest';
import { keptBytesMax, maskBody, maskText } from './mask-body.ts';

describe('a body in the request log', () => {
  it.each([
    // A phone in each form that people write.
    ['{"phone":"256772000001"}', '{"phone":"25677*****01"}'],
    ['{"phone":"+256 772 000 001"}', '{"phone":"+256 77*****01"}'],
    ['{"phone":"0772-000-001"}', '{"phone":"077*****01"}'],
    ['{"phone":"+254712345678"}', '{"phone":"+25471*****78"}'],
    ['{"phone":256772000001}', '{"phone":25677*****01}'],
    ['phone=0772000001&limit=5', 'phone=077*****01&limit=5'],
    ['Paid by 256772000001.', 'Paid by 25677*****01.'],
    ['till_256772000001', 'till_25677*****01'],
    // Amounts, times and ids are no phones.
    ['{"amount":250000000,"created":1732212345}', '{"amount":250000000,"created":1732212345}'],
    ['{"reference":"SEND_1732212345_42"}', '{"reference":"SEND_1732212345_42"}'],
    // Secrets, by the name of their field and by their form.
    ['{"pin":"1234"}', '{"pin":"[redacted]"}'],
    ['{"a":{"client_secret":"a\\"b"},"b":1}', '{"a":{"client_secret":"[redacted]"},"b":1}'],
    ['{"note":"nsk_test_abc.def123"}', '{"note":"nsk_test_abc.[redacted]"}'],
    ['{"note":"whsec_abc+/="}', '{"note":"whsec_[redacted]"}'],
    ['{"note":"whsec_ab+0772000001cd"}', '{"note":"whsec_[redacted]"}'],
    // Cut off in the middle of the value.
    ['{"pin":"12', '{"pin":"[redacted]"'],
    ['a\0b', 'a�b'],
  ])('shows %s as %s', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  it('keeps at most 2 KiB, whole characters, and nothing of a phone that the cut has split', () => {
    const long = `{"description":"${'x'.repeat(keptBytesMax)}"}`;
    expect(Buffer.byteLength(maskBody(long) ?? '')).toBe(keptBytesMax);
    const wide = maskBody('ŋ'.repeat(keptBytesMax)) ?? '';
    expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(keptBytesMax);
    expect(wide).toMatch(/^ŋ+$/);
    const split = `{"d":"${'x'.repeat(keptBytesMax - 22)}","p":"256772000001"}`;
    expect(maskBody(split)).toMatch(/"p":"$/);
    expect(maskBody(Buffer.from(split))).toMatch(/"p":"$/);
    expect(maskBody('')).toBeNull();
    expect(maskBody(null)).toBeNull();
  });
});
