import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from './settlement.fixture.ts';

let bench: SettlementBench;
beforeAll(async () => {
  bench = await SettlementBench.open();
  await bench.database.pool.query('UPDATE wallet SET approval_threshold = 10000 WHERE wallet_id = $1', [
    bench.walletId,
  ]);
});
afterAll(async () => {
  await bench.close();
});

describe('a payout that waits for approval', () => {
  test('fails when nobody approved it in time, and its money is back', async () => {
    const before = await bench.balance();
    const process = await bench.startProcess({ workers: false });
    const pending = await bench.open(process, 'payout', '256772123456');
    expect(pending.status).toBe('pending');
    expect(await bench.balance()).toEqual({ available: before.available - 53_000, held: 53_000 });
    await bench.database.pool.query('UPDATE approval SET due_at = clock_timestamp()');
    await bench.startProcess();
    await expect
      .poll(async () => (await bench.transaction(pending.transactionId)).status, { timeout: 10_000 })
      .toBe('failed');
    expect((await bench.transaction(pending.transactionId)).failure).toMatchObject({
      stage: 'approval',
      code: 'approval_expired',
    });
    expect(await bench.balance()).toEqual(before);
    const { rows } = await bench.database.pool.query('SELECT 1 FROM approval');
    expect(rows).toEqual([]);
  });

  test('is sent by the poller, once, when a second person approves it', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn });
    const pending = await bench.open(process, 'payout', '256772123456');
    expect(mtn.sent).toEqual([]);
    await bench.writer.submit({
      kind: 'approve',
      walletId: bench.walletId,
      recipientWalletId: null,
      transactionId: pending.transactionId,
      approver: 'nakato@example.com',
    });
    process.wake();
    await expect.poll(() => mtn.sent, { timeout: 5_000 }).toEqual([pending.externalReference]);
    mtn.word = async () => ({ is: 'succeeded', receipt: 'R1', amount: pending.netAmount });
    expect((await bench.end(pending)).status).toBe('completed');
    expect(await auditFindings(bench.database.pool)).toEqual([]);
  });
});
