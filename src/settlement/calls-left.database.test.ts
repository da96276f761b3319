import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dieAtNextCommit } from '../../test/ledger/dying-commit.ts';
import { openingOf, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { OutcomeUnknown } from '../ledger/writer/errors.ts';
import { Writer } from '../ledger/writer/writer.ts';

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
    limits: { deadlineMs: 2_000 },
    onCommitted: (plan, answeredLate) => settlement.committed(plan, answeredLate),
  });
  const held = await dieAtNextCommit(bench.database, 'transaction', `NEW.transaction_id = ${pending.transactionId}`);
  const approving = writer.submit({
    kind: 'approve',
    walletId: bench.walletId,
    recipientWalletId: null,
    transactionId: pending.transactionId,
    approver: 'user:2',
    firstApproverSeen: null,
  });
  await expect(approving).rejects.toThrow(OutcomeUnknown);
  holdUpFirst('float_claim', 200);
  await held.spare();
  await expect.poll(() => mtn.sent.length).toBeGreaterThan(0);
  await sleep(500);
  expect(mtn.sent).toHaveLength(1);
  expect(await bench.transaction(pending.transactionId)).toMatchObject({ status: 'processing' });
  expect(await bench.submission(pending)).toMatchObject({ sends: 1 });
  await held.remove();
  await writer.close();
  await bench.stopProcesses();
});

test.each(['collection', 'payout'] as const)(
  'a %s that is committed after its caller was answered is called once, by the process that prepared it',
  async (direction) => {
    await bench.database.pool.query('UPDATE wallet SET approval_threshold = NULL WHERE wallet_id = $1', [
      bench.walletId,
    ]);
    const mtn = new ScriptedOperator({ pollDelaysMs: [60_000] });
    const settlement = await bench.startProcess({ mtn });
    const prepared = settlement.operatorPort.prepare('test', 'MTN', direction);
    if (prepared.is !== 'ready') throw new Error(prepared.is);
    const { reference } = prepared.call;
    const writer = new Writer({
      target: bench.database.target,
      limits: { deadlineMs: 2_000 },
      onCommitted: (plan, answeredLate) => settlement.committed(plan, answeredLate),
    });
    const held = await dieAtNextCommit(bench.database, 'transaction', `NEW.external_reference = '${reference}'`);
    const opening = writer.submit(openingOf(bench.walletId, direction, '256772111222', 'MTN', prepared.call));
    await expect(opening).rejects.toThrow(OutcomeUnknown);
    expect(mtn.sent).toEqual([]);
    await held.spare();
    await expect.poll(() => mtn.sent).toEqual([reference]);
    await sleep(500);
    expect(mtn.sent).toEqual([reference]);
    await held.remove();
    await writer.close();
    await bench.stopProcesses();
  },
);

test('a call that was not begun when the service had to stop is not made, and its right is given back', async () => {
  const mtn = new ScriptedOperator();
  const settlement = await bench.startProcess({ mtn, workers: false });
  const transaction = await bench.open(settlement, 'collection', '256772111222');
  holdUpFirst('merchant_name', 3_500);
  const submitted = bench.submit(settlement, transaction);
  await settlement.stop();
  await submitted;
  expect(mtn.sent).toEqual([]);
  expect(await bench.submission(transaction)).toMatchObject({ sends: 0 });
});

/** As a busy pool does: whoever asks first is served last. */
function holdUpFirst(name: string, ms: number): void {
  const { pool } = bench.database;
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>;
  let asked = 0;
  vi.spyOn(pool, 'query').mockImplementation((async (...words: unknown[]) => {
    const [statement] = words;
    const isIt = typeof statement === 'object' && statement !== null && 'name' in statement && statement.name === name;
    if (isIt && asked++ === 0) await sleep(ms);
    return await query(...words);
  }) as typeof pool.query);
}
