import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type FixtureWallet, ledgerFindings, openWallet, payoutOf } from '../../../test/ledger/fixtures.ts';
import { ugx } from '../../money/ugx.ts';
import type { BookUnknownPayment } from '../commands/book-unknown-payment.ts';
import type { OpenCollection } from '../commands/open-collection.ts';
import type { OpenRefund } from '../commands/open-refund.ts';
import type { Settle } from '../commands/settle.ts';
import type { Outcome } from '../plan/outcome.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: Writer;
let alice: FixtureWallet;
let operatorAccountId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
  operatorAccountId = (await payoutOf(database, alice, 1, 0)).route.operatorAccountId;
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

describe('in the database', () => {
  test('a refund is claimed once, the claim goes when it fails, and the books are clean', async () => {
    const collection = await completedCollection('256700000001');
    const first = await done(refundOf(collection));
    expect(await writer.submit(refundOf(collection))).toMatchObject({ refusal: { code: 'already_refunded' } });
    await settle(first, 'failed');
    const second = await done(refundOf(collection));
    await settle(second, 'succeeded');
    expect(await writer.submit(refundOf(collection))).toMatchObject({ refusal: { code: 'already_refunded' } });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a refund that was paid though it failed is claimed for good, unless it came back; and in one batch', async () => {
    const collection = await completedCollection('256700000004');
    const first = await done(refundOf(collection));
    const outcomes = await Promise.all([
      settle(first, 'failed'),
      settle(first, 'succeeded'),
      writer.submit(refundOf(collection)),
    ]);
    expect(outcomes).toMatchObject([
      { is: 'done' },
      { is: 'sent_to_review' },
      { refusal: { code: 'already_refunded', transactionId: first } },
    ]);
    expect(await writer.submit(refundOf(collection))).toMatchObject({ refusal: { code: 'already_refunded' } });
    const { rows } = await database.pool.query<{ review_case_id: string }>(
      'SELECT review_case_id FROM review_case WHERE transaction_id = $1',
      [first],
    );
    await done({
      kind: 'resolve_case',
      walletId: alice.walletId,
      mode: 'test',
      transactionId: first,
      reviewCaseId: Number(rows[0]?.review_case_id),
      resolution: 'returned',
      reason: 'Taken back at the operator',
      maker: 'joan',
      approver: 'peter',
    });
    await settle(await done(refundOf(collection)), 'succeeded');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a refund can be made again in the batch in which it failed', async () => {
    const collection = await completedCollection('256700000005');
    const first = await done(refundOf(collection));
    const [, second] = await Promise.all([settle(first, 'failed'), done(refundOf(collection))]);
    const claims = await database.pool.query('SELECT refund_id FROM refund_claim WHERE collection_id = $1', [
      collection,
    ]);
    expect(claims.rows).toEqual([{ refund_id: String(second) }]);
    const ended = await database.pool.query('SELECT refund_id FROM refund_ended WHERE collection_id = $1', [
      collection,
    ]);
    expect(ended.rows).toEqual([{ refund_id: String(first) }]);
    const writers = await database.pool.query(
      'SELECT DISTINCT xmin FROM transaction WHERE transaction_id = ANY ($1::bigint[])',
      [[first, second]],
    );
    expect(writers.rowCount).toBe(1);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a review case is resolved once, says by whom, and suspense is empty again', async () => {
    const collection = await done(collect('256700000002'));
    await settle(collection, 'failed');
    await settle(collection, 'succeeded');
    const { rows } = await database.pool.query<{ review_case_id: string }>(
      'SELECT review_case_id FROM review_case WHERE transaction_id = $1',
      [collection],
    );
    expect(await ledgerFindings(database.pool)).toEqual([]);
    const command = {
      kind: 'resolve_case',
      walletId: alice.walletId,
      mode: 'test',
      transactionId: collection,
      reviewCaseId: Number(rows[0]?.review_case_id),
      resolution: 'credited',
      reason: "Airtel's statement",
      maker: 'joan',
      approver: 'peter',
    } as const;
    const resolved = await done(command);
    expect(await writer.submit(command)).toMatchObject({ refusal: { code: 'case_not_open' } });
    const cases = await database.pool.query(
      `SELECT resolution, resolution_reason, resolved_by, confirmed_by, resolution_transaction_id, resolved_at IS NOT NULL AS ended
         FROM review_case WHERE transaction_id = $1`,
      [collection],
    );
    expect(cases.rows).toEqual([
      {
        resolution: 'credited',
        resolution_reason: "Airtel's statement",
        resolved_by: 'joan',
        confirmed_by: 'peter',
        resolution_transaction_id: String(resolved),
        ended: true,
      },
    ]);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('the audit finds suspense that no open case explains', async () => {
    const payout = await payoutOf(database, alice, 1_000, 0);
    const opened = await done({ ...payout, route: { ...payout.route, operatorAccountId, reference: randomUUID() } });
    await settle(opened, 'failed');
    await settle(opened, 'succeeded');
    const lie = `UPDATE review_case SET resolved_at = $2, resolution = $3, resolution_reason = $3, resolved_by = $3,
      confirmed_by = $3 WHERE transaction_id = $1`;
    await database.pool.query(lie, [opened, new Date(), 'dismissed']);
    expect((await ledgerFindings(database.pool)).map(({ rule }) => rule)).toEqual(['suspense_is_its_open_cases']);
    await database.pool.query(lie, [opened, null, null]);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a collection that was taken back can be refunded once that is undone at the operator', async () => {
    const collection = await completedCollection('256700000010');
    await settle(collection, 'failed');
    expect(await writer.submit(refundOf(collection))).toMatchObject({ refusal: { because: 'reversed' } });
    const { rows } = await database.pool.query<{ review_case_id: string }>(
      'SELECT review_case_id FROM review_case WHERE transaction_id = $1',
      [collection],
    );
    await done({
      kind: 'resolve_case',
      walletId: alice.walletId,
      mode: 'test',
      transactionId: collection,
      reviewCaseId: Number(rows[0]?.review_case_id),
      resolution: 'returned',
      reason: 'Undone at the operator',
      maker: 'joan',
      approver: 'peter',
    });
    await settle(await done(refundOf(collection)), 'succeeded');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a receipt pays for one transaction over all accounts that we have with an operator', async () => {
    const elsewhere = (await payoutOf(database, alice, 1, 0)).route.operatorAccountId;
    const collection = await done(collect('256700000006'));
    const booking = await bookingOf('R-77', elsewhere);
    expect(await writer.submit(booking)).toMatchObject({ is: 'done' });
    expect(await settle(collection, 'succeeded', 'R-77')).toMatchObject({ is: 'sent_to_review' });

    const paid = await done(collect('256700000007'));
    await settle(paid, 'succeeded', 'R-78');
    expect(await writer.submit(await bookingOf('R-78', elsewhere))).toMatchObject({
      refusal: { code: 'external_reference_used', transactionId: paid },
    });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('and of two that are paid with one receipt at the same moment, one goes to review', async () => {
    const elsewhere = (await payoutOf(database, alice, 1, 0)).route.operatorAccountId;
    const here = collect('256700000008');
    const there = collect('256700000009');
    const both = await Promise.all([
      done(here),
      done({ ...there, route: { ...there.route, operatorAccountId: elsewhere } }),
    ]);
    const outcomes = await Promise.all(both.map((collection) => settle(collection, 'succeeded', 'R-79')));
    expect(outcomes.map(({ is }) => is).sort()).toEqual(['done', 'sent_to_review']);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('floats are funded, swept and charged against the bank, a slip once, by two persons', async () => {
    const booking = {
      kind: 'book_float',
      mode: 'test',
      what: 'fund',
      float: 'disbursement_float',
      operatorAccountId,
      amount: ugx(1_000_000),
      reason: 'Float for the weekend',
      maker: 'joan',
      approver: 'peter',
      externalReference: 'BANK-1',
    } as const;
    await done(booking);
    expect(await writer.submit(booking)).toMatchObject({ refusal: { code: 'external_reference_used' } });
    expect(await writer.submit({ ...booking, approver: 'joan', externalReference: 'BANK-2' })).toMatchObject({
      refusal: { code: 'approver_is_maker' },
    });
    await done({ ...booking, what: 'sweep', float: 'collection_float', externalReference: 'BANK-3' });
    await done({ ...booking, what: 'charge', amount: ugx(450), externalReference: 'CHARGE-1' });
    const { rows } = await database.pool.query(
      `SELECT kind, sum(d.amount)::text AS moved FROM system_account a JOIN system_account_delta d USING (account_id)
        WHERE kind IN ('bank', 'operator_charges') GROUP BY kind ORDER BY kind`,
    );
    expect(rows).toEqual([
      { kind: 'bank', moved: '0' },
      { kind: 'operator_charges', moved: '-450' },
    ]);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('two processes that both prompt one payer at once open one collection', async () => {
    await database.pool.query('UPDATE wallet SET one_collection_per_payer = true WHERE wallet_id = $1', [
      alice.walletId,
    ]);
    const other = new Writer({ target: database.target });
    const outcomes = await Promise.all([writer.submit(collect('256700000003')), other.submit(collect('256700000003'))]);
    await other.close();
    expect(outcomes.map(({ is }) => is).sort()).toEqual(['done', 'refused']);
    const open = outcomes.find(({ is }) => is === 'done');
    if (open?.is === 'done') await settle(open.transaction.transactionId, 'failed');
    expect(await writer.submit(collect('256700000003'))).toMatchObject({ is: 'done' });
  });
});

function collect(customerPhone: string): OpenCollection {
  return {
    kind: 'open_collection',
    walletId: alice.walletId,
    mode: 'test',
    gross: ugx(50_000),
    fee: ugx(2_500),
    net: ugx(47_500),
    feeScheduleId: 1,
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'api_key:1',
    idempotency: null,
    customerPhone,
    customerName: null,
    provider: 'Airtel',
    route: {
      to: 'operator',
      operatorAccountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
    },
  };
}

function refundOf(transactionId: number): OpenRefund {
  return {
    kind: 'open_refund',
    amount: null,
    walletId: alice.walletId,
    mode: 'test',
    transactionId,
    moved: null,
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    budgetLineage: null,
    maker: 'api_key:1',
    idempotency: null,
    route: {
      operatorAccountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
      paidFrom: 'collection_float',
      inPart: true,
    },
  };
}

async function completedCollection(customerPhone: string): Promise<number> {
  const collection = await done(collect(customerPhone));
  await settle(collection, 'succeeded');
  return collection;
}

async function done(command: Parameters<Writer['submit']>[0]): Promise<number> {
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(`expected it to be done: ${JSON.stringify(outcome)}`);
  return outcome.transaction.transactionId;
}

/** Credits a payment that a statement of another account has and that is none of our transactions. */
async function bookingOf(receipt: string, account: number): Promise<BookUnknownPayment> {
  const { rows } = await database.pool.query<{ review_case_id: string }>(
    `INSERT INTO review_case (mode, operator_account_id, kind, claim, found, opened_at)
     VALUES ('test', $1, 'missing_here', $2, jsonb_build_object('receipt', $2::text), now()) RETURNING review_case_id`,
    [account, receipt],
  );
  return {
    kind: 'book_unknown_payment',
    walletId: alice.walletId,
    mode: 'test',
    reviewCaseId: Number(rows[0]?.review_case_id),
    resolution: 'credited',
    operatorAccountId: account,
    float: 'collection_float',
    amount: ugx(50_000),
    receipt,
    externalReference: receipt,
    reason: "Airtel's statement",
    maker: 'joan',
    approver: 'peter',
  };
}

function settle(transactionId: number, is: 'succeeded' | 'failed', receipt?: string): Promise<Outcome> {
  return writer.submit(word(transactionId, is, receipt));
}

function word(transactionId: number, is: 'succeeded' | 'failed', receipt = `R-${transactionId}`): Settle {
  return {
    kind: 'settle',
    walletId: alice.walletId,
    transactionId,
    word:
      is === 'succeeded'
        ? { is, receipt, amount: null }
        : { is, failure: { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' }, receipt: null },
  };
}
