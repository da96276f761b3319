import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EverythingBooks } from '../../test/audit/books.ts';
import { allDerivedColumns, corrupt, isOfHistory } from '../../test/audit/corruptions.ts';
import { openIntruder } from '../../test/audit/intruder.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { MovingHistory } from '../../test/history/moving.ts';
import { resolveOpenCases } from '../../test/history/resolve-open-cases.ts';
import { topUp } from '../../test/ledger/books.ts';
import { findingsIn, ofLedger } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { serviceActor } from '../access/audit-log.ts';
import { rejectTransaction } from '../approvals/decide-approval.ts';
import { recordsOf } from '../history/boundary.ts';
import { HistoryUnavailable } from '../history/history-store.ts';
import type { Records } from '../history/records.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { Writer } from '../ledger/writer/writer.ts';
import { takeHint } from '../settlement/callback-hints.ts';
import { findTransaction } from '../wallet/history.ts';

let database: TestDatabase;
let moving: MovingHistory;
let writer: Writer;
/** A superuser of the database, for whom no trigger works. */
let intruder: pg.Client;

// Books with a row of everything, in which nothing is open, so that all of them move.
beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  intruder = await openIntruder(database);
  await EverythingBooks.write(database);
  moving = await MovingHistory.of(database);
  await endEverything();
  await moving.forgetOld();
  await proveAll(database.pool, await proofKeyOf(database.pool));
  await moving.beginPartition(1);
});
afterAll(async () => {
  await writer.close();
  await intruder.end();
  await moving.end();
  await database.drop();
});

async function submit(command: Command): Promise<Transaction> {
  const outcome = await writer.submit(command);
  if (!('transaction' in outcome) || outcome.transaction === null) throw new Error(outcome.is);
  return outcome.transaction;
}

/** As the intruder reads, with what was changed and is not committed. The history store is compared with what is committed. */
function byIntruder(): Records {
  return { ...recordsOf(intruder, null), history: moving.records.history };
}

async function endEverything(): Promise<void> {
  const { pool } = database;
  // As src/settlement/poll.ts does after its last query.
  await pool.query('DELETE FROM submission WHERE recheck');
  const { rows: open } = await pool.query<{ wallet_id: string; transaction_id: string }>(
    'SELECT wallet_id, transaction_id FROM submission ORDER BY transaction_id',
  );
  for (const { wallet_id, transaction_id } of open) {
    const word = { is: 'succeeded', receipt: `E-${transaction_id}`, amount: null } as const;
    await submit({ kind: 'settle', walletId: Number(wallet_id), transactionId: Number(transaction_id), word });
  }
  const { rows: waiting } = await pool.query<{ wallet_id: string; transaction_id: string }>(
    'SELECT wallet_id, transaction_id FROM approval',
  );
  for (const { wallet_id, transaction_id } of waiting) {
    await rejectTransaction(
      submit,
      { walletId: Number(wallet_id), transactionId: Number(transaction_id) } as Transaction,
      { actor: serviceActor(), approver: 'ben@nsimbi.test' },
      null,
    );
  }
  await resolveOpenCases({ pool, records: moving.records, writer }, 'written_off');
}

test('nothing is found before the move, and nothing while and after everything has moved', async () => {
  expect(await findingsIn(moving.records)).toEqual([]);
  expect(await moving.move({ keptMs: 3_600_000, signal: AbortSignal.timeout(20_000) }).catch(() => 'closed')).toBe(
    'closed',
  );
  expect(await findingsIn(moving.records), 'with the partition still here').toEqual([]);
  expect(await moving.move()).toMatchObject({ is: 'nothing' });
  const { rows } = await database.pool.query<{ here: string }>('SELECT count(*) AS here FROM transaction');
  expect(rows[0]?.here).toBe('0');
  expect(await findingsIn(moving.records)).toEqual([]);
});

test('the audit does not end while the history store is away', async () => {
  const away = recordsOf(database.pool, null);
  await expect(findingsIn(away)).rejects.toThrow(HistoryUnavailable);
});

