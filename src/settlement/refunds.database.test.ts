import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { NothingWritten } from '../ledger/writer/errors.ts';
import { ugx } from '../money/ugx.ts';
import type { SubmitResult } from '../operators/contract.ts';

const phone = '256772123456';
let bench: SettlementBench;

beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day', not_found_since = NULL");
});
afterAll(async () => {
  await bench.close();
});

/** A completed collection of UGX 50,000 that the operator gave a receipt for. */
async function collected(): Promise<Transaction> {
  const process = await bench.startProcess({ mtn: new ScriptedOperator(), workers: false });
  const { walletId, transactionId } = await bench.open(process, 'collection', phone);
  const word = { is: 'succeeded', receipt: `R${transactionId}`, amount: null } as const;
  await bench.writer.submit({ kind: 'settle', walletId, transactionId, word });
  return bench.transaction(transactionId);
}

const makeDue = ({ transactionId }: Transaction) =>
  bench.database.pool.query('UPDATE submission SET due_at = clock_timestamp() WHERE transaction_id = $1', [
    transactionId,
  ]);

describe('a refund that can be queried', () => {
  test('names the collection, is polled as a refund, and leaves the wallet whole', async () => {
    const collection = await collected();
    const before = await bench.balance();
    const mtn = new ScriptedOperator();
    const directions: string[] = [];
    mtn.word = async ({ direction, reference }) => {
      directions.push(direction);
      // On a slow machine the first query comes before the call, and no operator pays what it was not sent.
      if (mtn.refunds.length === 0) return { is: 'not_found' };
      return { is: 'succeeded', receipt: `R-${reference}`, amount: ugx(50_000) };
    };
    const process = await bench.startProcess({ mtn });
    const refund = await bench.requestRefund(process, collection);
    expect(refund.status).toBe('processing');
    expect(await bench.end(refund)).toMatchObject({
      status: 'completed',
      details: { paid_from: 'disbursement_float' },
    });
    expect(mtn.refunds).toEqual([
      {
        reference: refund.externalReference,
        transactionId: refund.transactionId,
        collectionReference: collection.externalReference,
        collectionReceipt: collection.operatorReceipt,
        phone,
        amount: ugx(50_000),
        description: 'Returned books',
        merchantName: 'Kampala Books',
      },
    ]);
    expect(new Set(directions)).toEqual(new Set(['refund']));
    expect(await bench.balance()).toEqual({ available: before.available - 50_000, held: 0 });
  });

  test('with a call that broke is queried, sent again under the same reference when it is not found, and held', async () => {
    const collection = await collected();
    const { held } = await bench.balance();
    const mtn = new ScriptedOperator();
    mtn.refundWord = async () => ({ is: 'unknown', raw: 'ECONNRESET' });
    mtn.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn, settings: { resendAfterMs: 100 } });
    const refund = await bench.requestRefund(process, collection);
    await expect.poll(() => mtn.refunds.length).toBe(3);
    expect(new Set(mtn.refunds.map(({ reference }) => reference))).toEqual(new Set([refund.externalReference]));
    expect((await bench.balance()).held).toBe(held + 50_000);
    mtn.word = async () => ({ is: 'failed', code: 'operator_failed', raw: 'no', receipt: null });
    expect((await bench.end(refund)).status).toBe('failed');
    expect((await bench.balance()).held).toBe(held);
  });

  test('through the simulator ends as its books say', async () => {
    const process = await bench.startProcess({ delayMs: 10 });
    const collection = await bench.end(await bench.request(process, 'collection', '256701123456'));
    const refund = await bench.requestRefund(process, collection);
    expect(await bench.end(refund)).toMatchObject({ status: 'completed', details: { paid_from: 'collection_float' } });
  });
});

