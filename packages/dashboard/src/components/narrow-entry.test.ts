import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leavesOut, type NarrowPlace, narrowEntryOf } from './narrow-entry.ts';

interface Column {
  readonly key: string;
  readonly header: string;
  readonly alignRight?: boolean;
  readonly narrow?: NarrowPlace;
  readonly renderNarrow?: () => string;
}

function keysOf(columns: readonly Column[]) {
  const entry = narrowEntryOf(columns);
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([, of]) => of.length > 0)
      .map(([place, of]) => [place, of.map(({ key }) => key)]),
  );
}

test('columns stand where they say, and the others are left out', () => {
  const columns: Column[] = [
    { key: 'type', header: 'Transaction', narrow: 'what' },
    { key: 'name', header: 'Counterparty', narrow: 'who' },
    { key: 'fee', header: 'Fee', alignRight: true },
    { key: 'status', header: 'Status', narrow: 'status' },
    { key: 'at', header: 'Date', narrow: 'when' },
    { key: 'amount', header: 'Amount', alignRight: true, narrow: 'amount' },
    { key: 'decide', header: 'Decision', narrow: 'below' },
    { key: 'menu', header: '' },
  ];
  expect(keysOf(columns)).toEqual({
    who: ['name'],
    amount: ['amount'],
    what: ['type'],
    when: ['at'],
    status: ['status'],
    below: ['decide'],
    acts: ['menu'],
  });
  expect(leavesOut(columns)).toBe(true);
});

test('where no column says it, nothing is left out', () => {
  const columns: Column[] = [
    { key: 'account', header: 'Account' },
    { key: 'operator', header: 'Operator' },
    { key: 'debit', header: 'Debit', alignRight: true },
    { key: 'credit', header: 'Credit', alignRight: true },
    { key: 'menu', header: '' },
  ];
  expect(keysOf(columns)).toEqual({
    who: ['account'],
    amount: ['debit'],
    what: ['operator', 'credit'],
    acts: ['menu'],
  });
  expect(leavesOut(columns)).toBe(false);
});

test('an entry that shows less than the table leaves something out, and one with the same does not', () => {
  const name: Column = { key: 'name', header: 'Name', narrow: 'who' };
  expect(leavesOut([name])).toBe(false);
  expect(leavesOut([name, { key: 'menu', header: '' }])).toBe(false);
  expect(leavesOut([{ ...name, renderNarrow: () => 'short' }])).toBe(true);
});

test('every list of the pages says who or what its entries are on a narrow screen', () => {
  const pages = join(import.meta.dirname, '../pages');
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const withColumns = files.filter((name) => /\bColumn<\w/.test(readFileSync(join(pages, name), 'utf8')));
  expect(withColumns.length).toBeGreaterThan(20);
  const without = withColumns.filter((name) => !readFileSync(join(pages, name), 'utf8').includes("narrow: 'who'"));
  expect(without).toEqual([]);
});
