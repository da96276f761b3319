import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenCollection } from '../../src/ledger/commands/open-collection.ts';
import type { OpenPayout } from '../../src/ledger/commands/open-payout.ts';
import type { OpenRefund } from '../../src/ledger/commands/open-refund.ts';
import type { Transaction } from '../../src/ledger/transaction.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import { mtnMomo } from '../../src/operators/mtn-momo/operator.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import { replaceColumns } from '../../src/reconciliation/columns-file.ts';
import { PeriodMoved } from '../../src/reconciliation/moved-payments.ts';
import { completedPayments } from '../../src/reconciliation/our-payments.ts';
import { reconcile } from '../../src/reconciliation/reconcile.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { ledgerFindings, openWallet } from '../ledger/fixtures.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'nsimbi-statements-'));
let database: TestDatabase;
let terminal: Terminal;
let writer: Writer;
let walletId: number;
let provider: 'MTN' | 'Airtel';
let accountId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  terminal = openTerminal(database);
  writer = new Writer({ target: database.target });
  ({ walletId } = await openWallet(database, 'Kampala Books', '256772999999', 10_000_000));
  await payThrough('MTN');
  return async () => {
    await writer.close();
    expect(await ledgerFindings(database.pool)).toEqual([]);
    terminal.close();
    await database.drop();
  };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes the payments from here on those of a new account with an operator. */
async function payThrough(operator: 'MTN' | 'Airtel'): Promise<void> {
  provider = operator;
  accountId = await accountWith(operator);
}

async function accountWith(operator: 'MTN' | 'Airtel'): Promise<number> {
  const { rows } = await database.pool.query<{ operator_account_id: number }>(
    `INSERT INTO operator_account (mode, operator, host, environment, api_user)
     VALUES ('test', $1, 'test', 'test', 'books') RETURNING operator_account_id`,
    [operator],
  );
  const id = rows[0]?.operator_account_id ?? 0;
  await database.pool.query(
    `INSERT INTO system_account (mode, kind, operator_account_id, normal)
     VALUES ('test', 'collection_float', $1, 'debit'), ('test', 'disbursement_float', $1, 'debit'),
            ('test', 'suspense', $1, 'credit')`,
    [id],
  );
  return id;
}

function opening() {
  return {
    walletId,
    mode: 'test',
    feeScheduleId: 1,
    description: null,
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'api_key:1',
    idempotency: null,
    provider,
    route: {
      to: 'operator',
      operatorAccountId: accountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 1_000,
    },
  } as const;
}

/** A collection of UGX 50,000, of which our fee is 2,500; MTN moves all of it. */
function collection(): OpenCollection {
  const money = { gross: ugx(50_000), fee: ugx(2_500), net: ugx(47_500) };
  return { kind: 'open_collection', ...opening(), ...money, customerPhone: '256772000001', customerName: null };
}

/** A payout of UGX 50,000 with a fee of 3,000; MTN moves the 50,000. */
function payout(): OpenPayout {
  return {
    kind: 'open_payout',
    type: 'payment_sent',
    ...opening(),
    gross: ugx(53_000),
    fee: ugx(3_000),
    net: ugx(50_000),
    senderPaysFee: true,
    budgetLineage: null,
    approvalExpiresAfterMs: 604_800_000,
    recipientPhone: '256772000002',
    recipientName: null,
  };
}

/** A refund of the whole collection. */
function refundOf({ transactionId }: Transaction): OpenRefund {
  const { route, ...opens } = opening();
  const paidFrom = 'collection_float';
  return {
    kind: 'open_refund',
    amount: null,
    ...opens,
    budgetLineage: null,
    transactionId,
    moved: null,
    route: { ...route, paidFrom, inPart: false },
  };
}

async function opened(command: OpenCollection | OpenPayout | OpenRefund): Promise<Transaction> {
  const outcome = await writer.submit(command);
  if (outcome.is !== 'done') throw new Error(`it was not opened: ${outcome.is}`);
  return outcome.transaction;
}

async function completed(
  command: OpenCollection | OpenPayout | OpenRefund,
  receipt: string | null,
): Promise<Transaction> {
  const transaction = await opened(command);
  await settle(transaction, { is: 'succeeded', receipt, amount: null });
  return transaction;
}

