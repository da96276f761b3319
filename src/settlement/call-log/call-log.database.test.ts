import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from '../../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { createPool } from '../../postgres/pool.ts';
import { CallLog } from './call-log.ts';
import type { NotedCall } from './noted-call.ts';

const dayMs = 86_400_000;
const phone = '256772123456';
let bench: SettlementBench;
let log: CallLog;
let metricsRegistry: Registry;
let errors: unknown[];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  bench = await SettlementBench.open();
  metricsRegistry = new Registry();
  errors = [];
  const pool = createPool(bench.database.target, { applicationName: 'nsimbi operator log', max: 1 });
  const onError = (error: unknown) => errors.push(error);
  log = new CallLog({ pool, retentionMs: 90 * dayMs, metricsRegistry, onError });
  closing.push(
    () => bench.close(),
    () => pool.end(),
    () => log.close(),
    () => bench.stopProcesses(),
  );
});
afterEach(async () => {
  // Lines that a test writes by itself are of a transaction that is not there.
  const findings = await ledgerFindings(bench.database.pool);
  expect(findings.filter(({ detail }) => !/for transaction \d of wallet 1,/.test(detail))).toEqual([]);
  for (const close of closing.splice(0).reverse()) await close();
});

async function callsOf({ transactionId }: Transaction) {
  await log.flush();
  const { rows } = await bench.database.pool.query(
    'SELECT * FROM operator_call WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY at, operator_call_id',
    [bench.walletId, transactionId],
  );
  return rows;
}

