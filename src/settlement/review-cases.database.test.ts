import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { openReviewCase } from '../ledger/rows/review-case.ts';

let bench: SettlementBench;
beforeAll(async () => {
  bench = await SettlementBench.open();
});
afterAll(async () => {
  await bench.close();
});

/** A case as reconciliation opens it. */
const insert = (kind: string, operatorAccountId: number | null, claim: string, transactionId: number | null = null) =>
  bench.database.pool.query(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, operator_account_id, kind, claim, found, opened_at)
     VALUES ('test', $1, $2, $3, $4, $5, '{}', clock_timestamp())`,
    [transactionId === null ? null : bench.walletId, transactionId, operatorAccountId, kind, claim],
  );

describe('a review case', () => {
  test('of the same kind is opened once, and another claim is another case', async () => {
    const process = await bench.startProcess({ workers: false });
    const transaction = await bench.open(process, 'payout', '256772123456');
    const open = (claim: string) => openReviewCase(bench.database.pool, transaction, 'details_differ', {}, { claim });
    for (const claim of ['currency EUR', 'currency EUR', 'currency KES']) await open(claim);
    await openReviewCase(bench.database.pool, transaction, 'cannot_be_asked', {});
    expect(await bench.reviewKinds(transaction)).toEqual(['cannot_be_asked', 'details_differ', 'details_differ']);
  });

  test('is not opened for a transaction with an open case, or one that a person ended meanwhile', async () => {
    const process = await bench.startProcess({ workers: false });
    const transaction = await bench.open(process, 'payout', '256772123456');
    const open = (claim: string) =>
      openReviewCase(bench.database.pool, transaction, 'truth_deadline', {}, { claim, unlessCaredFor: true });
    expect(await open('')).toBe(true);
    expect(await open('deadline 2')).toBe(false);
    await bench.resolveByPersons(transaction, 'failed');
    expect(await open('deadline 3')).toBe(false);
  });

  test('about a payment that only a statement knows needs no transaction, and is opened once per account', async () => {
    await insert('missing_here', 1, 'receipt 17');
    await expect(insert('missing_here', 1, 'receipt 17')).rejects.toThrow('case_without_transaction_once');
    await insert('missing_here', 2, 'receipt 17');
    await insert('missing_here', 1, 'receipt 18');
    await expect(insert('missing_here', null, 'receipt 19')).rejects.toThrow('transaction_unless_missing_here');
  });

  test.each(['missing_there', 'statement_differs', 'late_success'])('of kind %s needs a transaction', async (kind) => {
    await expect(insert(kind, 1, '')).rejects.toThrow('transaction_unless_missing_here');
  });
});
