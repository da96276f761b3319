import { expect, test } from 'vitest';
import { accountWords } from './account-words.ts';
import { clientSentences } from './effect-sentences.ts';

const nothing = {
  resolution: 'dismissed',
  refusal: null,
  entries: [],
  status: null,
  correction: null,
  balance_change: 0,
  events: [],
  is_delivered: false,
};

test('a resolution that the client does not see says so', () => {
  expect(clientSentences(nothing, 'failed')).toEqual(['The client sees no change: the transaction stays failed.']);
  expect(clientSentences(nothing, null)).toEqual(['The client sees nothing.']);
});

test('a credit is a correction with our fee, a higher balance and its events', () => {
  const effect = {
    ...nothing,
    correction: { direction: 'in', amount: 50_000, fee_amount: 2_500, net_amount: 47_500 },
    balance_change: 47_500,
    events: ['transaction.created', 'wallet.credited'],
    is_delivered: true,
  } as const;
  expect(clientSentences(effect, 'failed')).toEqual([
    'The transaction stays failed.',
    'A completed correction of UGX 50,000 to the wallet appears, of which UGX 2,500 is our fee.',
    'The balance rises by UGX 47,500.',
    'Events: transaction.created, wallet.credited, sent to the webhooks that receive them.',
  ]);
});

test('a transaction that ends, and a charge of a payment without a transaction', () => {
  const ended = { ...nothing, status: 'completed', events: ['transaction.completed'] };
  expect(clientSentences(ended, 'processing')).toEqual([
    'The transaction becomes completed.',
    'Events: transaction.completed; no active webhook receives them.',
  ]);
  const correction = { direction: 'out', amount: 7_500, fee_amount: 0, net_amount: 7_500 } as const;
  expect(clientSentences({ ...nothing, correction, balance_change: -7_500 }, null)).toEqual([
    'A completed correction of UGX 7,500 from the wallet appears.',
    'The balance falls by UGX 7,500.',
  ]);
});

test.each([
  ['wallet', 'Wallet of Kampala Traders'],
  ['disbursement_float', 'MTN float for payouts'],
  ['suspense', 'Suspense (under review)'],
  ['tax_payable', 'Tax payable'],
])('the account %s in words', (account, words) => {
  expect(accountWords(account, { client: 'Kampala Traders', operator: 'MTN' })).toBe(words);
});
