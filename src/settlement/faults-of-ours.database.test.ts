import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { FailureCode } from '../ledger/transaction.ts';

const phone = '256772123456';
let bench: SettlementBench;
let mtn: ScriptedOperator;
let registry: Registry;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day'");
});
afterAll(() => bench.close());

async function start() {
  mtn = new ScriptedOperator();
  registry = new Registry();
  return bench.startProcess({ mtn, metricsRegistry: registry });
}

async function counted(): Promise<unknown> {
  const metric = await registry.getSingleMetric('nsimbi_operator_faults_of_ours_total')?.get();
  return metric?.values.map(({ labels, value }) => [labels.direction, labels.code, value]);
}

test('a wrong setting fails the payment at once, gives the money back, and is counted for the alarm', async () => {
  const process = await start();
  const before = await bench.balance();
  mtn.firstWord = async () => ({ is: 'refused', by: 'configuration', code: 'operator_refused', raw: 'ROUTER115' });
  const transaction = await bench.request(process, 'payout', phone);
  expect(transaction).toMatchObject({ status: 'failed', failure: { stage: 'submission', code: 'operator_refused' } });
  expect(await bench.balance()).toEqual(before);
  expect(await counted()).toEqual([['payout', 'operator_refused', 1]]);
});

test.each(['operator_refused', 'operator_float_too_low'] as const)(
  '%s, learned by asking, is counted',
  async (code) => {
    const process = await start();
    mtn.word = async () => ({ is: 'failed', code, raw: 'TF', receipt: null });
    await bench.end(await bench.request(process, 'payout', phone));
    expect(await counted()).toEqual([['payout', code, 1]]);
  },
);

test.each<FailureCode>(['customer_refused', 'prompt_expired', 'operator_failed'])(
  '%s is no fault of ours',
  async (code) => {
    const process = await start();
    mtn.word = async () => ({ is: 'failed', code, raw: 'TF', receipt: null });
    await bench.end(await bench.request(process, 'collection', phone));
    mtn.firstWord = async () => ({ is: 'refused', by: 'payment', code, raw: 'no' });
    await bench.request(process, 'collection', phone);
    expect(await counted()).toEqual([]);
  },
);