describe('a change is found, with ids, of', () => {
  test.each(allDerivedColumns.filter(isOfHistory))('$column of $table by $rule', async ({ table, column, rule }) => {
    await undone(async () => {
      expect(await corrupt(intruder, { table, column })).toBe(true);
      const found = (await findingsIn(byIntruder())).filter((one) => one.rule === rule);
      expect(found).not.toEqual([]);
      for (const { detail } of found) expect(detail).toMatch(/\d/);
    });
  });

  test.each([
    ['operator_reference', 'transaction_id = transaction_id + 1', 'operator_reference_has_its_transaction'],
    ['operator_receipt', "receipt = receipt || 'x'", 'operator_receipt_has_its_transaction'],
    ['refund_claim', 'paid_late = NOT paid_late', 'refund_has_its_claim'],
    ['adjustment_claim', "external_reference = 'another ' || transaction_id", 'slip_has_its_booking'],
    ['adjustment_outcome', 'transaction_id = transaction_id + 100000', 'booked_adjustment_is_as_proposed'],
    ['change_outcome', 'transaction_id = transaction_id + 1', 'change_is_as_approved'],
    ['bulk_payout_row', "moved = jsonb_set(moved, '{status}', '\"failed\"')", 'bulk_row_has_its_payment'],
    ['bulk_payout_row', 'amount = amount + 1', 'bulk_row_has_its_payment'],
    ['review_case', "found = jsonb_set(found, '{expected}', '1')", 'review_case_is_of_its_transaction'],
    ['suspense_claim', 'amount = amount + 1', 'suspense_claim_has_its_transaction'],
    ['client_reference', "client_reference = client_reference || 'x'", 'client_reference_has_its_transaction'],
    ['payer_claim', "phone = phone || '0'", 'payer_claim_has_its_collection'],
  ])('%s (%s), whose transactions have moved', async (table, change, rule) => {
    await undone(async () => {
      const { rowCount } = await intruder.query(`UPDATE ${table} SET ${change}`);
      expect(rowCount).toBeGreaterThan(0);
      const found = await findingsIn(byIntruder());
      expect(found.map((one) => one.rule)).toContain(rule);
    });
  });

  test('a balance together with what its wallet has moved', async () => {
    await undone(async () => {
      await intruder.query(
        `UPDATE history_entry_run r SET moved = moved + 500, balance_after = balance_after + 500
          WHERE (wallet_id, first_no) = (SELECT wallet_id, max(first_no) FROM history_entry_run GROUP BY wallet_id ORDER BY 1 LIMIT 1);
         UPDATE wallet SET available = available + 500 WHERE wallet_id = (SELECT min(wallet_id) FROM history_entry_run)`,
      );
      const found = await findingsIn(byIntruder());
      expect(found.map((one) => one.rule)).toEqual(
        expect.arrayContaining(['moved_runs_are_their_records', 'moved_transfers_add_up']),
      );
    });
  });

  test.each([
    ['transfer', 'DELETE FROM transfer WHERE entry_no = 1', 'moved_runs_are_their_records'],
    [
      'event',
      'UPDATE event SET first_sequence = first_sequence + 500 WHERE first_sequence = 1',
      'moved_runs_are_their_records',
    ],
  ])('a %s of the history store', async (table, change, rule) => {
    const { rowCount } = await moving.history.query(`SELECT FROM ${table}`);
    expect(rowCount).toBeGreaterThan(0);
    await moving.history.query(`CREATE TABLE kept AS SELECT * FROM ${table}`);
    try {
      await moving.history.query(change);
      const found = await findingsIn(moving.records);
      expect(found.map((one) => one.rule)).toContain(rule);
    } finally {
      await moving.history.query(
        `BEGIN; DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept; COMMIT`,
      );
    }
  });
});

test('payments that follow are audited together with what has moved', async () => {
  const { rows } = await database.pool.query<{ wallet_id: string }>(
    `SELECT wallet_id FROM wallet WHERE mode = 'test' AND client_id IS NOT NULL AND available > 10000 ORDER BY wallet_id`,
  );
  const walletId = Number(rows[0]?.wallet_id);
  await submit({ ...topUp(walletId, 700), externalReference: 'LATER 1' });
  expect(ofLedger(await findingsIn(moving.records))).toEqual([]);
  await undone(async () => {
    await intruder.query(`UPDATE wallet SET available = available + 1 WHERE wallet_id = ${walletId}`);
    const found = await findingsIn(byIntruder());
    expect(found.map(({ rule }) => rule)).toContain('wallet_balance_is_its_transfers');
  });
});

