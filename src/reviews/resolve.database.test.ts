import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FixtureWallet, ledgerFindings, openWallet, payoutOf } from '../../test/ledger/fixtures.ts';
import { recordsIn } from '../../test/records.ts';
import { serviceActor } from '../access/audit-log.ts';
import type { Resolution } from '../ledger/rows/review-case.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import { findCase } from './cases.ts';
import { findProposals, proposeResolution, withdrawProposal } from './proposals.ts';
import { resolveCase } from './resolve.ts';

let database: TestDatabase;
let writer: Writer;
let alice: FixtureWallet;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  alice = await openWallet(database, 'Alice', '256772000001', 100_000);
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

/** A case whose end joan has proposed: of a payout without a final word, or of a payment that is none of ours. */
const cases: [string, () => Promise<number>, Resolution][] = [
  ['a payout of UGX 1,000 without a final word', caseOfPayout, 'completed'],
  ['a payment that is none of ours', caseOfUnknownPayment, 'dismissed'],
];

describe.each(cases)('the proposed end of %s', (_, openCase, resolution) => {
  test('is not confirmed while somebody withdraws it', async () => {
    const reviewCaseId = await proposed(await openCase(), resolution);
    const withdrawing = await database.pool.connect();
    await withdrawing.query('BEGIN');
    expect(await withdrawProposal(withdrawing, reviewCaseId)).toMatchObject({ by: 'joan', resolution });
    const confirming = confirm(reviewCaseId, resolution);
    confirming.catch(() => undefined);
    await expect.poll(waitingForALock).toBe(1);
    await withdrawing.query('COMMIT');
    withdrawing.release();
    await expect(confirming).rejects.toMatchObject({ code: 'case_not_open', message: /proposal has changed/ });
    expect((await findCase(recordsIn(database.pool), reviewCaseId))?.resolved).toBeNull();
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('is confirmed or withdrawn, and not both, when two persons decide at once', async () => {
    const reviewCaseId = await proposed(await openCase(), resolution);
    // An administrator stops the confirmation when it has the case.
    const holder = new pg.Client({ connectionString: database.target.connectionString });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE nsimbi.audit_log, nsimbi.transfer IN EXCLUSIVE MODE');
    const confirming = confirm(reviewCaseId, resolution).then(
      () => true,
      () => false,
    );
    await expect.poll(waitingForALock).toBe(1);
    const withdrawing = inDatabaseTransaction(database.pool, (db) => withdrawProposal(db, reviewCaseId));
    await expect.poll(waitingForALock).toBe(2);
    await holder.end();
    const confirmed = await confirming;
    expect((await withdrawing) === null).toBe(confirmed);
    expect((await findCase(recordsIn(database.pool), reviewCaseId))?.resolved !== null).toBe(confirmed);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('is not confirmed in place of one that was made anew', async () => {
    const reviewCaseId = await proposed(await openCase(), resolution);
    const proposedAtMs = (await proposalOf(reviewCaseId))?.atMs;
    await inDatabaseTransaction(database.pool, (db) => withdrawProposal(db, reviewCaseId));
    await database.pool.query('SELECT pg_sleep(0.002)');
    await proposed(reviewCaseId, resolution);
    await expect(confirm(reviewCaseId, resolution, proposedAtMs)).rejects.toMatchObject({ code: 'case_not_open' });
    expect(await proposalOf(reviewCaseId)).not.toBeNull();
    await confirm(reviewCaseId, resolution);
    const left = 'SELECT FROM resolution_proposal WHERE review_case_id = $1';
    expect((await database.pool.query(left, [reviewCaseId])).rowCount).toBe(0);
  });
});

async function caseOfPayout(): Promise<number> {
  const outcome = await writer.submit(await payoutOf(database, alice, 1_000, 0));
  if (outcome.is !== 'done') throw new Error(outcome.is);
  return await openedCase('truth_deadline', alice.walletId, outcome.transaction.transactionId);
}

let unknownPayments = 0;

async function caseOfUnknownPayment(): Promise<number> {
  unknownPayments += 1;
  return await openedCase('missing_here', null, null, String(unknownPayments));
}

async function openedCase(kind: string, walletId: number | null, transactionId: number | null, claim = '') {
  const { rows } = await database.pool.query<{ review_case_id: string }>(
    `INSERT INTO review_case (mode, wallet_id, transaction_id, operator_account_id, kind, claim, found, opened_at)
     VALUES ('test', $1, $2, CASE WHEN $2::bigint IS NULL THEN 1 END, $3, $4, '{}', clock_timestamp())
     RETURNING review_case_id`,
    [walletId, transactionId, kind, claim],
  );
  return Number(rows[0]?.review_case_id);
}

async function proposed(reviewCaseId: number, resolution: Resolution): Promise<number> {
  const proposal = { reviewCaseId, resolution, reason: 'The statement says so', clientId: null, by: 'joan' };
  await proposeResolution(database.pool, proposal);
  return reviewCaseId;
}

async function proposalOf(reviewCaseId: number) {
  return (await findProposals(database.pool, [reviewCaseId])).get(reviewCaseId) ?? null;
}

/** Confirms what was proposed, as it is now unless another time is given. */
async function confirm(reviewCaseId: number, resolution: Resolution, proposedAtMs?: number): Promise<void> {
  const found = await findCase(recordsIn(database.pool), reviewCaseId);
  const proposal = await proposalOf(reviewCaseId);
  if (found === null || proposal === null) throw new Error('there is nothing to confirm');
  const { pool } = database;
  await resolveCase({ pool, records: recordsIn(pool), submit: (command) => writer.submit(command) }, found, {
    resolution,
    reason: proposal.reason,
    maker: proposal.by,
    approver: 'peter',
    actor: serviceActor('peter'),
    proposedAtMs: proposedAtMs ?? proposal.atMs,
  });
}

async function waitingForALock(): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    `SELECT count(DISTINCT pid)::integer AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`,
  );
  return rows[0]?.waiting ?? 0;
}
