import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { type Direction, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import type { QueryResult, ReportedDetails } from '../operators/contract.ts';

const phone = '256772123456';
const directions: readonly Direction[] = ['collection', 'payout'];
let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day'");
});
afterAll(async () => {
  await bench.close();
});

interface Wrong {
  readonly what: string;
  readonly told?: Partial<ReportedDetails>;
  readonly amount?: number;
  readonly kind: string;
}

const wrongs: readonly Wrong[] = [
  { what: 'amount', amount: 5_000, kind: 'amount_differs' },
  { what: 'currency', told: { currency: 'EUR' }, kind: 'details_differ' },
  { what: 'phone', told: { phone: '256772999888' }, kind: 'details_differ' },
  { what: 'reference', told: { reference: 'somebody-else' }, kind: 'details_differ' },
];

/** A success that tells all that an operator can tell, some of it wrong. */
function success({ transactionId }: Transaction, reference: string, wrong: Omit<Wrong, 'what' | 'kind'>): QueryResult {
  return {
    is: 'succeeded',
    receipt: `R${transactionId}`,
    amount: ugx(wrong.amount ?? 50_000),
    reported: { currency: 'UGX', phone, reference, ...wrong.told },
  };
}

describe.each(directions)('rule 11: a %s that is paid', (direction) => {
  test.each(wrongs)(
    'with another $what credits nothing, goes to review once, and is asked about again',
    async (wrong) => {
      const mtn = new ScriptedOperator();
      const process = await bench.startProcess({ mtn });
      const transaction = await bench.request(process, direction, phone);
      const before = await bench.balance();
      mtn.word = async ({ reference }) => success(transaction, reference, wrong);
      await expect.poll(() => bench.reviewKinds(transaction)).toEqual([wrong.kind]);
      const asked = mtn.asked.length;
      await expect.poll(() => mtn.asked.length).toBeGreaterThan(asked + 1);
      expect(await bench.reviewKinds(transaction)).toEqual([wrong.kind]);
      expect(await bench.balance()).toEqual(before);
      expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
      expect(await bench.submission(transaction)).toMatchObject({ in_review: true });
    },
  );

  test('with our own details is completed', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn });
    const transaction = await bench.request(process, direction, phone);
    mtn.word = async ({ reference }) => success(transaction, reference, {});
    expect((await bench.end(transaction)).status).toBe('completed');
    expect(await bench.reviewKinds(transaction)).toEqual([]);
  });

  test('with wrong details first and ours later is completed, and the case stays open', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn });
    const transaction = await bench.request(process, direction, phone);
    mtn.word = async ({ reference }) => success(transaction, reference, { told: { currency: 'KES' } });
    await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['details_differ']);
    mtn.word = async ({ reference }) => success(transaction, reference, {});
    expect((await bench.end(transaction)).status).toBe('completed');
    expect(await bench.reviewKinds(transaction)).toEqual(['details_differ']);
  });
});

test('rule 11: the case names both values, another story is another case, and no log has a whole phone', async () => {
  let log = '';
  const logger = pino(
    new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    }),
  );
  const mtn = new ScriptedOperator();
  const process = await bench.startProcess({ mtn, logger });
  const transaction = await bench.request(process, 'collection', phone);
  mtn.word = async ({ reference }) => success(transaction, reference, { told: { phone: '256772999888' } });
  await expect.poll(() => bench.reviewKinds(transaction)).toHaveLength(1);
  mtn.word = async ({ reference }) => success(transaction, reference, { told: { phone: '256772999777' } });
  await expect.poll(() => bench.reviewKinds(transaction)).toHaveLength(2);
  const { rows } = await bench.database.pool.query<{ found: unknown }>(
    'SELECT found FROM review_case WHERE transaction_id = $1 ORDER BY review_case_id LIMIT 1',
    [transaction.transactionId],
  );
  expect(rows[0]?.found).toEqual({
    receipt: `R${transaction.transactionId}`,
    amount: 50_000,
    differences: [{ what: 'phone', ours: phone, told: '256772999888' }],
  });
  expect(log).toContain('25677*****88');
  expect(log).not.toContain('256772999888');
  expect(log).not.toContain(phone);
});

test('rule 11: a late success with another phone is not booked as ours', async () => {
  const mtn = new ScriptedOperator();
  mtn.word = async () => ({ is: 'failed', code: 'prompt_expired', raw: 'EXPIRED', receipt: null });
  const process = await bench.startProcess({ mtn });
  const transaction = await bench.end(await bench.request(process, 'collection', phone));
  mtn.word = async ({ reference }) => success(transaction, reference, { told: { phone: '256772999888' } });
  await expect.poll(() => bench.submission(transaction)).toBeDefined();
  await bench.database.pool.query('UPDATE submission SET due_at = clock_timestamp() WHERE transaction_id = $1', [
    transaction.transactionId,
  ]);
  await expect.poll(() => bench.reviewKinds(transaction)).toEqual(['details_differ']);
  expect((await bench.transaction(transaction.transactionId)).transferCount).toBe(0);
});
