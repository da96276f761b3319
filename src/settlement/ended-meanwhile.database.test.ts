import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { type Direction, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { QueryResult } from '../operators/contract.ts';

let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
});
afterAll(async () => {
  await bench.close();
});

test.each<Direction>(['collection', 'payout'])(
  'a %s that two persons complete while its operator is just about to say that it failed goes to review',
  async (direction) => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, settings: { truthDeadlineMs: 1 } });
    const transaction = await bench.request(process, direction, '256772123456');
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['truth_deadline']);

    const failed: QueryResult = { is: 'failed', code: 'operator_failed', raw: 'FAILED', receipt: null };
    const completedMeanwhile = Promise.withResolvers<QueryResult>();
    const asking = Promise.withResolvers<void>();
    mtn.word = () => {
      asking.resolve();
      mtn.word = async () => failed;
      return completedMeanwhile.promise;
    };
    await asking.promise;
    await bench.resolveByPersons(transaction, 'completed');
    completedMeanwhile.resolve(failed);
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['late_failure', 'truth_deadline']);
  },
);
