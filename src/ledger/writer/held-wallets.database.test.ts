import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  balanceOf,
  type FixtureWallet,
  ledgerFindings,
  openWallet,
  paymentOf,
  payoutOf,
} from '../../../test/ledger/fixtures.ts';
import type { BlockingSession } from './blocking-sessions.ts';
import { NothingWritten } from './errors.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: Writer;
let blocking: BlockingSession[];
let wallets = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  blocking = [];
  writer = new Writer({
    target: database.serving,
    limits: { deadlineMs: 60_000 },
    onBlocked: (session) => blocking.push(session),
  });
});
afterEach(async () => {
  await writer.close();
  expect(await ledgerFindings(database.pool)).toEqual([]);
});
afterAll(async () => {
  await database.drop();
});

describe('while another session has locked a wallet', () => {
  test('payments between other wallets are written, and one that needs it is written when it is free', async () => {
    const [alice, bob, carol, dora] = await newWallets();
    const session = await lockedBy('psql', carol);
    const stuck = [writer.submit(paymentOf(carol, bob, 500)), writer.submit(paymentOf(alice, carol, 500))];
    for (const one of stuck) one.catch(() => undefined);
    for (let n = 0; n < 20; n += 1) {
      expect(await writer.submit(paymentOf(n % 2 === 0 ? alice : dora, bob, 500))).toMatchObject({ is: 'done' });
    }
    expect(writer.heldLength).toBe(2);
    await session.end();
    expect((await Promise.all(stuck)).map(({ is }) => is)).toEqual(['done', 'done']);
    expect(await writer.submit(paymentOf(carol, bob, 500))).toMatchObject({ is: 'done', balance: 99_500n });
    await expect.poll(() => writer.heldLength).toBe(0);
  });

  test('those that wait for another wallet, which is free sooner, do not wait for it', async () => {
    const [alice, bob, carol, dora] = await newWallets();
    const [long, short] = [await lockedBy('psql', carol), await lockedBy('psql', dora)];
    const stuck = writer.submit(paymentOf(carol, alice, 500));
    stuck.catch(() => undefined);
    const sooner = writer.submit(paymentOf(dora, bob, 500));
    await expect.poll(() => writer.heldLength).toBe(2);
    await short.end();
    expect(await sooner).toMatchObject({ is: 'done' });
    await expect.poll(() => writer.heldLength).toBe(1);
    await long.end();
    expect(await stuck).toMatchObject({ is: 'done' });
  });

  test('a command that needs it is refused at its deadline, and never written', async () => {
    const [alice, bob, carol] = await newWallets();
    const impatient = new Writer({ target: database.target, limits: { deadlineMs: 1_200 } });
    const session = await lockedBy('psql', carol);
    await expect(impatient.submit(paymentOf(carol, bob, 500))).rejects.toThrow(NothingWritten);
    await session.end();
    expect(await impatient.submit(paymentOf(alice, bob, 500))).toMatchObject({ is: 'done' });
    await impatient.close();
    expect(await balanceOf(database.pool, carol)).toBe('100000');
  });

  test('its Idempotency-Keys are decided only under its lock: a repeat pays once', async () => {
    const [, bob, carol] = await newWallets();
    const session = await lockedBy('psql', carol);
    const idempotency = {
      key: 'held',
      fingerprint: 'f',
      responseDueAfterMs: 8_000,
      render: () => ({ status: 200, body: 'first' }),
    };
    const command = { ...paymentOf(carol, bob, 500), idempotency };
    const repeats = [1, 2, 3].map(() => writer.submit(command));
    await expect.poll(() => writer.heldLength).toBe(3);
    await session.end();
    expect((await Promise.all(repeats)).map(({ is }) => is)).toEqual(['done', 'replayed', 'replayed']);
    expect(await balanceOf(database.pool, carol)).toBe('99500');
  });

  test('a wallet that does not exist is missing, and not held', async () => {
    const [alice, bob, carol] = await newWallets();
    const session = await lockedBy('psql', carol);
    const nowhere = { ...paymentOf(alice, bob, 500), walletId: 9_999_999 };
    expect(await writer.submit(nowhere)).toMatchObject({ is: 'refused', refusal: { code: 'wallet_not_found' } });
    await session.end();
  });
});