async function counted(name: string): Promise<number> {
  const metric = await metricsRegistry.getSingleMetric(name)?.get();
  return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

const asOwner = (statement: string) =>
  bench.database.pool
    .connect()
    .then((client) =>
      client.query(`BEGIN; SET LOCAL ROLE nsimbi_owner; ${statement}; COMMIT`).finally(() => client.release()),
    );

const noted = {
  about: { walletId: 1, transactionId: 1, operator: 'MTN', simulated: false },
  call: 'query',
  sendNo: null,
  exchange: {
    atMs: Date.now(),
    durationMs: 5,
    method: 'GET',
    path: '/x',
    body: null,
    is: 'answered',
    status: 200,
    text: '{}',
  },
} satisfies NotedCall;

describe('the simulator', () => {
  test('is shown with requests and answers, from the first collection to its callback and end', async () => {
    const process = await bench.startProcess({ callNotes: log });
    const transaction = await bench.request(process, 'collection', phone);
    await bench.end(transaction);
    // The answer that settled it was noted before the settlement, the callback may come a moment later.
    await expect.poll(async () => (await callsOf(transaction)).map(({ call }) => call)).toContain('callback');
    const calls = await callsOf(transaction);
    expect(calls[0]).toMatchObject({
      operator: 'MTN',
      simulated: true,
      call: 'collect',
      send_no: 1,
      method: null,
      path: null,
      outcome: 'answered',
      status: null,
      request_body: expect.stringContaining('"amount":50000'),
      answer_body: '{"status":"accepted"}',
    });
    expect(calls.find(({ answer_body }) => answer_body?.includes('succeeded'))).toMatchObject({
      call: 'query',
      simulated: true,
    });
    expect(JSON.stringify(calls)).not.toContain('2123456');
  });

  test.each([
    ['256770000005', { outcome: 'answered', answer_body: '{"status":"accepted"}' }],
    ['256770000002', { outcome: 'answered', answer_body: expect.stringContaining('recipient_not_found') }],
  ])('says of a payout to %s how it answered', async (number, expected) => {
    const process = await bench.startProcess({ callNotes: log });
    const transaction = await bench.request(process, 'payout', number);
    expect((await callsOf(transaction))[0]).toMatchObject({ call: 'pay_out', send_no: 1, ...expected });
  });
});

test('a call that ended before anything was sent is there with its reason', async () => {
  const mtn = new ScriptedOperator();
  mtn.firstWord = async () => ({ is: 'not_reached', raw: 'no collection token: HTTP 500 for 256772123456' });
  const process = await bench.startProcess({ mtn, callNotes: log });
  const transaction = await bench.request(process, 'collection', phone);
  expect(transaction.status).toBe('failed');
  expect(await callsOf(transaction)).toMatchObject([
    {
      call: 'collect',
      method: null,
      outcome: 'not_reached',
      status: null,
      request_body: null,
      answer_body: 'no collection token: HTTP 500 for 25677*****56',
    },
  ]);
});

describe('a log that cannot write', () => {
  test('because its table is gone loses lines, counts them, and delays and fails no payment', async () => {
    await asOwner('ALTER TABLE operator_call RENAME TO away');
    const process = await bench.startProcess({ callNotes: log });
    const transaction = await bench.request(process, 'collection', phone);
    expect((await bench.end(transaction)).status).toBe('completed');
    await log.flush();
    expect(await counted('nsimbi_operator_log_dropped_total')).toBeGreaterThan(0);
    expect(await counted('nsimbi_operator_log_written_total')).toBe(0);
    expect(errors.length).toBeGreaterThan(0);
    await asOwner('ALTER TABLE away RENAME TO operator_call');
  });

  test('because its database is away does the same, and stops in time', async () => {
    const pool = createPool(
      { connectionString: 'postgres://nobody@127.0.0.1:1/nowhere' },
      { applicationName: 'nsimbi operator log', max: 1 },
    );
    const registry = new Registry();
    const away = new CallLog({
      pool,
      retentionMs: dayMs,
      metricsRegistry: registry,
      onError: (error) => errors.push(error),
    });
    const process = await bench.startProcess({ callNotes: away });
    const transaction = await bench.request(process, 'payout', phone);
    expect((await bench.end(transaction)).status).toBe('completed');
    await bench.stopProcesses();
    await away.close();
    const dropped = await registry.getSingleMetric('nsimbi_operator_log_dropped_total')?.get();
    expect(dropped?.values[0]).toMatchObject({ labels: { why: 'not_written' } });
    expect(errors.length).toBeGreaterThan(0);
    await pool.end();
  });

  test('fast enough keeps what fits and counts the rest', async () => {
    for (let call = 0; call < 10_100; call += 1) log.note(noted);
    await log.flush();
    const { rows } = await bench.database.pool.query('SELECT count(*)::integer AS kept FROM operator_call');
    const dropped = await counted('nsimbi_operator_log_dropped_total');
    expect(rows[0].kept + dropped).toBe(10_100);
    expect(rows[0].kept).toBeGreaterThanOrEqual(10_000);
    expect(errors).toEqual([]);
  });
});

test('whoever repeats a callback without end does not fill the log', async () => {
  const received: NotedCall = {
    ...noted,
    call: 'callback',
    exchange: {
      atMs: Date.now(),
      durationMs: null,
      method: 'POST',
      path: '/callbacks/airtel',
      body: Buffer.from('{}'),
      is: 'received',
      status: null,
      text: '',
    },
  };
  for (let times = 0; times < 1_000; times += 1) log.note(received);
  log.note({ ...received, about: { ...received.about, transactionId: 2 } });
  await log.flush();
  const { rows } = await bench.database.pool.query(
    'SELECT transaction_id::integer AS id, count(*)::integer AS kept FROM operator_call GROUP BY 1 ORDER BY 1',
  );
  expect(rows).toEqual([
    { id: 1, kept: 20 },
    { id: 2, kept: 1 },
  ]);
});

test('a long body is cut, its size stays, and nothing of a phone that the cut has split is left', async () => {
  const text = `${'x'.repeat(4_090)}256772123456`;
  log.note({ ...noted, exchange: { ...noted.exchange, text } });
  await log.flush();
  const { rows } = await bench.database.pool.query('SELECT answer_body, answer_bytes FROM operator_call');
  expect(rows).toEqual([{ answer_body: 'x'.repeat(4_090), answer_bytes: 4_102 }]);
});

test('days that are over are dropped, and the service may neither change nor remove a line', async () => {
  const { pool } = bench.database;
  const days = async () => {
    const { rows } = await pool.query<{ relname: string }>(
      "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'operator_call'::regclass",
    );
    return rows.map(({ relname }) => relname).sort();
  };
  log.note(noted);
  await log.flush();
  const before = await days();
  expect(before).toHaveLength(3);
  for (const statement of [
    "UPDATE operator_call SET path = ''",
    'DELETE FROM operator_call',
    'TRUNCATE operator_call',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow(/permission denied/);
  }
  await pool.query("SELECT keep_operator_calls(now() + interval '1 day' - interval '1 second')");
  expect((await days()).length).toBeLessThan(before.length);
  expect((await pool.query('SELECT FROM operator_call')).rowCount).toBe(0);
  log.note(noted);
  await log.flush();
  const left = await counted('nsimbi_operator_log_dropped_total');
  // The day was taken away behind the log's back: it lost that line, and makes the day again for the next.
  log.note(noted);
  await log.flush();
  expect((await pool.query('SELECT FROM operator_call')).rowCount).toBe(2 - left);
  expect(await days()).toEqual(before);
});
