import { expect, it } from 'vitest';
import { fieldLines, jsonLine, tableLines } from './record.ts';

const wallet = { wallet_id: 1000002, limit_per_day: 2_000_000n, frozen: false, phones: ['256772000001'], bands: null };

it('an amount is a number in JSON', () => {
  expect(jsonLine(wallet)).toBe(
    '{"wallet_id":1000002,"limit_per_day":2000000,"frozen":false,"phones":["256772000001"],"bands":null}',
  );
});

it('people read amounts in shillings, and ids as they are', () => {
  expect(fieldLines(wallet)).toEqual([
    'wallet id      1000002',
    'limit per day  UGX 2,000,000',
    'frozen         no',
    'phones         256772000001',
    'bands          -',
  ]);
});

it('a table is as wide as its widest cell', () => {
  expect(
    tableLines([
      { id: 1, name: 'Corner Shop' },
      { id: 12, name: 'B' },
    ]),
  ).toEqual(['id  name', '1   Corner Shop', '12  B']);
});
