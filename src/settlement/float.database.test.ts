import { Writable } from 'node:stream';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import { Circuits } from './circuit.ts';
import { registerConnectors } from './connectors.ts';
import { claimBalanceQueries, readFloats, readSent, writeReport } from './float-rows.ts';
import { FloatWatch } from './float-watch.ts';
import { knownFloat } from './known-float.ts';
import { createSettlementMetrics } from './metrics.ts';
import { statesForReadiness } from './operator-states.ts';
import { QueryBudget } from './query-budget.ts';
import type { SettlementService } from './settlement.ts';

const phone = '256772123456';
let bench: SettlementBench;
let accountId: number;

beforeAll(async () => {
  bench = await SettlementBench.open();
  const registry = await registerConnectors(bench.database.pool, [new ScriptedOperator()], true);
  accountId = registry.byOperator('test', 'MTN')?.operatorAccountId ?? 0;
});
beforeEach(async () => {
  await bench.database.pool.query(
    `UPDATE operator_float SET reported = NULL, reported_at = NULL, sent_since = 0, asked_at = clock_timestamp()`,
  );
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query(
    "UPDATE submission SET due_at = due_at + interval '1 day', send_until = send_until - interval '1 day'",
  );
});
afterAll(async () => {
  await bench.close();
});

type FloatName = 'collection_float' | 'disbursement_float';

/** The operator has said just now what it holds. */
const reported = (amount: number, float: FloatName = 'disbursement_float', agoMs = 0) =>
  bench.database.pool.query(
    `UPDATE operator_float SET reported = $3, sent_since = 0,
            reported_at = clock_timestamp() - $4::double precision * interval '1 millisecond'
      WHERE operator_account_id = $1 AND float = $2`,
    [accountId, float, amount, agoMs],
  );

async function known(float: FloatName = 'disbursement_float'): Promise<number | null> {
  const report = (await readFloats(bench.database.pool, [accountId])).find((one) => one.float === float);
  const amount = report === undefined ? null : knownFloat(report);
  return amount === null ? null : Number(amount);
}

const makeDue = (...transactions: Transaction[]) =>
  bench.database.pool.query('UPDATE submission SET due_at = clock_timestamp() WHERE transaction_id = ANY ($1)', [
    transactions.map(({ transactionId }) => transactionId),
  ]);

