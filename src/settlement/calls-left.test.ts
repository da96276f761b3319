import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dieAtNextCommit } from '../../test/ledger/dying-commit.ts';
import { OutcomeUnknown } from '../ledger/writer/errors.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { ScriptedOperator, SettlementBench } from './settlement.fixture.ts';

let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
  await bench.database.pool.query('UPDATE wallet SET approval_threshold = 10000 WHERE wallet_id = $1', [
    bench.walletId,
  ]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await bench.close();
});

test.each([
  ['a moment', 5_000],
  ['longer than a call may take', 60_000],
])('a payout whose approval is committed late, prepared %s ago, is paid once and by the workers', async (_, agoMs) => {
  const mtn = new ScriptedOperator({ pollDelaysMs: [60_000] });
  mtn.firstWord = async () => {
    await sleep(1_000);
    return { is: 'accepted', paid: false };
  };
  const settlement = await bench.startProcess({ mtn });
  const now = performance.now.bind(performance);
  const before = vi.spyOn(performance, 'now').mockImplementation(() => now() - agoMs);
  const prepared = settlement.operatorPort.prepare('test', 'MTN', 'payout');
  before.mockRestore();
  if (prepared.is !== 'ready') throw new Error(prepared.is);
  const pending = await bench.open(settlement, 'payout', '256772111222', prepared.call);
  expect(pending.status).toBe('pending');

  const writer = new Writer({
    target: bench.database.target,
    limits: { deadlineMs: 300 },
    onCommitted: (plan, answeredLate) => settlement.committed(plan, answeredLate),
  });
  const held = await dieAtNextCommit(bench.database, 'transaction', `NEW.transaction_id = ${pending.transactionId}`);
  const approving = writer.submit({
    kind: 'approve',
    walletId: bench.walletId,
    recipientWalletId: null,
    transactionId: pending.transactionId,
    approver: 'user:2',
  });
  await expect(approving).rejects.toThrow(OutcomeUnknown);
  holdUpFirstClaim();
  await held.spare();
  await expect.poll(() => mtn.sent.length, { timeout: 8_000 }).toBeGreaterThan(0);
  await sleep(500);
  expect(mtn.sent).toHaveLength(1);
  expect(await bench.transaction(pending.transactionId)).toMatchObject({ status: 'processing' });
  expect(await bench.submission(pending)).toMatchObject({ sends: 1 });
  await held.remove();
  await writer.close();
  await bench.stopProcesses();
});

/** As a busy pool does: whoever claims first is served last. */
function holdUpFirstClaim(): void {
  const { pool } = bench.database;
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>;
  let claims = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...words: unknown[]) => {
    const [asked] = words;
    const isClaim = typeof asked === 'object' && asked !== null && 'name' in asked && asked.name === 'float_claim';
    if (isClaim && claims++ === 0) await sleep(200);
    return await query(...words);
  }) as typeof pool.query);
}
