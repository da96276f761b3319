import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { Writer } from '../ledger/writer/writer.ts';

let bench: SettlementBench;
beforeAll(async () => {
  bench = await SettlementBench.open();
  await bench.database.pool.query('UPDATE wallet SET approval_threshold = 10000 WHERE wallet_id = $1', [
    bench.walletId,
  ]);
});
// A process that is left running would expire what the next test opens.
afterEach(() => bench.stopProcesses());
afterAll(async () => {
  await bench.close();
});

describe('a payout that waits for approval', () => {
  test('fails when it was not approved in time and cannot be approved meanwhile, and its money is returned', async () => {
    const before = await bench.balance();
    const process = await bench.startProcess({ workers: false });
    const pending = await bench.open(process, 'payout', '256772123456');
    expect(pending.status).toBe('pending');
    expect(await bench.balance()).toEqual({ available: before.available - 53_000, held: 53_000 });
    await bench.database.pool.query('UPDATE approval SET due_at = clock_timestamp()');
    const late = await bench.writer.submit({
      kind: 'approve',
      walletId: bench.walletId,
      recipientWalletId: null,
      transactionId: pending.transactionId,
      approver: 'nakato@example.com',
      firstApproverSeen: null,
    });
    expect(late).toMatchObject({ refusal: { code: 'not_pending' } });
    await bench.startProcess();
    await expect.poll(async () => (await bench.transaction(pending.transactionId)).status).toBe('failed');
    expect((await bench.transaction(pending.transactionId)).failure).toMatchObject({
      stage: 'approval',
      code: 'approval_expired',
    });
    expect(await bench.balance()).toEqual(before);
    const { rows } = await bench.database.pool.query('SELECT 1 FROM approval');
    expect(rows).toEqual([]);
  });

  test('does not expire where live mode is not allowed and it is live', async () => {
    const opener = await bench.startProcess({ workers: false });
    const pending = await bench.open(opener, 'payout', '256772123456');
    await inMode(pending, 'live');
    await bench.database.pool.query('UPDATE approval SET due_at = clock_timestamp()');
    const copy = await bench.startProcess({ liveAllowed: false });
    const isPutOff = async () => {
      const { rows } = await bench.database.pool.query<{ later: boolean }>(
        'SELECT due_at > clock_timestamp() AND lease_token IS NULL AS later FROM approval',
      );
      return rows[0]?.later;
    };
    await expect.poll(isPutOff).toBe(true);
    await copy.stop();
    expect((await bench.transaction(pending.transactionId)).status).toBe('pending');
    await inMode(pending, 'test');
    await bench.writer.submit({
      kind: 'reject',
      walletId: bench.walletId,
      transactionId: pending.transactionId,
      because: 'rejected',
      approver: 'nakato@example.com',
      reason: 'It was for a test',
    });
    expect((await bench.transaction(pending.transactionId)).status).toBe('failed');
  });

  test('is sent by the poller, once, when a second person approves it', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn });
    const pending = await bench.open(process, 'payout', '256772123456');
    expect(mtn.sent).toEqual([]);
    const writer = new Writer({
      target: bench.database.target,
      onCommitted: (plan, answeredLate) => process.committed(plan, answeredLate),
    });
    await writer.submit({
      kind: 'approve',
      walletId: bench.walletId,
      recipientWalletId: null,
      transactionId: pending.transactionId,
      approver: 'nakato@example.com',
      firstApproverSeen: null,
    });
    await expect.poll(() => mtn.sent).toEqual([pending.externalReference]);
    mtn.word = async () => ({ is: 'succeeded', receipt: 'R1', amount: pending.netAmount });
    expect((await bench.end(pending)).status).toBe('completed');
    await writer.close();
    expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  });
});

/** As no command can: the mode of a transaction never changes. */
async function inMode({ transactionId }: Transaction, mode: Mode): Promise<void> {
  const administrator = new pg.Client({ connectionString: bench.database.target.connectionString });
  await administrator.connect();
  await administrator.query('UPDATE nsimbi.transaction SET mode = $2 WHERE transaction_id = $1', [transactionId, mode]);
  await administrator.end();
}