async function settle(
  { transactionId }: Transaction,
  word: { is: 'succeeded'; receipt: string | null; amount: null } | { is: 'failed' },
): Promise<void> {
  const failure = { stage: 'settlement', code: 'operator_failed', reason: 'The operator failed.' } as const;
  await writer.submit({
    kind: 'settle',
    walletId,
    transactionId,
    word: word.is === 'failed' ? { is: 'failed', failure, receipt: null } : word,
  });
}

const heading = 'Id,External Id,Date,Status,Type,Direction,Amount,Currency';

/** A row as MTN's export writes it, in Kampala's time: now, or at `atMs`. */
function row(
  receipt: string,
  reference: string | null,
  change: { amount?: string; status?: string; direction?: string; atMs?: number } = {},
) {
  const time = new Date((change.atMs ?? Date.now()) + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const { amount = '"50,000.00"', status = 'Successful', direction = 'Credit' } = change;
  return [receipt, reference ?? '', time, status, 'Payment', direction, amount, 'UGX'].join(',');
}

let files = 0;
function file(...lines: string[]): string {
  files += 1;
  const path = join(folder, `statement-${files}.csv`);
  writeFileSync(path, lines.join('\r\n'));
  return path;
}

const words = (path: string) => ['reconcile', '--operator', 'mtn', '--mode', 'test', '--statement', path];

/** The report in JSON: its entries, and the summary. */
async function reconciled(path: string, ...more: string[]) {
  const said = await terminal.run(...words(path), ...more, '--json');
  expect(said.errors).toEqual([]);
  // biome-ignore lint/suspicious/noExplicitAny: entries of many shapes, which the tests then compare.
  const all: any[] = said.lines.map((line): unknown => JSON.parse(line));
  return { exitCode: said.exitCode, entries: all.slice(0, -1), summary: all.at(-1).summary };
}

async function cases() {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `SELECT kind, wallet_id::int AS wallet, transaction_id::int AS transaction, found->>'difference' AS difference
       FROM review_case ORDER BY review_case_id`,
  );
  return rows;
}

