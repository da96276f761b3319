import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { airtelMoney } from '../operators/airtel-money/operator.ts';
import { mtnMomo } from '../operators/mtn-momo/operator.ts';
import type { StatementColumns } from '../operators/statement-columns.ts';
import { headingOf, type RowReading, readRow } from './statement-row.ts';

function readWith(columns: StatementColumns, names: string, cells: string): RowReading {
  const heading = headingOf(names.split(';'), columns);
  if (heading === null) throw new Error('it is no heading');
  return readRow(7, cells.split(';'), heading, columns);
}

const read = (names: string, cells: string) => readWith(mtnMomo.statements.columns, names, cells);

describe('the heading', () => {
  test.each([
    ['Id;Amount', true],
    ['FINANCIAL_TRANSACTION_ID;amount ', true],
    ['External Id;Credit;Debit', true],
    ['Id;Credit', false],
    ['Amount;Status', false],
    ['Account statement of Kampala Books', false],
  ])('%s: %s', (names, isOne) => {
    expect(headingOf(names.split(';'), mtnMomo.statements.columns) !== null).toBe(isOne);
  });

  test('of Airtel: our id before the text of a payment, and columns without a name at the end are none', () => {
    const names = ['Transaction ID', 'Reference', 'Partner Transaction ID', 'Amount', '', ''];
    expect(headingOf(names, airtelMoney.statements.columns)).toMatchObject({
      receipt: 0,
      reference: 2,
      amount: 3,
      width: 4,
    });
  });
});

describe('amount and direction', () => {
  test.each([
    ['Id;Amount', '1;12,000.00', 12_000n, null],
    ['Id;Amount', '1;UGX 12 000', 12_000n, null],
    ['Id;Amount', '1;12000/=', 12_000n, null],
    ['Id;Amount', '1;-12000', 12_000n, 'out'],
    ['Id;Amount', '1;(12,000)', 12_000n, 'out'],
    ['Id;Amount;DR/CR', '1;12000;CR', 12_000n, 'in'],
    ['Id;Amount;Direction', '1;-12000;out', 12_000n, 'out'],
    ['Id;Credit;Debit', '1;0.00;500', 500n, 'out'],
    ['Id;Credit;Debit', '1;500;', 500n, 'in'],
    ['Id;Credit;Debit', '1;;-500', 500n, 'out'],
    ['Id;Credit;Debit', '1;-0.00;500', 500n, 'out'],
    ['Id;Amount;DR/CR', '1;(500);DR', 500n, 'out'],
  ])('%s: %s', (names, cells, amount, direction) => {
    expect(read(names, cells)).toMatchObject({ is: 'payment', row: { amount, direction, line: 7 } });
  });

  test('where a file of columns says that amounts are signed, one without a minus is money in', () => {
    const signed = { ...mtnMomo.statements.columns, signed: true };
    expect(readWith(signed, 'Id;Amount', '1;500')).toMatchObject({ row: { direction: 'in' } });
    expect(readWith(signed, 'Id;Amount', '1;-500')).toMatchObject({ row: { direction: 'out' } });
  });

  test.each([
    ['Id;Amount', '1;'],
    ['Id;Amount', '1;12.5'],
    ['Id;Amount', '1;12.000'],
    ['Id;Amount', '1;1,2000'],
    ['Id;Amount', '1;(500'],
    ['Id;Amount', '1;USD 5'],
    ['Id;Amount', '1;1e5'],
    ['Id;Amount', '1;1234567890123456'],
    ['Id;Credit;Debit', '1;500;500'],
    ['Id;Credit;Debit', '1;;'],
    // Money that came in and a minus: as well a reversal as an account that is written the other way round.
    ['Id;Credit;Debit', '1;-500;'],
    ['Id;Credit;Debit', '1;(500);'],
    ['Id;Amount;DR/CR', '1;-500;CR'],
    ['Id;Amount;Direction', '1;500;up'],
  ])('%s: %s is not guessed', (names, cells) => {
    expect(read(names, cells)).toMatchObject({ is: 'unreadable' });
  });

  test('any amount with its thousands apart is the same amount', () => {
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        const text = `${amount.toLocaleString('en-US')}.00`;
        expect(read('Id;Amount', `1;${text}`)).toMatchObject({ row: { amount: BigInt(amount) } });
      }),
    );
  });
});

describe('receipt and reference', () => {
  test.each([
    ["'00123;x", { receipt: '00123', reference: 'x' }],
    ['-;x', { receipt: null, reference: 'x' }],
    ['1;3F2504E0-4F89-41D3-9A0C-0305E82C3301', { receipt: '1', reference: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }],
    ['1;PO-17', { receipt: '1', reference: 'PO-17' }],
  ])('%s', (cells, row) => {
    expect(read('Id;External Id;Amount', `${cells};500`)).toMatchObject({ is: 'payment', row });
  });

  test.each([[';'], [`${'9'.repeat(101)};x`], ['8.1E+11;x'], ['1;a\u0000b']])('%s cannot be looked for', (cells) => {
    expect(read('Id;External Id;Amount', `${cells};500`)).toMatchObject({ is: 'unreadable' });
  });
});

test.each([
  ['SUCCESSFUL', 'succeeded'],
  ['Transaction Success', 'succeeded'],
  ['Rolled-Back', 'failed'],
  ['in progress', 'pending'],
])('the status %s is %s', (word, status) => {
  expect(read('Id;Amount;Status', `1;500;${word}`)).toMatchObject({ row: { status } });
});

test('an empty status is not known, and no column of statuses means that all went well', () => {
  expect(read('Id;Amount;Status', '1;500;')).toMatchObject({ is: 'unreadable' });
  expect(read('Id;Amount', '1;500')).toMatchObject({ row: { status: 'succeeded' } });
});

test('rows that are no payments are left out by a word in a column', () => {
  const columns = { ...mtnMomo.statements.columns, ignore: [{ column: 'Type', words: ['Commission'] }] };
  expect(readWith(columns, 'Id;Amount;Type', ';;COMMISSION')).toEqual({ is: 'ignored' });
  expect(readWith(columns, 'Id;Amount;Type', '1;500;Payment')).toMatchObject({ is: 'payment' });
});

test('what a statement says cannot write to a terminal', () => {
  const reading = read('Id;Amount;Status', '1;500;\u001b[31mred');
  expect(reading).toEqual({ is: 'unreadable', because: 'its status " [31mred" is not known' });
});
