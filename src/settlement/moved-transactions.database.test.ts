import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MovingHistory } from '../../test/history/moving.ts';
import { findingsIn, ofLedger } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import { serviceActor } from '../access/audit-log.ts';
import { recordsOf } from '../history/boundary.ts';
import type { Records } from '../history/records.ts';
import type { Command } from '../ledger/commands/command.ts';
import type { OpenRefund } from '../ledger/commands/open-refund.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { CommandWriter } from '../ledger/writer/writer.ts';
import { ugx } from '../money/ugx.ts';
import type { QueryResult } from '../operators/contract.ts';
import type { SigningKey } from '../proofs/format/round.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { findCase } from '../reviews/cases.ts';
import { meaningFor } from '../reviews/resolutions.ts';
import { resolveCase } from '../reviews/resolve.ts';
import type { SettlementService } from './settlement.ts';

const phone = '256772123456';
const reversed: QueryResult = { is: 'failed', code: 'operator_failed', raw: 'REVERSED', receipt: null };

let bench: SettlementBench;
let moving: MovingHistory;
let key: SigningKey;
let mtn: ScriptedOperator;
let partition = 0;

beforeAll(async () => {
  bench = await SettlementBench.open();
  moving = await MovingHistory.of(bench.database);
  key = await proofKeyOf(bench.database.pool);
});
beforeEach(() => {
  mtn = new ScriptedOperator();
  mtn.word = async ({ reference }) => paid(reference);
  mtn.readCallback = (callback) => JSON.parse(String(callback.body));
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(ofLedger(await findingsIn(moving.records))).toEqual([]);
});
afterAll(async () => {
  await bench.close();
  await moving.end();
});

function paid(reference: string): QueryResult {
  return { is: 'succeeded', receipt: `R ${reference}`, amount: ugx(50_000) };
}

/** A process as one that was started after the last move. */
const startProcess = (options: { records?: Records; writer?: CommandWriter; log?: (line: string) => void } = {}) => {
  const { log, records = moving.records, ...more } = options;
  const logger = log === undefined ? {} : { logger: pino({ level: 'warn' }, { write: log }) };
  return bench.startProcess({ mtn, records, ...logger, ...more });
};

/** A collection or payout that ended as the operator reports it. */
async function ended(direction: 'collection' | 'payout', end: 'completed' | 'failed'): Promise<Transaction> {
  if (end === 'failed') mtn.word = async () => reversed;
  const process = await startProcess();
  const transaction = await bench.end(await bench.request(process, direction, phone));
  expect(transaction.status).toBe(end);
  await bench.stopProcesses();
  return transaction;
}

async function failedRefund(): Promise<{ collection: Transaction; refund: Transaction }> {
  const collection = await ended('collection', 'completed');
  mtn.word = async () => reversed;
  const process = await startProcess();
  const refund = await bench.end(await bench.requestRefund(process, collection));
  expect(refund.status).toBe('failed');
  await bench.stopProcesses();
  return { collection, refund };
}

/** As if the queries that were planned with failures had been made, and everything is old enough to move. */
async function prepareToMove(): Promise<void> {
  await bench.database.pool.query('DELETE FROM submission WHERE recheck');
  await proveAll(bench.database.pool, key);
  partition += 1;
  await moving.beginPartition(partition);
}

async function move(): Promise<void> {
  await prepareToMove();
  expect(await moving.move()).toMatchObject({ is: 'moved' });
}

const callback = (process: SettlementService, { externalReference }: Transaction) =>
  process.receiveCallback('test', 'MTN', {
    path: '/',
    body: Buffer.from(JSON.stringify({ reference: externalReference })),
  });

/** Waits until its operator has been queried and nothing is due about it any more. */
async function isQueried(transaction: Transaction): Promise<void> {
  const { pool } = bench.database;
  await expect.poll(() => bench.submission(transaction)).toBeUndefined();
  // A second callback within ten seconds is put off.
  await pool.query(
    `UPDATE operator_reference SET hinted_at = hinted_at - interval '1 minute' WHERE transaction_id = $1`,
    [transaction.transactionId],
  );
  expect(mtn.asked).toContain(transaction.externalReference);
}

async function casesOf({ transactionId }: Transaction) {
  const { rows } = await bench.database.pool.query<{ id: string; kind: string; found: Record<string, unknown> }>(
    'SELECT review_case_id AS id, kind, found FROM review_case WHERE transaction_id = $1 ORDER BY 1',
    [transactionId],
  );
  return rows;
}

async function suspense(): Promise<number> {
  const { rows } = await bench.database.pool.query<{ lines: number }>(
    `SELECT count(*)::integer AS lines FROM transfer JOIN system_account ON account_id IN (debit_account, credit_account)
      WHERE kind = 'suspense'`,
  );
  return rows[0]?.lines ?? 0;
}