describe('rule 16: a refund that cannot be queried is sent once', () => {
  test.each<{ case: string; word: () => Promise<SubmitResult> }>([
    { case: 'timed out', word: async () => ({ is: 'unknown', raw: 'timeout' }) },
    { case: 'was accepted without saying that it is paid', word: async () => ({ is: 'accepted', paid: false }) },
    {
      case: 'made the connector throw',
      word: async () => {
        throw new TypeError('a bug of ours');
      },
    },
  ])('and goes to review at once when its call $case', async ({ word }) => {
    const collection = await collected();
    const before = await bench.balance();
    const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    airtel.refundWord = word;
    airtel.word = async () => ({ is: 'not_found' });
    const process = await bench.startProcess({ mtn: airtel, settings: { resendAfterMs: 1 } });
    const refund = await bench.requestRefund(process, collection);
    expect(await bench.reviewKinds(refund)).toEqual(['cannot_be_asked']);
    // Other processes find the row due again and again.
    await bench.startProcess({ mtn: airtel, settings: { resendAfterMs: 1, truthDeadlineMs: 1 } });
    for (let times = 0; times < 3; times += 1) {
      await makeDue(refund);
      const resting = async () => Number((await bench.submission(refund))?.due_at) > Date.now() + 60_000;
      await expect.poll(resting).toBe(true);
    }
    expect(airtel.refunds).toHaveLength(1);
    expect(airtel.asked).not.toContain(refund.externalReference);
    expect(await bench.reviewKinds(refund)).toEqual(['cannot_be_asked']);
    expect((await bench.transaction(refund.transactionId)).status).toBe('processing');
    expect(await bench.balance()).toEqual({ available: before.available - 50_000, held: before.held + 50_000 });
  });

  test('and is completed at once, without a question, when its answer says paid', async () => {
    const collection = await collected();
    const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    airtel.refundWord = async () => ({ is: 'accepted', paid: true });
    let failures = 1;
    const process = await bench.startProcess({
      mtn: airtel,
      workers: false,
      writer: {
        async submit(command) {
          // The ledger is away for a moment, and what the operator said is not lost.
          failures -= 1;
          if (failures === 0) throw new NothingWritten('the database is away');
          return bench.writer.submit(command);
        },
      },
    });
    const refund = await bench.requestRefund(process, collection);
    // An accepted operation answers `processing`, also when its end is already known.
    expect(refund.status).toBe('processing');
    expect((await bench.transaction(refund.transactionId)).status).toBe('completed');
    expect(airtel.asked).toEqual([]);
    expect(await bench.submission(refund)).toBeUndefined();
  });

  test.each<{ word: SubmitResult; code: string }>([
    { word: { is: 'refused', by: 'payment', code: 'operator_failed', raw: 'DP…' }, code: 'operator_failed' },
    { word: { is: 'not_reached', raw: 'ECONNREFUSED' }, code: 'operator_unavailable' },
  ])('and fails, the money back and another refund allowed, when it was $word.is', async ({ word, code }) => {
    const collection = await collected();
    const before = await bench.balance();
    const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    airtel.refundWord = async () => word;
    const process = await bench.startProcess({ mtn: airtel, workers: false });
    const refund = await bench.requestRefund(process, collection);
    expect(refund).toMatchObject({ status: 'failed', failure: { stage: 'submission', code } });
    expect(await bench.balance()).toEqual(before);
    airtel.refundWord = async () => ({ is: 'accepted', paid: true });
    const second = await bench.requestRefund(process, collection);
    expect((await bench.transaction(second.transactionId)).status).toBe('completed');
  });

  test('and goes to review, unsent for all we know, when its process died before the call or during it', async () => {
    const collection = await collected();
    const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    const dead = await bench.startProcess({ mtn: airtel, workers: false });
    const refund = await bench.openRefund(dead, collection, { callTimeoutMs: 400, firstQueryAfterMs: 10 });
    await bench.startProcess({ mtn: airtel, settings: { resendAfterMs: 1 } });
    expect(await bench.reviewKinds(refund)).toEqual([]);
    await expect.poll(() => bench.reviewKinds(refund)).toEqual(['cannot_be_asked']);
    expect(airtel.refunds).toEqual([]);
    expect((await bench.transaction(refund.transactionId)).status).toBe('processing');
  });

  test.each(['completed', 'failed'] as const)('and is %s when two persons say so', async (resolution) => {
    const collection = await collected();
    const airtel = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    airtel.refundWord = async () => ({ is: 'unknown', raw: 'timeout' });
    const process = await bench.startProcess({ mtn: airtel, workers: false });
    const refund = await bench.requestRefund(process, collection);
    const { rows } = await bench.database.pool.query<{ review_case_id: string; found: object }>(
      'SELECT review_case_id, found FROM review_case WHERE transaction_id = $1',
      [refund.transactionId],
    );
    expect(rows[0]?.found).toMatchObject({ first_word: { is: 'unknown', raw: 'timeout' } });
    await bench.writer.submit({
      kind: 'resolve_case',
      walletId: bench.walletId,
      mode: 'test',
      transactionId: refund.transactionId,
      reviewCaseId: Number(rows[0]?.review_case_id),
      resolution,
      reason: "Airtel's portal",
      maker: 'joan',
      approver: 'peter',
    });
    expect((await bench.transaction(refund.transactionId)).status).toBe(resolution);
    expect(await bench.submission(refund)).toBeUndefined();
  });
});

