import { expect, test } from 'vitest';
import type { TransactionStatus } from './transaction.ts';
import { isFinal, mayMove } from './transaction.ts';

const statuses: TransactionStatus[] = ['pending', 'processing', 'completed', 'failed'];

// interface-decisions.md section 3, "Allowed moves"
test('only pending to processing or failed, and processing to completed or failed, are allowed', () => {
  const allowed = statuses.flatMap((from) => statuses.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`));
  expect(allowed).toEqual([
    'pending → processing',
    'pending → failed',
    'processing → completed',
    'processing → failed',
  ]);
});

test('nothing leaves completed and failed', () => {
  expect(statuses.filter(isFinal)).toEqual(['completed', 'failed']);
});