async function refundAgain(process: SettlementService, collection: Transaction): Promise<Outcome> {
  const { walletId, mode, transactionId } = collection;
  const prepared = process.operatorPort.prepareRefund('test', collection.operatorAccountId ?? 0);
  if (prepared.is !== 'ready') throw new Error(`the operator is ${prepared.is}`);
  const command: OpenRefund = {
    kind: 'open_refund',
    amount: null,
    walletId,
    mode,
    transactionId,
    moved: await readMovedTransaction(moving.records, walletId, transactionId),
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    budgetLineage: null,
    maker: 'api_key:1',
    idempotency: null,
    route: prepared.call,
  };
  return bench.writer.submit(command);
}

async function dismiss(reviewCaseId: number): Promise<void> {
  const { records } = moving;
  const found = await findCase(records, reviewCaseId);
  if (found === null) throw new Error(`there is no case ${reviewCaseId}`);
  expect(found.fitting).toEqual(['dismissed']);
  expect(meaningFor(found, 'dismissed')).toMatch(/adjustment of the wallet/);
  await resolveCase({ pool: bench.database.pool, records, submit: (command) => bench.writer.submit(command) }, found, {
    resolution: 'dismissed',
    reason: 'Corrected by SLIP 7',
    maker: 'joan',
    approver: 'peter',
    actor: serviceActor('peter'),
  });
  expect((await findCase(records, reviewCaseId))?.resolved?.as).toBe('dismissed');
}

describe('a callback about a transaction that has moved', () => {
  test('whose collection was taken back opens one case, books nothing, and its collection is refunded no more', async () => {
    const collection = await ended('collection', 'completed');
    await move();
    const before = [await bench.balance(), await suspense()];
    mtn.word = async () => reversed;
    const process = await startProcess();
    for (let times = 0; times < 2; times += 1) {
      expect(await callback(process, collection)).toBe(true);
      await isQueried(collection);
    }
    expect(mtn.asked.filter((reference) => reference === collection.externalReference)).toHaveLength(3);
    const cases = await casesOf(collection);
    expect(cases).toMatchObject([
      { kind: 'late_failure', found: { booked: false, in_suspense: 0, amount: 50_000, status_here: 'completed' } },
    ]);
    expect([await bench.balance(), await suspense()]).toEqual(before);
    const refused = { is: 'refused', refusal: { code: 'not_refundable', because: 'reversed' } };
    expect(await refundAgain(process, collection)).toMatchObject(refused);
    await dismiss(Number(cases[0]?.id));
    expect(await refundAgain(process, collection)).toMatchObject(refused);
  });

  test('that agrees opens no case, whether its receipt was known or not', async () => {
    mtn.word = async () => ({ is: 'succeeded', receipt: null, amount: null });
    const collection = await ended('collection', 'completed');
    mtn.word = async ({ reference }) => paid(reference);
    const payout = await ended('payout', 'completed');
    mtn.word = async () => reversed;
    const failed = await ended('payout', 'failed');
    await move();
    mtn.word = async ({ reference }) => (reference === failed.externalReference ? reversed : paid(reference));
    const process = await startProcess();
    for (const one of [collection, payout, failed]) {
      await callback(process, one);
      await isQueried(one);
      expect(await casesOf(one)).toEqual([]);
    }
  });

  test.each([
    ['another receipt', { receipt: 'ANOTHER' }, 'receipt_differs'],
    ['another amount', { amount: ugx(40_000) }, 'amount_differs'],
    [
      'the phone of somebody else',
      { reported: { phone: '256772000099', currency: null, reference: null } },
      'details_differ',
    ],
  ] as const)('with %s opens one case', async (_what, change, kind) => {
    const payout = await ended('payout', 'completed');
    await move();
    mtn.word = async ({ reference }) => ({ ...paid(reference), ...change }) as QueryResult;
    const process = await startProcess();
    for (let times = 0; times < 2; times += 1) {
      await callback(process, payout);
      await isQueried(payout);
    }
    expect(await casesOf(payout)).toMatchObject([{ kind }]);
  });

  test('with a receipt that another transaction has opens a case', async () => {
    const first = await ended('payout', 'completed');
    mtn.word = async () => reversed;
    const second = await ended('payout', 'failed');
    await move();
    mtn.word = async () => paid(first.externalReference ?? '');
    const process = await startProcess();
    await callback(process, second);
    await isQueried(second);
    expect(await casesOf(second)).toMatchObject([{ kind: 'receipt_reused' }]);
  });

  test('whose refund failed here and was paid late counts against its collection again', async () => {
    const { collection, refund } = await failedRefund();
    await move();
    mtn.word = async ({ reference }) => paid(reference);
    const process = await startProcess();
    await callback(process, refund);
    await isQueried(refund);
    expect(await casesOf(refund)).toMatchObject([{ kind: 'late_success', found: { booked: false, in_suspense: 0 } }]);
    expect(await refundAgain(process, collection)).toMatchObject({
      is: 'refused',
      refusal: { code: 'already_refunded', transactionId: refund.transactionId },
    });
  });
});

