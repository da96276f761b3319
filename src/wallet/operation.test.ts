import { expect, test, vi } from 'vitest';
import type { Transaction } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import { answerTo, type MoneyServices } from './operation.ts';

const services = {} as MoneyServices;
const transaction = { status: 'completed' } as Transaction;

test('the first caller gets the bytes that are stored with the transaction, as every repeat does', async () => {
  const render = vi.fn(() => 'rendered anew');
  const answering = { render, callNow: null, onTaken: () => undefined };
  const done = { is: 'done', transaction, balance: ugx(500) } as const;
  const first = await answerTo(services, { ...done, response: { status: 200, body: 'as stored' } }, answering);
  expect(first).toEqual({ is: 'success', final: true, body: 'as stored' });
  expect(render).not.toHaveBeenCalled();
  const withoutKey = await answerTo(services, { ...done, response: null }, answering);
  expect(withoutKey).toMatchObject({ body: 'rendered anew' });
});