describe('the way out', () => {
  test('rule 23: refunds queue while the circuit of payouts is open, and another process sends them', async () => {
    const collection = await collected();
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    const process = await bench.startProcess({ mtn, workers: false });
    await Promise.all(Array.from({ length: 20 }, () => bench.request(process, 'payout', phone)));
    const refund = await bench.requestRefund(process, collection);
    expect(await bench.submission(refund)).toMatchObject({ sends: 0, direction: 'refund' });
    expect(mtn.refunds).toEqual([]);
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${refund.transactionId}`, amount: ugx(50_000) });
    await bench.startProcess({ mtn });
    expect((await bench.end(refund)).status).toBe('completed');
    expect(mtn.refunds).toHaveLength(1);
  });

  test('a refund unsent for 30 minutes fails, and the money is back', async () => {
    const collection = await collected();
    const before = await bench.balance();
    const mtn = new ScriptedOperator();
    const opener = await bench.startProcess({ mtn, workers: false });
    const refund = await bench.openRefund(opener, collection, { sends: 0 });
    await bench.database.owner.query(
      `UPDATE submission SET created_at = created_at - interval '30 minutes' WHERE transaction_id = $1`,
      [refund.transactionId],
    );
    await bench.startProcess({ mtn });
    expect((await bench.end(refund)).failure).toMatchObject({ stage: 'submission', code: 'not_sent_in_time' });
    expect(mtn.refunds).toEqual([]);
    expect(await bench.balance()).toEqual(before);
  });

  test('an account that this process has no settings for, or that is of the other mode, is not configured', async () => {
    const process = await bench.startProcess({ workers: false });
    const { operatorAccountId } = await collected();
    const notConfigured = { is: 'not_configured', retryAfterSeconds: 300 };
    expect(process.operatorPort.prepareRefund('test', 999_999)).toEqual(notConfigured);
    const scripted = await bench.startProcess({ mtn: new ScriptedOperator(), workers: false });
    expect(scripted.operatorPort.prepareRefund('live', operatorAccountId ?? 0)).toEqual(notConfigured);
    expect(scripted.operatorPort.prepareRefund('test', operatorAccountId ?? 0)).toMatchObject({ is: 'ready' });
  });

  test('a call that could not be prepared is taken back, and made when it can be', async () => {
    const collection = await collected();
    const mtn = new ScriptedOperator({ refundsCanBeAskedAbout: false });
    mtn.refundWord = async () => ({ is: 'accepted', paid: true });
    const process = await bench.startProcess({ mtn, workers: false });
    const refund = await bench.openRefund(process, collection);
    // What the call needs cannot be read.
    const wrong = { ...refund, details: { ...refund.details, refunds: 999_999 } };
    expect((await bench.submit(process, wrong)).status).toBe('processing');
    expect(mtn.refunds).toEqual([]);
    expect(await bench.submission(refund)).toMatchObject({ sends: 0, send_until: null, waits_for: null });
    await makeDue(refund);
    await bench.startProcess({ mtn });
    expect((await bench.end(refund)).status).toBe('completed');
    expect(mtn.refunds).toHaveLength(1);
  });
});