describe('while the history store is away', () => {
  test('a callback is kept, its query waits, and is made when the store is back', async () => {
    const collection = await ended('collection', 'completed');
    await move();
    mtn.asked.length = 0;
    mtn.word = async () => reversed;
    const away = recordsOf(moving.records.primary, null);
    const process = await startProcess({ records: away });
    expect(await callback(process, collection)).toBe(true);
    await expect
      .poll(async () => Number((await bench.submission(collection))?.due_at) - Date.now())
      .toBeGreaterThan(10_000);
    expect(await bench.submission(collection)).toMatchObject({ hints: 1, failures: 0, direction: null });
    expect(mtn.asked).toEqual([]);
    expect(ofLedger(await findingsIn(moving.records))).toEqual([]);
    await bench.stopProcesses();

    await bench.database.pool.query('UPDATE submission SET due_at = trusted_now()');
    await startProcess();
    await isQueried(collection);
    expect(await casesOf(collection)).toMatchObject([{ kind: 'late_failure' }]);
  });
});

describe('while a partition is being moved', () => {
  /** As a move that was interrupted leaves it. */
  const beginMove = () =>
    bench.database.owner.query('INSERT INTO history_partition (first_id, end_id) VALUES ($1, $2)', [
      (partition - 1) * 10_000_000,
      partition * 10_000_000,
    ]);

  test('a report that the ledger refuses, because the move began after its query, is repeated', async () => {
    const collection = await ended('collection', 'completed');
    await prepareToMove();
    mtn.word = async () => reversed;
    const refused: unknown[] = [];
    const submit = async (command: Command) => {
      if (refused.length > 0) return bench.writer.submit(command);
      await beginMove();
      return bench.writer.submit(command).catch((error: unknown) => {
        refused.push(error);
        throw error;
      });
    };
    const process = await startProcess({ writer: { submit } });
    await callback(process, collection);
    await isQueried(collection);
    expect(refused.map(String)).toEqual([expect.stringContaining('transactions moved')]);
    const cases = await casesOf(collection);
    expect(cases).toMatchObject([{ kind: 'late_failure', found: { booked: false } }]);
    await dismiss(Number(cases[0]?.id));
    expect(await moving.move()).toMatchObject({ is: 'moved' });
  });

  test('a reversal of a collection in it opens its case at once, and again neither after the move nor a second time', async () => {
    const collection = await ended('collection', 'completed');
    await prepareToMove();
    await beginMove();
    mtn.word = async () => reversed;
    const process = await startProcess();
    await callback(process, collection);
    await isQueried(collection);
    const cases = await casesOf(collection);
    expect(cases).toMatchObject([{ kind: 'late_failure', found: { booked: false, in_suspense: 0 } }]);
    expect(await refundAgain(process, collection)).toMatchObject({ is: 'refused' });
    await dismiss(Number(cases[0]?.id));
    expect(await moving.move()).toMatchObject({ is: 'moved' });
    await bench.stopProcesses();

    const later = await startProcess();
    await callback(later, collection);
    await isQueried(collection);
    expect(await casesOf(collection)).toHaveLength(1);
  });
});

test('a transaction that is not as it was proven is queried in vain, and its case is opened once', async () => {
  const payout = await ended('payout', 'completed');
  await move();
  const change = (by: number) =>
    moving.history.query(
      'UPDATE transaction SET amount = amount + $2, fee_amount = fee_amount + $2 WHERE transaction_id = $1',
      [payout.transactionId, by],
    );
  await change(1);
  const lines: string[] = [];
  const process = await startProcess({ log: (line) => lines.push(line) });
  mtn.asked.length = 0;
  await callback(process, payout);
  const gaveUp = () => lines.filter((line) => line.includes('the poller gave up'));
  for (let times = 1; times <= 2; times += 1) {
    // The next failure is one too many.
    await waitUntil('the query is made', async () => {
      const { rowCount } = await bench.database.pool.query(
        'UPDATE submission SET failures = 9, due_at = trusted_now() WHERE lease_until IS NULL',
      );
      return rowCount === 1;
    });
    await expect.poll(gaveUp).toHaveLength(times);
  }
  expect(await casesOf(payout)).toMatchObject([{ kind: 'worker_gave_up' }]);
  const [first, second] = gaveUp();
  expect([first?.includes('sent to review'), second?.includes('gave up again')]).toEqual([true, true]);
  expect(mtn.asked).toEqual([]);
  await change(-1);
});