test('a refund of a collection that has moved is compared with it', async () => {
  const { rows } = await moving.history.query<{ wallet_id: string; transaction_id: string }>(
    `SELECT wallet_id, transaction_id FROM transaction t
      WHERE type = 'collection' AND status = 'completed' AND mode = 'test'
        AND NOT EXISTS (SELECT FROM transaction r WHERE r.wallet_id = t.wallet_id AND r.details->>'refunds' = t.transaction_id::text)
      ORDER BY transaction_id LIMIT 1`,
  );
  const [walletId, collectionId] = [Number(rows[0]?.wallet_id), Number(rows[0]?.transaction_id)];
  const collection = await findTransaction(moving.records, walletId, collectionId);
  if (collection?.operatorAccountId == null) throw new Error('no collection has moved');
  const { transactionId } = await submit({
    kind: 'open_refund',
    amount: null,
    walletId,
    mode: 'test',
    transactionId: collectionId,
    moved: collection,
    description: null,
    apiKeyId: null,
    apiTriggered: false,
    budgetLineage: null,
    maker: 'ann@nsimbi.test',
    idempotency: null,
    route: {
      operatorAccountId: collection.operatorAccountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 60_000,
      paidFrom: 'disbursement_float',
      inPart: true,
    },
  });
  expect(ofLedger(await findingsIn(moving.records))).toEqual([]);
  await undone(async () => {
    await intruder.query(
      `UPDATE transaction SET counterparty_phone = '+256700000009' WHERE transaction_id = ${transactionId}`,
    );
    const found = await findingsIn(byIntruder());
    expect(found.map(({ rule }) => rule)).toContain('refunds_fit_their_collection');
  });
});

describe('a late report about a collection that has moved', () => {
  let collection: Transaction;

  beforeAll(async () => {
    const { rows } = await moving.history.query<{ wallet_id: string; transaction_id: string }>(
      `SELECT wallet_id, transaction_id FROM transaction
        WHERE type = 'collection' AND status = 'completed' AND mode = 'test' ORDER BY transaction_id LIMIT 1`,
    );
    const [walletId, transactionId] = [Number(rows[0]?.wallet_id), Number(rows[0]?.transaction_id)];
    const found = await findTransaction(moving.records, walletId, transactionId);
    if (found === null) throw new Error('no collection has moved');
    collection = found;
    const failure = { stage: 'settlement', code: 'operator_failed', reason: 'The operator took it back.' } as const;
    const word = { is: 'failed', failure, receipt: null } as const;
    await submit({ kind: 'settle', walletId, transactionId, moved: collection, word });
    await takeHint(database.pool, collection.operatorAccountId ?? 0, collection.externalReference ?? '');
  });

  test('is no finding: its case, its claim, and the query that follows', async () => {
    const { pool } = database;
    const { transactionId } = collection;
    const { rows: cases } = await pool.query('SELECT kind FROM review_case WHERE transaction_id = $1', [transactionId]);
    expect(cases).toEqual([{ kind: 'late_failure' }]);
    const { rows } = await pool.query('SELECT direction FROM submission WHERE transaction_id = $1', [transactionId]);
    expect(rows).toEqual([{ direction: null }]);
    expect(ofLedger(await findingsIn(moving.records))).toEqual([]);
  });

  test.each([
    ['a case', `UPDATE review_case SET found = found || '{"expected": 1}'`, 'review_case_is_of_its_transaction'],
    ['a case without its claim', 'DELETE FROM suspense_claim', 'review_case_is_of_its_transaction'],
    ['a claim', 'UPDATE suspense_claim SET amount = amount + 1', 'suspense_claim_has_its_transaction'],
    ['a claim without its case', 'DELETE FROM review_case', 'suspense_claim_has_its_transaction'],
    ['the direction of a query', `UPDATE submission SET direction = 'payout'`, 'submission_is_of_its_transaction'],
    ['the reference of a query', `UPDATE submission SET reference = 'another'`, 'submission_is_of_its_transaction'],
    ['a query', 'UPDATE submission SET recheck = false', 'owed_payment_is_open'],
  ])('is a finding where %s is changed', async (_what, change, rule) => {
    await undone(async () => {
      const { rowCount } = await intruder.query(`${change} WHERE transaction_id = ${collection.transactionId}`);
      expect(rowCount).toBe(1);
      const found = await findingsIn(byIntruder());
      expect(found.map((one) => one.rule)).toContain(rule);
    });
  });

  test('has a query with a direction where its transaction is here', async () => {
    await undone(async () => {
      const { rowCount } = await intruder.query(
        `UPDATE submission SET direction = NULL WHERE transaction_id >= (SELECT moved_below FROM history_boundary)`,
      );
      expect(rowCount).toBeGreaterThan(0);
      const found = await findingsIn(byIntruder());
      expect(found.map((one) => one.rule)).toContain('submission_is_of_its_transaction');
    });
  });
});

async function undone(work: () => Promise<void>): Promise<void> {
  await intruder.query('BEGIN');
  try {
    await work();
  } finally {
    await intruder.query('ROLLBACK');
  }
}