test('a failure whose submission is free needs no second connection', async () => {
  const [alice] = await newWallets();
  const opened = await writer.submit(await payoutOf(database, alice, 5_000, 0));
  if (opened.is !== 'done') throw new Error(opened.is);
  const { transactionId } = opened.transaction;
  const failure = { stage: 'submission', code: 'operator_refused', reason: 'It was refused.' } as const;
  const word = { is: 'failed', failure, receipt: null, onlyAfterSends: 1 } as const;
  const settled = await writer.submit({ kind: 'settle', walletId: alice.walletId, transactionId, word });
  expect(settled).toMatchObject({ is: 'done', transaction: { status: 'failed' } });
  const { rows } = await database.pool.query(
    `SELECT application_name FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'nsimbi writer%'`,
  );
  expect(rows).toEqual([{ application_name: 'nsimbi writer' }]);
});

test('two processes that share a hot wallet let no command starve', async () => {
  const [hot, bob, carol] = await newWallets();
  const other = new Writer({ target: database.target, limits: { deadlineMs: 60_000 } });
  const one = new Writer({ target: database.target, limits: { deadlineMs: 60_000 } });
  const payments = Array.from({ length: 400 }, async (_, n) => {
    await sleep(n);
    return (n % 2 === 0 ? one : other).submit(n % 3 === 0 ? paymentOf(bob, hot, 500) : paymentOf(hot, carol, 100));
  });
  expect(new Set((await Promise.all(payments)).map(({ is }) => is))).toEqual(new Set(['done']));
  await Promise.all([one.close(), other.close()]);
});

describe('a session that blocks a batch', () => {
  test('is ended when it is a writer of Nsimbi whose process stands still for three seconds', async () => {
    const [alice, , carol] = await newWallets();
    const frozen = await lockedBy('nsimbi writer', carol);
    expect(await writer.submit(paymentOf(carol, alice, 500))).toMatchObject({ is: 'done' });
    // The payment can be written before the answer arrives that the session was ended.
    await expect
      .poll(() => blocking.at(-1))
      .toMatchObject({ pid: frozen.pid, applicationName: 'nsimbi writer', ended: true });
    expect(blocking.at(-1)?.transactionAgeMs).toBeGreaterThan(3_000);
    expect(await frozen.isAlive()).toBe(false);
  });

  test.each([
    ['belongs to another login', 'administrator', 'nsimbi writer', 'SELECT 1'],
    ['is not a writer', 'serving', 'psql', 'SELECT 1'],
    ['is a writer that works', 'serving', 'nsimbi writer', 'SELECT pg_sleep(6)'],
  ] as const)('is only reported, once, when it %s', async (_, login, applicationName, work) => {
    const [alice, , carol] = await newWallets();
    const session = await lockedBy(applicationName, carol, login === 'serving' ? database.serving : database.target);
    const working = session.run(work);
    const paid = writer.submit(paymentOf(carol, alice, 500));
    await expect.poll(() => blocking).toMatchObject([{ pid: session.pid, applicationName, ended: false }]);
    // Longer than a writer that stands still may block.
    await sleep(4_000);
    expect([blocking.length, await session.isAlive()]).toEqual([1, true]);
    await working;
    await session.end();
    expect(await paid).toMatchObject({ is: 'done' });
  });
});

test('close waits until every caller has been answered', async () => {
  const [alice, bob] = await newWallets();
  const closing = new Writer({ target: database.target });
  let answered = 0;
  const payments = Array.from({ length: 100 }, () =>
    closing.submit(paymentOf(alice, bob, 500)).then(() => {
      answered += 1;
    }),
  );
  await closing.close();
  expect(answered).toBe(100);
  await Promise.all(payments);
});

async function newWallets(): Promise<[FixtureWallet, FixtureWallet, FixtureWallet, FixtureWallet]> {
  const open = (name: string) => {
    wallets += 1;
    return openWallet(database, name, `2567750${String(wallets).padStart(5, '0')}`, 100_000);
  };
  return [await open('Alice'), await open('Bob'), await open('Carol'), await open('Dora')];
}

/** A session with a database transaction that has locked a wallet. */
async function lockedBy(applicationName: string, { walletId }: FixtureWallet, target = database.serving) {
  const client = new pg.Client({
    connectionString: target.connectionString,
    application_name: applicationName,
  });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid;
  await client.query('BEGIN');
  await client.query('SELECT FROM nsimbi.wallet WHERE wallet_id = $1 FOR NO KEY UPDATE', [walletId]);
  return {
    pid,
    run: (statement: string) => client.query(statement),
    isAlive: async () => {
      const { rowCount } = await database.pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      return rowCount === 1;
    },
    end: async () => {
      await client.query('COMMIT');
      await client.end();
    },
  };
}
