import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { readOpenTransactions } from './open-transactions.ts';

let bench: SettlementBench;
beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterAll(async () => {
  await bench.close();
});

test('open transactions are counted by operator, direction and age, and rechecks are not', async () => {
  const process = await bench.startProcess({ workers: false });
  await bench.open(process, 'collection', '256772123456');
  await bench.open(process, 'collection', '256772123456');
  const old = await bench.open(process, 'payout', '256700123456');
  const recheck = await bench.open(process, 'payout', '256700123456');
  const age = `UPDATE submission SET created_at = created_at - interval '61 minutes' WHERE transaction_id = $1`;
  await bench.database.owner.query(age, [old.transactionId]);
  await bench.database.pool.query('UPDATE submission SET recheck = true WHERE transaction_id = $1', [
    recheck.transactionId,
  ]);
  const open = await readOpenTransactions(bench.database.pool);
  expect(open).toHaveLength(2);
  expect(open).toContainEqual({ mode: 'test', operator: 'MTN', direction: 'collection', age: 'under_1m', count: 2 });
  expect(open).toContainEqual({ mode: 'test', operator: 'Airtel', direction: 'payout', age: 'under_24h', count: 1 });
});
