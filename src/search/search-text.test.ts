import { describe, expect, test } from 'vitest';
import { parseSearchText, type SearchTerms } from './search-text.ts';

type Meant = Partial<Omit<SearchTerms, 'text' | 'operatorText'>>;

const phone = { phone: '256772000001', phrases: ['772000001'] };

describe('a search text', () => {
  test.each<[string, Meant]>([
    ['0772000001', phone],
    ['+256 772 000 001', phone],
    ['256772000001', { ...phone, transactionId: 256772000001 }],
    ['772-000-001', phone],
    ['(0772) 000001', phone],
    ['772000001', { ...phone, transactionId: 772000001 }],
    ['UGX 25,000', { amount: 25_000 }],
    ['ugx25000', { amount: 25_000 }],
    ['Shs. 1,250,000', { amount: 1_250_000 }],
    ['25,000/=', { amount: 25_000 }],
    ['25 000', { amount: 25_000, transactionId: 25000, phrases: ['25 000'] }],
    ['25,000', { amount: 25_000, phrases: ['25,000'] }],
    ['25000', { amount: 25_000, transactionId: 25000, phrases: ['25000'] }],
    ['2,50', { phrases: ['2,50'] }],
    ['UGX 0', { phrases: ['ugx', '0'] }],
    ['12345678901234', { transactionId: 12345678901234, phrases: ['12345678901234'] }],
    ['SM_1781000000_42', { transactionId: 42, reference: 'SM_1781000000_42' }],
    [' api_col_1781000000_42 ', { transactionId: 42, reference: 'API_COL_1781000000_42' }],
    ['SM_1781000000_0', { reference: 'SM_1781000000_0' }],
    ['#42', { transactionId: 42 }],
    ['# 42', { transactionId: 42 }],
    ['#0', { phrases: ['#0'] }],
    ['0', {}],
    ['Grace Namuli', { phrases: ['grace', 'namuli'] }],
    ['"Grace Namuli"', { phrases: ['grace namuli'] }],
    ['shoes "size 42"', { phrases: ['shoes', 'size 42'] }],
    ['shoes “size 42” red', { phrases: ['shoes', 'size 42', 'red'] }],
    ['shoes "size 42', { phrases: ['shoes', 'size 42'] }],
    ['"25000"', { phrases: ['25000'] }],
    ['a', {}],
    ['a b', {}],
    ['a Okello', { phrases: ['a', 'okello'] }],
    ['Café\u0000Kampala', { phrases: ['café', 'kampala'] }],
    ['', {}],
    ['""', {}],
    ['1 2 3 4 5 6 7 8 9 ten', { phrases: ['1', '2', '3', '4', '5', '6', '7', '8'] }],
    ['100% & more', { phrases: ['100%', '&', 'more'] }],
  ])('%j', (text, meant) => {
    const { text: _text, operatorText: _operatorText, ...found } = parseSearchText(text);
    expect(found).toEqual({ transactionId: null, reference: null, phone: null, amount: null, phrases: [], ...meant });
  });

  test.each([
    ['  Invoice 20/41 ', 'Invoice 20/41', 'Invoice20/41'],
    ['"Invoice 20/41"', 'Invoice 20/41', ''],
    ['4f1c 22', '4f1c 22', '4f1c22'],
  ])('%j is looked for as it was typed among references', (typed, text, operatorText) => {
    expect(parseSearchText(typed)).toMatchObject({ text, operatorText });
  });
});