/** A watch that asks at every look, and the lines that it logs. */
async function watchOf(mtn: ScriptedOperator, options: { alertBelow?: number; everyMs?: number } = {}) {
  const { pool } = bench.database;
  const lines: { level: number; msg: string }[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const watch = new FloatWatch({
    db: pool,
    registry: await registerConnectors(pool, [mtn], true),
    budget: new QueryBudget(pool),
    metrics: createSettlementMetrics(new Registry(), pool, new Circuits()),
    logger: pino(destination),
    alertBelow: options.alertBelow ?? 1,
    everyMs: options.everyMs ?? 0,
  });
  return { watch, lines };
}

describe('rule 24: a payout that the known float cannot pay', () => {
  test('is not sent: it waits with a reason and the money held, and goes out when the float is filled', async () => {
    const mtn = new ScriptedOperator();
    const before = await bench.balance();
    const process = await bench.startProcess({ mtn });
    await reported(49_999);
    const payout = await bench.request(process, 'payout', phone);
    expect(payout.status).toBe('processing');
    expect(await bench.submission(payout)).toMatchObject({
      sends: 0,
      waits_for: 'float',
      first_sent_at: null,
      send_until: null,
    });
    expect(await bench.balance()).toEqual({ available: before.available - 53_000, held: before.held + 53_000 });
    // The poller looks and leaves it waiting.
    await makeDue(payout);
    const waits = async () => Number((await bench.submission(payout))?.due_at) > Date.now();
    await expect.poll(waits).toBe(true);
    expect(await bench.submission(payout)).toMatchObject({ sends: 0, waits_for: 'float' });
    expect(mtn.sent).toEqual([]);

    await reported(50_000);
    mtn.word = async () => ({ is: 'succeeded', receipt: `R${payout.transactionId}`, amount: ugx(50_000) });
    await makeDue(payout);
    expect((await bench.end(payout)).status).toBe('completed');
    expect(mtn.sent).toEqual([payout.externalReference]);
    expect(await known()).toBe(0);
  });

  test('for 30 minutes fails, and the money is back', async () => {
    const mtn = new ScriptedOperator();
    const before = await bench.balance();
    const process = await bench.startProcess({ mtn, workers: false });
    await reported(0);
    const payout = await bench.request(process, 'payout', phone);
    await bench.database.owner.query(
      `UPDATE submission SET created_at = created_at - interval '30 minutes', due_at = clock_timestamp()
        WHERE transaction_id = $1`,
      [payout.transactionId],
    );
    await bench.startProcess({ mtn });
    expect((await bench.end(payout)).failure).toMatchObject({ stage: 'submission', code: 'not_sent_in_time' });
    expect(mtn.sent).toEqual([]);
    expect(await bench.balance()).toEqual(before);
  });

  test('never overspends it, when two processes send ten payouts at once', async () => {
    const operators = [new ScriptedOperator(), new ScriptedOperator()];
    const processes = await Promise.all(operators.map((mtn) => bench.startProcess({ mtn, workers: false })));
    for (let round = 0; round < 3; round += 1) {
      await reported(149_999);
      const payouts = await Promise.all(
        Array.from({ length: 10 }, (_, index) => bench.request(processes[index % 2] ?? fail(), 'payout', phone)),
      );
      const references = new Set(payouts.map(({ externalReference }) => externalReference));
      const sent = operators.flatMap((mtn) => mtn.sent).filter((reference) => references.has(reference));
      expect(sent).toHaveLength(2);
      expect(await known()).toBe(49_999);
      const rows = await Promise.all(payouts.map((payout) => bench.submission(payout)));
      expect(rows.filter((row) => row?.waits_for === 'float')).toHaveLength(8);
    }
  });

  test('is sent all the same when the float was never reported, or was reported too long ago', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    const unreported = await bench.request(process, 'payout', phone);
    expect(mtn.sent).toEqual([unreported.externalReference]);
    await reported(10, 'disbursement_float', 601_000);
    const old = await bench.request(process, 'payout', phone);
    expect(mtn.sent).toContain(old.externalReference);
    expect(await known()).toBeNull();
  });

  test('leaves collections and the other float alone', async () => {
    const mtn = new ScriptedOperator();
    const process = await bench.startProcess({ mtn, workers: false });
    await reported(0);
    await reported(70_000, 'collection_float');
    const collection = await bench.request(process, 'collection', phone);
    expect(mtn.sent).toEqual([collection.externalReference]);
    expect(await known('collection_float')).toBe(70_000);
  });

  test('holds for refunds too, on the float that they leave', async () => {
    const airtel = new ScriptedOperator({ refundsLeave: 'collection_float' });
    const process = await bench.startProcess({ mtn: airtel, workers: false });
    const collections = [];
    for (let count = 0; count < 2; count += 1) {
      const { walletId, transactionId } = await bench.open(process, 'collection', phone);
      const word = { is: 'succeeded', receipt: `R${transactionId}`, amount: null } as const;
      await bench.writer.submit({ kind: 'settle', walletId, transactionId, word });
      collections.push(await bench.transaction(transactionId));
    }
    await reported(0);
    await reported(99_999, 'collection_float');
    const [first, second] = collections;
    if (first === undefined || second === undefined) throw new Error('there are two collections');
    await bench.requestRefund(process, first);
    const waiting = await bench.requestRefund(process, second);
    expect(airtel.refunds).toHaveLength(1);
    expect(await bench.submission(waiting)).toMatchObject({ sends: 0, waits_for: 'float', direction: 'refund' });
    expect(await known('collection_float')).toBe(49_999);
  });

  test('is counted among the calls that wait', async () => {
    const registry = new Registry();
    createSettlementMetrics(registry, bench.database.pool, new Circuits());
    const count = async () => {
      const text = await registry.metrics();
      return Number(/nsimbi_waiting_calls\{.*direction="payout",waits_for="float"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const waitedBefore = await count();
    const process = await bench.startProcess({ mtn: new ScriptedOperator(), workers: false });
    await reported(0);
    await bench.request(process, 'payout', phone);
    expect(await count()).toBe(waitedBefore + 1);
  });
});

describe('rule 24: what the operator says it holds', () => {
  test('keeps the call that was in flight at the query, and one that was begun since', async () => {
    const mtn = new ScriptedOperator();
    const answered = Promise.withResolvers<void>();
    mtn.firstWord = async () => {
      await answered.promise;
      return { is: 'accepted', paid: false };
    };
    const process = await bench.startProcess({ mtn, workers: false, settings: { operatorWaitMs: 50 } });
    const { watch } = await watchOf(mtn);
    const inFlight = await bench.request(process, 'payout', phone);
    mtn.balanceWord = async (direction) => {
      // While it answers, another payout begins: the answer cannot know of it.
      if (direction === 'payout') await bench.request(process, 'payout', phone);
      return { is: 'known', amount: ugx(500_000) };
    };
    await watch.look();
    expect(mtn.sent).toHaveLength(2);
    expect(await known()).toBe(400_000);

    // The first one has ended: the next report has it, and the second one still counts.
    answered.resolve();
    const { walletId, transactionId } = inFlight;
    const word = { is: 'succeeded', receipt: `R${transactionId}`, amount: null } as const;
    await bench.writer.submit({ kind: 'settle', walletId, transactionId, word });
    mtn.balanceWord = async () => ({ is: 'known', amount: ugx(450_000) });
    await watch.look();
    expect(await known()).toBe(400_000);
  });

  test('gives back what a call claimed that failed', async () => {
    const mtn = new ScriptedOperator();
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    mtn.balanceWord = async () => ({ is: 'known', amount: ugx(60_000) });
    const process = await bench.startProcess({ mtn, workers: false });
    const { watch } = await watchOf(mtn);
    await watch.look();
    expect((await bench.request(process, 'payout', phone)).status).toBe('failed');
    expect(await known()).toBe(10_000);
    await watch.look();
    expect(await known()).toBe(60_000);
  });

  test('counts a call without a final result for ten minutes, and then uses the report', async () => {
    const mtn = new ScriptedOperator();
    mtn.balanceWord = async () => ({ is: 'known', amount: ugx(60_000) });
    const process = await bench.startProcess({ mtn, workers: false });
    const { watch } = await watchOf(mtn);
    const payout = await bench.request(process, 'payout', phone);
    await watch.look();
    expect(await known()).toBe(10_000);
    await bench.database.pool.query(
      `UPDATE submission SET send_until = send_until - interval '11 minutes' WHERE transaction_id = $1`,
      [payout.transactionId],
    );
    await watch.look();
    expect(await known()).toBe(60_000);
  });

  test('is queried once, however many processes look', async () => {
    const mtn = new ScriptedOperator();
    const asked: string[] = [];
    mtn.balanceWord = async (direction) => {
      asked.push(direction);
      return { is: 'known', amount: ugx(1) };
    };
    await bench.database.pool.query('UPDATE operator_float SET asked_at = NULL');
    const watches = await Promise.all(Array.from({ length: 5 }, () => watchOf(mtn, { everyMs: 60_000 })));
    await Promise.all(watches.map(({ watch }) => watch.look()));
    expect(asked.sort()).toEqual(['collection', 'payout']);
  });

  test('is not written when another query was made since', async () => {
    const { pool } = bench.database;
    // Nobody asked yet: the system's clock, which may step back a little, has no part in it.
    const takeAll = async () => {
      await pool.query('UPDATE operator_float SET asked_at = NULL');
      return claimBalanceQueries(pool, [accountId], 0);
    };
    const [late] = await takeAll();
    if (late === undefined) throw new Error('there is a question');
    const sent = await readSent(pool, late, ['payout']);
    const newer = (await takeAll()).find(({ float }) => float === late.float);
    if (newer === undefined) throw new Error('there is a newer question');
    await writeReport(pool, newer, 80_000n, sent);
    await writeReport(pool, late, 10n, sent);
    expect(await known(late.float)).toBe(80_000);
  });

  test('is queried inside the query budget, and later when that is spent', async () => {
    const mtn = new ScriptedOperator({ queriesPerSecond: 1 });
    mtn.balanceWord = async () => ({ is: 'known', amount: ugx(7) });
    const { watch } = await watchOf(mtn, { everyMs: 60_000 });
    await bench.database.pool.query('UPDATE operator_float SET asked_at = NULL');
    await bench.database.pool.query(
      `INSERT INTO query_budget (operator_account_id, second, taken)
       SELECT $1, floor(extract(epoch FROM clock_timestamp())) + ahead, 1 FROM generate_series(0, 2) AS ahead
           ON CONFLICT (operator_account_id, second) DO UPDATE SET taken = 1`,
      [accountId],
    );
    await watch.look();
    expect(await known()).toBeNull();
    await bench.database.pool.query('DELETE FROM query_budget');
    const bothKnown = async () => {
      await watch.look();
      return [await known(), await known('collection_float')];
    };
    await expect.poll(bothKnown).toEqual([7, 7]);
  });

  test.each([
    { word: { is: 'unknown', raw: '502' }, level: 30 },
    { word: { is: 'refused', raw: '401' }, level: 50 },
  ] as const)('is unknown, and no payout is held back, when it answers $word.is', async ({ word, level }) => {
    const mtn = new ScriptedOperator();
    mtn.balanceWord = async () => word;
    const { watch, lines } = await watchOf(mtn);
    await watch.look();
    expect(await known()).toBeNull();
    expect(lines.map((line) => line.level)).toContain(level);
    mtn.balanceWord = async () => {
      throw new TypeError('a bug of ours');
    };
    await watch.look();
    expect(await known()).toBeNull();
  });
});

describe('rule 24: a float is reported', () => {
  test('once when it becomes low, and once when it is filled again', async () => {
    const mtn = new ScriptedOperator();
    let holds = 1_000_000;
    mtn.balanceWord = async () => ({ is: 'known', amount: ugx(holds) });
    const { watch, lines } = await watchOf(mtn, { alertBelow: 500_000 });
    for (const next of [1_000_000, 499_999, 400_000, 500_000, 499_000]) {
      holds = next;
      await watch.look();
    }
    expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      '50 a float is low; fund it',
      '30 a float is filled again',
      '50 a float is low; fund it',
    ]);
  });

  test('in the metrics and in the state of operators, which /readyz shows without amounts', async () => {
    const mtn = new ScriptedOperator();
    mtn.balanceWord = async (direction) => ({ is: 'known', amount: ugx(direction === 'payout' ? 90_000 : 123_456) });
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    await bench.database.pool.query('UPDATE operator_float SET asked_at = NULL');
    const metricsRegistry = new Registry();
    const process = await bench.startProcess({ mtn, metricsRegistry, settings: { floatAlert: 100_000 } });
    const state = () => process.operatorStates().find(({ operatorAccountId }) => operatorAccountId === accountId);
    await expect.poll(() => state()?.floats.collection_float.known).toBe(123_456n);
    expect(state()).toEqual({
      mode: 'test',
      operator: 'MTN',
      operatorAccountId: accountId,
      simulated: false,
      circuits: { collection: 'closed', payout: 'closed' },
      floats: {
        collection_float: { known: 123_456n, level: 'ok' },
        disbursement_float: { known: 90_000n, level: 'low' },
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => bench.request(process, 'collection', phone)));
    const readiness = statesForReadiness(process.operatorStates());
    expect(readiness).toMatchObject({
      'test MTN': {
        collection_circuit: 'open',
        payout_circuit: 'closed',
        collection_float: 'ok',
        disbursement_float: 'low',
      },
    });
    expect(readiness['test Airtel']).toEqual({
      simulated: true,
      collection_circuit: 'closed',
      payout_circuit: 'closed',
    });
    const metrics = await metricsRegistry.metrics();
    expect(metrics).toContain(
      'nsimbi_operator_float_shillings{mode="test",operator="MTN",float="disbursement_float"} 90000',
    );
    expect(metrics).toContain('nsimbi_operator_float_low{mode="test",operator="MTN",float="disbursement_float"} 1');
    expect(metrics).not.toContain('nsimbi_operator_float_shillings{mode="test",operator="Airtel"');
  });

  test('is the same in a process that made no query: processes share floats, and each has its own circuits', async () => {
    const mtn = new ScriptedOperator();
    mtn.balanceWord = async (direction) => ({ is: 'known', amount: ugx(direction === 'payout' ? 90_000 : 123_456) });
    mtn.firstWord = async () => ({ is: 'not_reached', raw: 'ECONNREFUSED' });
    await bench.database.pool.query('UPDATE operator_float SET asked_at = NULL, reported = NULL, reported_at = NULL');
    const settings = { floatAlert: 100_000 };
    const asking = await bench.startProcess({ mtn, settings });
    const other = await bench.startProcess({ mtn: new ScriptedOperator(), settings, workers: false });
    const readiness = async (process: SettlementService) =>
      statesForReadiness(await process.readOperatorStates())['test MTN'];
    await expect.poll(() => readiness(other)).toMatchObject({ collection_float: 'ok', disbursement_float: 'low' });
    expect(statesForReadiness(other.operatorStates())['test MTN']).toMatchObject({ disbursement_float: 'unknown' });
    await Promise.all(Array.from({ length: 20 }, () => bench.request(asking, 'collection', phone)));
    expect(await readiness(asking)).toMatchObject({ collection_circuit: 'open' });
    expect(await readiness(other)).toMatchObject({ collection_circuit: 'closed' });
  });
});

function fail(): never {
  throw new Error('there are two processes');
}