describe('reconcile', () => {
  describe('the refunds of an operator that is sent no reference of ours with them', () => {
    const asAirtel = (path: string) => reconciled(path, '--operator', 'airtel');
    const out = { direction: 'Debit' };
    let collected: Transaction;
    let refund: Transaction;
    beforeEach(async () => {
      await payThrough('Airtel');
      collected = await completed(collection(), 'MP1');
      refund = await completed(refundOf(collected), null);
    });

    it.each([
      ['its receipt', () => row('MP1', null, out)],
      ['our reference of it, and a receipt of its own', () => row('MP2', collected.externalReference, out)],
      ['both its names', () => row('MP1', collected.externalReference, out)],
    ])('are found by the collection that their row names: %s', async (_, went) => {
      const { entries, exitCode } = await asAirtel(file(heading, row('MP1', collected.externalReference), went()));
      expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual([
        ['matched', collected.transactionId],
        ['matched', refund.transactionId],
      ]);
      expect([exitCode, await cases()]).toEqual([0, []]);
    });

    it('that no row names are told with the rows of their amounts, and nobody is asked to book them again', async () => {
      const another = await completed(collection(), 'MP3');
      const open = await opened(refundOf(another));
      const of = ({ createdAtMs: atMs }: Transaction) => ({ ...out, atMs });
      const rows = [row('MP1', null), row('MP2', null, of(refund)), row('MP3', null), row('MP4', 'x', of(open))];
      const { entries, exitCode, summary } = await asAirtel(file(heading, ...rows));
      expect(entries.map(({ outcome, line, transaction_id: id }) => [outcome, line, id])).toEqual([
        ['matched', 2, collected.transactionId],
        ['matched', 4, another.transactionId],
        ['refund_by_amount', 3, refund.transactionId],
        ['refund_by_amount', 5, open.transactionId],
      ]);
      expect(summary).toMatchObject({ rows: 4, refund_by_amount: 2, differences: 0 });
      expect([exitCode, await cases()]).toEqual([0, []]);
    });

    it('whose amount no row has are told as not seen, and a row of another amount is missing here', async () => {
      const path = file(heading, row('MP1', null), row('MP2', null, { ...out, amount: '49999' }));
      const { entries, summary } = await asAirtel(path);
      expect(entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual([
        ['matched', collected.transactionId],
        ['missing_here', null],
        ['refund_not_seen', refund.transactionId],
      ]);
      expect(summary).toMatchObject({ refund_not_seen: 1, differences: 1, cases_opened: 1 });
    });
  });

  // providers.md, section 4, rule 22
  it('matches finals by receipt and by our reference, and ends with 0 when the books agree (rule 22)', async () => {
    const one = await completed(collection(), '8001');
    const two = await completed(payout(), null);
    const three = await completed(collection(), '8003');
    const path = file(
      '"MTN Mobile Money, account statement"',
      '',
      heading,
      row('8001', null),
      row('8002', two.externalReference, { direction: 'Debit' }),
      row('8003', String(three.externalReference).toUpperCase()),
      row('8004', randomUUID(), { status: 'Failed' }),
    );
    const { exitCode, entries, summary } = await reconciled(path);
    expect(entries.map(({ outcome, line, transaction_id: id }) => [outcome, line, id])).toEqual([
      ['matched', 4, one.transactionId],
      ['matched', 5, two.transactionId],
      ['matched', 6, three.transactionId],
      ['nothing_moved', 7, null],
    ]);
    expect(summary).toMatchObject({ rows: 4, matched: 3, missing_there: 0, differences: 0, cases_opened: 0 });
    expect(exitCode).toBe(0);
    expect(await cases()).toEqual([]);
  });

  it('reports and opens a case for each kind of difference, and none again for the same statement', async () => {
    const failed = await opened(collection());
    await settle(failed, { is: 'failed' });
    const open = await opened(payout());
    const absent = await completed(payout(), '9003');
    const less = await completed(collection(), '9004');
    const turned = await completed(collection(), '9005');
    const refused = await completed(payout(), '9006');
    const other = await completed(collection(), '9007');
    const twice = await completed(payout(), '9008');
    const path = file(
      heading,
      row('9001', failed.externalReference),
      row('9002', open.externalReference, { direction: 'Debit' }),
      row('9004', less.externalReference, { amount: '5000' }),
      row('9005', turned.externalReference, { direction: 'Debit' }),
      row('9006', refused.externalReference, { direction: 'Debit', status: 'Reversed' }),
      row('9777', other.externalReference),
      row('9008', twice.externalReference, { direction: 'Debit' }),
      row('9888', twice.externalReference, { direction: 'Debit' }),
      row('9999', 'PO-17', { amount: 'UGX 1 200' }),
    );
    const first = await reconciled(path);
    const expected = [
      ['missing_here', failed.transactionId],
      ['missing_here', open.transactionId],
      ['amount_differs', less.transactionId],
      ['direction_differs', turned.transactionId],
      ['status_differs', refused.transactionId],
      ['receipt_differs', other.transactionId],
      ['matched', twice.transactionId],
      ['paid_twice', twice.transactionId],
      ['missing_here', null],
      ['missing_there', absent.transactionId],
    ];
    expect(first.entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual(expected);
    expect(first.summary).toMatchObject({ differences: 9, cases_opened: 9, amount_differs: 1, missing_here: 3 });
    expect(first.exitCode).toBe(1);
    expect(await cases()).toEqual(
      expected
        .filter(([outcome]) => outcome !== 'matched')
        .map(([difference, transaction]) => ({
          kind: String(difference).startsWith('missing') ? difference : 'statement_differs',
          wallet: transaction === null ? null : walletId,
          transaction,
          difference,
        })),
    );

    const second = await reconciled(path);
    expect(second.entries.map(({ outcome, transaction_id: id }) => [outcome, id])).toEqual(expected);
    expect(second.summary).toMatchObject({ differences: 9, cases_opened: 0 });
    expect(new Set(second.entries.map((entry) => entry.review_case_state))).toEqual(new Set(['open', null]));
    expect(second.exitCode).toBe(1);
    expect(await cases()).toHaveLength(9);
  });

  it('asks the operator again where a status differs, an open payment now and a final one anew, and sends nothing again', async () => {
    const failed = await opened(collection());
    await settle(failed, { is: 'failed' });
    const open = await opened(payout());
    await database.pool.query(`UPDATE submission SET due_at = clock_timestamp() + interval '1 hour'`);
    await reconciled(file(heading, row('9001', failed.externalReference), row('9002', open.externalReference)));
    const { rows } = await database.pool.query(
      `SELECT transaction_id::int, recheck, in_review, due_at <= clock_timestamp() AS due
         FROM submission ORDER BY transaction_id`,
    );
    expect(rows).toEqual([
      { transaction_id: failed.transactionId, recheck: true, in_review: false, due: true },
      { transaction_id: open.transactionId, recheck: false, in_review: true, due: true },
    ]);
    // What a recheck waits for is no payment that is owed.
    await database.pool.query('DELETE FROM submission WHERE recheck');
  });

  it('leaves a difference that the ledger has sent to review to its case, and forgets it once that is resolved', async () => {
    const late = await opened(collection());
    await settle(late, { is: 'failed' });
    await settle(late, { is: 'succeeded', receipt: '7001', amount: null });
    const path = file(heading, row('7001', late.externalReference));
    const before = await reconciled(path);
    expect(before.entries).toMatchObject([{ outcome: 'missing_here', review_case_state: 'open' }]);
    expect(before.summary).toMatchObject({ differences: 1, cases_opened: 0 });
    expect(await cases()).toMatchObject([{ kind: 'late_success' }]);

    await writer.submit({
      kind: 'resolve_case',
      walletId,
      mode: 'test',
      transactionId: late.transactionId,
      reviewCaseId: before.entries[0].review_case,
      resolution: 'credited',
      reason: "MTN's statement",
      maker: 'joan',
      approver: 'peter',
    });
    const after = await reconciled(path);
    expect(after.entries).toMatchObject([{ outcome: 'missing_here', review_case_state: 'resolved' }]);
    expect(after.summary).toMatchObject({ differences: 0 });
    expect(after.exitCode).toBe(0);
  });

  it('a payment that we know nothing of is one case, which two persons can dismiss', async () => {
    const path = file(heading, row('9999', 'PO-17'), row('9999', 'PO-17'));
    const { entries, summary } = await reconciled(path);
    expect(summary).toMatchObject({ missing_here: 2, cases_opened: 1 });
    const [found] = await terminal.ask('review', 'list', '--mode', 'test');
    expect(found).toMatchObject({ review_case_id: entries[0].review_case, kind: 'missing_here', transaction_id: null });
    await terminal.ask(
      'review',
      'resolve',
      String(entries[0].review_case),
      '--as',
      'dismissed',
      '--reason',
      'Paid to the wrong till',
    );
    expect((await reconciled(path)).exitCode).toBe(0);
  });

  it('two runs of one statement at the same time open each case once', async () => {
    const path = file(heading, ...Array.from({ length: 50 }, (_, index) => row(`99${index}`, `PO-${index}`)));
    const runs = await Promise.all([reconciled(path), reconciled(path)]);
    expect(runs.map(({ summary }) => summary.differences)).toEqual([50, 50]);
    expect(runs.reduce((sum, { summary }) => sum + summary.cases_opened, 0)).toBe(50);
    expect(await cases()).toHaveLength(50);
  });

  it('our payments are read whole and in order, however many began together', async () => {
    const made: number[] = [];
    for (const together of [1, 7, 1, 30]) {
      const some = await Promise.all(Array.from({ length: together }, () => completed(collection(), null)));
      made.push(...some.map(({ transactionId }) => transactionId));
    }
    const scope = { mode: 'test', operatorAccountIds: [accountId], float: null, sinceMs: 0 } as const;
    const period = { fromMs: Date.now() - 60_000, toMs: Date.now() + 60_000 };
    const read: number[] = [];
    const slices: number[] = [];
    for await (const payments of completedPayments(database.pool, scope, period, period.fromMs, 4)) {
      slices.push(payments.length);
      read.push(...payments.map(({ transactionId }) => transactionId));
    }
    expect(read.toSorted((a, b) => a - b)).toEqual(made.toSorted((a, b) => a - b));
    // Those of one batch began in the same millisecond, which no slice can split.
    const { rows } = await database.pool.query<{ most: number }>(
      'SELECT count(*)::int AS most FROM transaction WHERE route = $1 GROUP BY created_at ORDER BY 1 DESC LIMIT 1',
      ['external'],
    );
    expect(Math.max(...slices)).toBeLessThanOrEqual(Math.max(4, rows[0]?.most ?? 0));
  });

  it('the example of docs/operators.md is a file of columns', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operators.md'), 'utf8');
    const example = /```json\n([\s\S]+?)```/.exec(page.split('\n## Every day\n')[1] ?? '')?.[1] ?? '';
    expect(replaceColumns(mtnMomo.statements.columns, example).ignore).toHaveLength(1);
  });

  it('money that was booked on a float is found by the slip that it was booked with, in any spelling', async () => {
    const booked = {
      kind: 'book_float',
      mode: 'test',
      what: 'sweep',
      float: 'collection_float',
      operatorAccountId: accountId,
      amount: ugx(3_000_000),
      reason: 'Swept to the bank',
      maker: 'joan',
      approver: 'peter',
      externalReference: '6001',
    } as const;
    await writer.submit(booked);
    const sweep = row('6001', null, { amount: '3000000', direction: 'Debit' });
    expect(await reconciled(file(heading, sweep))).toMatchObject({ exitCode: 0, summary: { matched: 1 } });
    const slip = await writer.submit({ ...booked, externalReference: 'FT-6002' });
    expect(slip).toMatchObject({ is: 'done' });
    const spelled = row('ft6002', null, { amount: '3000000', direction: 'Debit' });
    expect(await reconciled(file(heading, spelled))).toMatchObject({ exitCode: 0, summary: { matched: 1 } });
    const wrong = row('6001', null, { amount: '300000', direction: 'Debit' });
    expect(await reconciled(file(heading, wrong))).toMatchObject({ exitCode: 1, summary: { amount_differs: 1 } });
  });

  it('a payment that we knew nothing of, once it is credited, is found in the next statement', async () => {
    const [shop] = await terminal.ask('client', 'create', '--name', 'Owino Shoes', '--phone', '256772888888');
    const path = file(heading, row('7001', null, { amount: '20000' }), row('7002', null, { amount: '30000' }));
    const first = await reconciled(path);
    expect(first.summary).toMatchObject({ missing_here: 2, cases_opened: 2 });
    const decided = ['--reason', 'Statement'];
    const [credited, kept] = (await terminal.ask('review', 'list')).map(({ review_case_id: id }) => String(id));
    const client = ['--client', String(shop.client_id)];
    await terminal.ask('review', 'resolve', String(credited), '--as', 'credited', ...client, ...decided);
    await terminal.ask('review', 'resolve', String(kept), '--as', 'kept', ...decided);
    expect(await reconciled(path)).toMatchObject({ exitCode: 0, summary: { matched: 2, differences: 0 } });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  it('a payment that we knew nothing of keeps its receipt: the same row again is no second payment', async () => {
    const path = file(heading, row('7001', null), row('7001', null));
    const { entries } = await reconciled(path);
    const decided = ['--as', 'kept', '--reason', 'Statement'];
    await terminal.ask('review', 'resolve', String(entries[0].review_case), ...decided);
    const { rows } = await database.pool.query(
      'SELECT operator_receipt FROM transaction WHERE operator_account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ operator_receipt: '7001' }]);
    expect(await reconciled(path)).toMatchObject({ exitCode: 0, summary: { matched: 1, repeated: 1, differences: 0 } });
  });

  it('a malformed row is reported by its line, and the rest goes on', async () => {
    const one = await completed(collection(), '8001');
    const path = file(
      heading,
      '8100,"never closed,2026-11-21 10:00:00,Successful,Payment,Credit,50000,UGX',
      row('8001', one.externalReference),
      '8101,x,2026-11-21 10:00:00,Successful,Payment,Credit,50,000,UGX',
      '8102,x,2026-11-21 10:00:00,Successful',
      row('8103', null, { amount: '12.50' }),
      row('8104', null, { amount: '12.000' }),
      row('8105', null, { status: 'Suspended' }),
      row('8.1E+11', null),
      row('', null),
      '8106,x,yesterday,Successful,Payment,Credit,50000,UGX',
      row('8107', null, { direction: 'Sideways' }),
    );
    const { exitCode, entries, summary } = await reconciled(path);
    expect(entries.map(({ line, outcome, why }) => [line, outcome, why])).toEqual([
      [2, 'unreadable', 'a quotation mark is not closed'],
      [3, 'matched', null],
      [4, 'unreadable', 'it has 9 columns where the heading has 8'],
      [5, 'unreadable', 'it has 4 columns where the heading has 8'],
      [6, 'unreadable', 'its amount "12.50" is not whole shillings'],
      [7, 'unreadable', 'its amount "12.000" is not whole shillings'],
      [8, 'unreadable', 'its status "Suspended" is not known'],
      [9, 'unreadable', 'its receipt "8.1E+11" was rounded by a spreadsheet'],
      [10, 'unreadable', 'it has neither a receipt nor a reference'],
      [11, 'unreadable', 'its time "yesterday" is not understood'],
      [12, 'unreadable', 'its direction "Sideways" is not known'],
    ]);
    expect(summary).toMatchObject({ rows: 11, unreadable: 10, matched: 1, differences: 0 });
    expect(exitCode).toBe(1);
  });

  it('a period looks only at its own payments; the rest of the statement still answers for its edges', async () => {
    const now = await opened(collection());
    await sleep(5);
    await settle(now, { is: 'succeeded', receipt: '8001', amount: null });
    const today = new Date(now.createdAtMs + 3 * 3_600_000).toISOString().slice(0, 10);
    const past = `2020-01-31`;
    const path = file(heading, row('9999', 'PO-17'));
    expect(await reconciled(path, '--date', past)).toMatchObject({
      exitCode: 0,
      summary: { outside: 1, missing_here: 0, missing_there: 0, from: '2020-01-30T21:00:00.000Z' },
    });
    expect(await reconciled(path, '--date', today, '--no-cases')).toMatchObject({
      exitCode: 1,
      summary: { outside: 0, missing_here: 1, missing_there: 1, cases_opened: 0 },
    });
    expect(await cases()).toEqual([]);
    // It began before the first row of this statement and before the period, and ended in the period.
    const later = file(heading, '9999,PO-17,2098-12-31 10:00:00,Successful,Payment,Credit,50000,UGX');
    const from = new Date(now.createdAtMs + 1).toISOString();
    expect(await reconciled(later, '--no-cases', '--from', from, '--to', '2099-01-01')).toMatchObject({
      summary: { at_edge: 1, missing_there: 0 },
    });
  });

  it('--float compares with the payments of one account only', async () => {
    const paid = await completed(payout(), '8001');
    await completed(collection(), '8002');
    const path = file(heading, row('8001', paid.externalReference, { direction: 'Debit' }));
    expect(await reconciled(path, '--float', 'disbursement')).toMatchObject({ exitCode: 0 });
    expect(await reconciled(path, '--float', 'collection')).toMatchObject({ summary: { missing_there: 1 } });
  });

  it('--columns names the columns of another export, and its rows that are no payments', async () => {
    const one = await completed(collection(), '8001');
    const columns = join(folder, 'columns.json');
    writeFileSync(
      columns,
      JSON.stringify({
        receipt: ['Nambari'],
        amount: ['Kiasi'],
        status: ['Hali'],
        status_words: { succeeded: ['ndiyo'], failed: ['hapana'], pending: [] },
        ignore: [{ column: 'Aina', words: ['Fee'] }],
      }),
    );
    const path = file('Nambari;Kiasi;Hali;Aina', '8001;50 000;NDIYO;Pay', '8001;500;NDIYO;fee');
    const today = new Date(one.createdAtMs + 3 * 3_600_000).toISOString().slice(0, 10);
    const answer = await reconciled(path, '--columns', columns, '--date', today);
    expect(answer).toMatchObject({ exitCode: 0, summary: { matched: 1, ignored: 1 } });

    writeFileSync(columns, '{"receit": ["Nambari"]}');
    const said = await terminal.run(...words(path), '--columns', columns);
    expect(said.exitCode).toBe(1);
    expect(said.errors.join()).toContain('the file of columns cannot be read');
  });

  it('reports as a table of what differs, as CSV and as JSON, to a file or to standard output', async () => {
    const one = await completed(collection(), '8001');
    const path = file(heading, row('8001', one.externalReference), row('=cmd()', 'PO-17'));
    const table = await terminal.run(...words(path));
    expect(table.lines[0]).toMatch(/^outcome +line +receipt +transaction/);
    expect(table.lines[1]).toMatch(/^missing here +3 +=cmd\(\) +- +UGX 50,000 +- +1 +no payment in our books/);
    expect(table.lines[2]).toMatch(/^operator +mtn/);

    const csv = await terminal.run(...words(path), '--format', 'csv');
    expect(csv.lines).toHaveLength(3);
    expect(csv.lines[0]).toMatch(/^outcome,line,at,receipt,reference,transaction,/);
    expect(csv.lines[1]).toMatch(new RegExp(`^matched,2,[^,]+,8001,${one.externalReference},API_COL_`));
    expect(csv.lines[2]).toContain(",'=cmd(),PO-17,");

    const report = join(folder, 'report.json');
    const said = await terminal.run(...words(path), '--report', report, '--json');
    expect(said.lines).toHaveLength(1);
    const entries = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { outcome: 'matched', amount_here: 50_000, amount_there: 50_000 },
      { outcome: 'missing_here', amount_here: null, direction_there: 'in' },
    ]);
    expect(existsSync(`${report}.part`)).toBe(false);
  });

  it('ends with an error when payments of the period move while they are read', async () => {
    const { externalReference } = await completed(collection(), '9001');
    const query = async (asked: pg.QueryConfig, values?: unknown[]) => {
      if (asked.name === 'reconcile.completed') {
        await database.owner.query('UPDATE history_boundary SET moved_below = 1, created_until = clock_timestamp()');
        return { rows: [] };
      }
      return await database.pool.query(asked, values);
    };
    const reader = { query: query as unknown as Queryable['query'] };
    const steps = reconcile(
      { reader, service: database.pool },
      {
        operator: mtnMomo,
        mode: 'test',
        statementPath: file(heading, row('9001', externalReference)),
        statementName: 'statement.csv',
        columns: mtnMomo.statements.columns,
        period: null,
        float: null,
        openCases: false,
      },
    );
    const readAll = async () => {
      for await (const { is } of steps) expect(['entry', 'progress']).toContain(is);
    };
    await expect(readAll()).rejects.toThrow(PeriodMoved);
    await database.owner.query('UPDATE history_boundary SET moved_below = 0, created_until = NULL');
  });

  it('writes in the audit log who compared which statement', async () => {
    await reconciled(file(heading, row('9999', 'PO-17')));
    const { rows } = await database.pool.query(
      `SELECT subject, details FROM audit_log WHERE action = 'statement.reconciled'`,
    );
    expect(rows).toMatchObject([
      {
        subject: 'test mtn',
        details: { rows: 1, differences: 1, cases_opened: 1, sha256: expect.stringMatching(/^\w{64}$/) },
      },
    ]);
  });

  it.each([
    ['a file that is not there', ['--statement', join(folder, 'nowhere.csv')], /ENOENT/],
    [
      'two ways to name the period',
      ['--date', '2026-11-21', '--from', '2026-11-21'],
      /give --date, or --from and --to, not both/,
    ],
    ['half a period', ['--from', '2026-11-21'], /give both --from and --to/],
    ['a period that ends first', ['--from', '2026-11-22', '--to', '2026-11-21'], /--from must be before --to/],
    ['a day that does not exist', ['--date', '2026-02-30'], /a day such as/],
    ['another operator', ['--operator', 'lyca'], /Allowed choices are mtn, airtel/],
    ['an operator that was never used', ['--operator', 'airtel'], /there is no account with airtel in test mode/],
  ])('refuses %s in one line and writes no report', async (_, more, sentence) => {
    const report = join(folder, 'refused.csv');
    const path = file(heading, row('9999', 'PO-17'));
    const said = await terminal.run(...words(path), '--report', report, ...more);
    expect(said.exitCode).toBe(1);
    expect(said.errors).toHaveLength(1);
    expect(said.errors[0]).toMatch(sentence);
    expect(existsSync(report)).toBe(false);
    expect(existsSync(`${report}.part`)).toBe(false);
  });

  it.each([
    [
      'without a heading that it knows',
      'a,b\n1,2\n',
      /no line of the statement has a column for the amount .* found: a, b/,
    ],
    ['that is empty', '', /found: nothing/],
    ['that is a broken workbook', 'PK\u0003\u0004\0\0', /not an Excel workbook/],
    ['without times', 'Id,Amount\n1,500\n', /name its day with --date/],
  ])('refuses a statement %s', async (_, text, sentence) => {
    const path = file(text);
    const said = await terminal.run(...words(path));
    expect(said.exitCode).toBe(1);
    expect(said.errors.join('\n')).toMatch(sentence);
  });
});
