import { describe, expect, test } from 'vitest';
import type { FailedPayout } from './failed-payouts.ts';
import { chatTestOf, chatTextOf, type MessageContent, mailOf } from './texts.ts';

const shop = { clientId: 7, name: 'Corner Shop' };
const baseUrl = 'https://pay.example.ug';

const payout: FailedPayout = {
  transaction_id: 42,
  type: 'payment_sent',
  created_at_ms: 1_700_000_000_000,
  amount: 51_500,
  phone: '25677*****01',
  reason: 'The mobile-money operator could not complete the payment. Try again later.',
};

describe('an e-mail', () => {
  test('about payments that wait has each with its amount and maker, the page, and where to choose', () => {
    const content: MessageContent = {
      kind: 'pending_approvals',
      items: [
        { transaction_id: 17, maker: 'api_key:3', amount: 60_000 },
        { bulk_payout_id: 4, name: 'Salaries', maker: 'grace@example.ug', amount: 9_000_000 },
      ],
    };
    expect(mailOf('owner@example.ug', shop, content, baseUrl)).toEqual({
      to: 'owner@example.ug',
      subject: '2 approvals are pending at Corner Shop',
      text: `Hello,

2 approvals are pending at Corner Shop:

- Payment 17, UGX 60,000, by API key 3
- Bulk payout "Salaries", UGX 9,000,000, by grace@example.ug

https://pay.example.ug/clients/7/live/approvals

You choose which notifications you get:

https://pay.example.ug/clients/7/live/notifications
`,
    });
  });

  test('about the platform leads to its pages', () => {
    const { subject, text } = mailOf(
      'admin@example.ug',
      null,
      { kind: 'pending_approvals', items: [{ action: 'adjustment', id: 9, maker: 'grace@example.ug', amount: 500 }] },
      baseUrl,
    );
    expect(subject).toBe('1 approval is pending at the platform');
    expect(text).toContain('- Top up or correct a wallet, no. 9, UGX 500, by grace@example.ug');
    expect(text).toContain(`${baseUrl}/platform/waiting`);
    expect(text).toContain(`${baseUrl}/platform/notifications`);
  });

  test('lists ten payouts and counts the others', () => {
    const items = Array.from({ length: 13 }, (_, index) => ({ ...payout, transaction_id: index + 1 }));
    const { subject, text } = mailOf('owner@example.ug', shop, { kind: 'failed_payouts', items }, baseUrl);
    expect(subject).toBe('13 payouts of Corner Shop failed');
    expect(text.match(/UGX 51,500 to 25677\*{5}01/g)).toHaveLength(10);
    expect(text).toContain('and 3 more');
  });

  test('about a webhook names the host alone, because the path may be secret', () => {
    const items = [
      { webhook_id: 3, url: 'https://shop.example.ug/hooks/s3cret?k=1', is_active: true, since_ms: 1_700_000_000_000 },
      { webhook_id: 4, url: 'https://other.example.ug/', is_active: false, since_ms: 1_700_000_000_000 },
    ];
    const { text } = mailOf('dev@example.ug', shop, { kind: 'failing_webhooks', items }, baseUrl);
    expect(text).toContain('- Webhook 3 at shop.example.ug fails since 15 Nov 2023, 01:13 (Kampala, UTC+3)');
    expect(text).toContain('- Webhook 4 at other.example.ug was disabled on');
    expect(text).not.toContain('s3cret');
  });

  test('about a low float says what is left', () => {
    const items = [{ operator: 'MTN', float: 'disbursement', level: 'low', known: 120_000 }] as const;
    const { subject, text } = mailOf('admin@example.ug', null, { kind: 'low_float', items }, baseUrl);
    expect(subject).toBe('A float is low');
    expect(text).toContain('- MTN, disbursement: UGX 120,000');
    expect(text).toContain(`${baseUrl}/platform/operators`);
  });

  test('of a day compares it with the day before', () => {
    const day = { in: 1_250_000, in_count: 31, out: 700_000, out_count: 1, fees: 9_000, failed: 2, balance: 4_000_000 };
    const before = { ...day, in: 1_000_000, fees: null, balance: 3_450_000 };
    const content: MessageContent = {
      kind: 'daily_summary',
      items: [{ day: '2026-11-26', of_day: day, day_before: before, open_approvals: 3 }],
    };
    const { subject, text } = mailOf('owner@example.ug', shop, content, baseUrl);
    expect(subject).toBe('Summary of 2026-11-26 for Corner Shop');
    expect(text).toContain(`
Money in: UGX 1,250,000 in 31 transactions (the day before: UGX 1,000,000 in 31 transactions)
Money out: UGX 700,000 in 1 transaction (the day before: UGX 700,000 in 1 transaction)
Fees: UGX 9,000 (the day before: not known)
Failed transactions: 2 (the day before: 2)
Balance at the end of the day: UGX 4,000,000 (the day before: UGX 3,450,000)
Open approvals: 3
`);
  });
});

describe('a text for a chat', () => {
  test('has the title, a line for each and the page', () => {
    expect(chatTextOf(shop, { kind: 'failed_payouts', items: [payout] }, baseUrl)).toBe(
      `1 payout of Corner Shop failed
- SM_1700000000_42, UGX 51,500 to 25677*****01: The mobile-money operator could not complete the payment. Try again later.
https://pay.example.ug/clients/7/live/transactions?status=failed`,
    );
  });

  test('mentions nobody and links nowhere by what people have typed', () => {
    const text = chatTestOf({ clientId: 7, name: '<!channel> <https://evil.example|Shop>' }, baseUrl);
    expect(text).not.toMatch(/[<>]/);
    expect(text).toContain('‹!channel›');
  });
});
