import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { dieAtNextCommit } from '../../../test/ledger/dying-commit.ts';
import {
  balanceOf,
  depositOf,
  ledgerFindings,
  openWallet,
  paymentOf,
  payoutOf,
} from '../../../test/ledger/fixtures.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target, limits: { deadlineMs: 60_000 } });
});

afterAll(async () => {
  await writer.close();
  await database.drop();
});

describe('statements that are sent together', () => {
  test('a wallet locked for longer than we wait is tried again, though the statements behind the lock failed too', async () => {
    const alice = await openWallet(database, 'Alice', '256773000001', 10_000);
    const bob = await openWallet(database, 'Bob', '256773000002', 0);
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM wallet WHERE wallet_id = $1 FOR UPDATE', [alice.walletId]);
    const paying = writer.submit(paymentOf(alice, bob, 500));
    paying.catch(() => undefined);
    await expect.poll(someoneWaitsForALock).toBe(true);
    readNothingFor(2_200);
    await holder.query('COMMIT');
    holder.release();
    expect(await paying).toMatchObject({ is: 'done', balance: 9_500n });
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a submission locked for longer than we wait is tried again, though a key in the batch has no response yet', async () => {
    const alice = await openWallet(database, 'Alice', '256773000003', 20_000);
    const bob = await openWallet(database, 'Bob', '256773000004', 0);
    const idempotency = { key: 'waits', fingerprint: 'f', responseDueAfterMs: 60_000, render: () => null };
    const keyed = { ...(await payoutOf(database, alice, 5_000, 0)), idempotency };
    const opened = await writer.submit(keyed);
    if (opened.is !== 'done') throw new Error(opened.is);
    const { transactionId } = opened.transaction;
    const resender = await database.pool.connect();
    await resender.query('BEGIN');
    await resender.query('UPDATE submission SET sends = sends WHERE transaction_id = $1', [transactionId]);
    const failure = { stage: 'submission', code: 'operator_refused', reason: 'It was refused.' } as const;
    const together = Promise.all([
      writer.submit(keyed),
      writer.submit({
        kind: 'settle',
        walletId: alice.walletId,
        transactionId,
        word: { is: 'failed', failure, receipt: null, onlyAfterSends: 1 },
      }),
      writer.submit(paymentOf(alice, bob, 500)),
    ]);
    together.catch(() => undefined);
    await expect.poll(someoneWaitsForALock).toBe(true);
    await sleep(2_200);
    await resender.query('COMMIT');
    resender.release();
    expect(await together).toMatchObject([
      { is: 'in_progress' },
      { is: 'done', transaction: { status: 'failed' } },
      // It needs no submission, and so was written before the payout was given back.
      { is: 'done', balance: 14_500n },
    ]);
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('a slip that another process books is the reason, though its failure arrives together with those behind it', async () => {
    const alice = await openWallet(database, 'Alice', '256773000011', 10_000);
    const booking = await database.pool.connect();
    await booking.query('BEGIN');
    await booking.query(`INSERT INTO adjustment_claim VALUES ('test', 'SLIP-11', $1, 9000011)`, [alice.walletId]);
    const late = writer.submit(depositOf(alice, 'SLIP-11'));
    late.catch(() => undefined);
    await expect.poll(someoneWaitsForALock).toBe(true);
    const booked = booking.query('COMMIT');
    readNothingFor(500);
    await booked;
    booking.release();
    expect(await late).toEqual({
      is: 'refused',
      refusal: { code: 'external_reference_used', transactionId: 9_000_011 },
    });
  });

  test('a batch is written at READ COMMITTED, whatever the database has as its default', async () => {
    const own = await createTestDatabase();
    try {
      const alice = await openWallet(own, 'Alice', '256773000021', 10_000);
      const bob = await openWallet(own, 'Bob', '256773000022', 0);
      await asAdministrator(
        own,
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation TO serializable',
                                    current_database()); END $$;
         CREATE FUNCTION public.refuse_other_levels() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF current_setting('transaction_isolation') <> 'read committed' THEN RAISE 'another level'; END IF;
           RETURN NEW;
         END $$;
         CREATE TRIGGER level BEFORE UPDATE ON nsimbi.wallet
           FOR EACH ROW EXECUTE FUNCTION public.refuse_other_levels()`,
      );
      const reader = new Writer({ target: own.target });
      expect(await reader.submit(paymentOf(alice, bob, 500))).toMatchObject({ is: 'done' });
      await reader.close();
    } finally {
      await own.drop();
    }
  });
});

describe('a batch that gathers while another one is written', () => {
  test('is written although the one before it cannot be', async () => {
    const alice = await openWallet(database, 'Alice', '256773000031', 10_000);
    const bob = await openWallet(database, 'Bob', '256773000032', 0);
    const sizes: number[] = [];
    const heard = new Writer({ target: database.target, onBatch: (size) => sizes.push(size) });
    const spoiled = heard.submit({ ...paymentOf(alice, bob, 500), description: 'a zero byte \u0000' });
    spoiled.catch(() => undefined);
    await batchTaken();
    const behind = [heard.submit(paymentOf(alice, bob, 600)), heard.submit(paymentOf(alice, bob, 700))];
    await expect(spoiled).rejects.toThrow('invalid byte sequence');
    expect((await Promise.all(behind)).map((outcome) => outcome.is)).toEqual(['done', 'done']);
    await heard.close();
    expect(sizes).toEqual([1, 2]);
    expect(await balanceOf(database.pool, bob)).toBe('1300');
    expect(await ledgerFindings(database.pool)).toEqual([]);
  });

  test('sees what the one before it wrote', async () => {
    const alice = await openWallet(database, 'Alice', '256773000041', 1_000);
    const bob = await openWallet(database, 'Bob', '256773000042', 0);
    const first = writer.submit(paymentOf(alice, bob, 900));
    await batchTaken();
    const behind = writer.submit(paymentOf(alice, bob, 900));
    expect((await first).is).toBe('done');
    expect(await behind).toMatchObject({ is: 'refused', refusal: { code: 'insufficient_funds' } });
  });

  test('is written once when the connection dies at the COMMIT of the one before it', async () => {
    const alice = await openWallet(database, 'Alice', '256773000051', 10_000);
    const bob = await openWallet(database, 'Bob', '256773000052', 10_000);
    const dies = await dieAtNextCommit(database, 'wallet', `NEW.wallet_id = ${alice.walletId}`);
    const first = writer.submit(paymentOf(alice, bob, 500));
    await batchTaken();
    const behind = writer.submit(paymentOf(bob, alice, 700));
    await expect.poll(dies.reached).toBe(true);
    await dies.goOn();
    expect((await Promise.all([first, behind])).map((outcome) => outcome.is)).toEqual(['done', 'done']);
    expect([await balanceOf(database.pool, alice), await balanceOf(database.pool, bob)]).toEqual(['10200', '9800']);
    expect(await ledgerFindings(database.pool)).toEqual([]);
    await dies.remove();
  });

  test('does not delay the callers of the one before it while it waits for a lock', async () => {
    const alice = await openWallet(database, 'Alice', '256773000071', 100_000);
    const bob = await openWallet(database, 'Bob', '256773000072', 0);
    const carol = await openWallet(database, 'Carol', '256773000073', 10_000);
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM wallet WHERE wallet_id = $1 FOR UPDATE', [carol.walletId]);
    const many = Array.from({ length: 100 }, () => writer.submit(paymentOf(alice, bob, 500)));
    await batchTaken();
    const behind = writer.submit(paymentOf(carol, bob, 500));
    behind.catch(() => undefined);
    let callerState = 'waiting';
    const heard = behind.then(() => {
      callerState = 'answered';
    });
    expect(new Set((await Promise.all(many)).map(({ is }) => is))).toEqual(new Set(['done']));
    expect(callerState).toBe('waiting');
    await expect.poll(someoneWaitsForALock).toBe(true);
    await holder.query('COMMIT');
    holder.release();
    await heard;
    expect(await behind).toMatchObject({ is: 'done', balance: 9_500n });
  });

  test('is written also when the writer is closed at that moment', async () => {
    const alice = await openWallet(database, 'Alice', '256773000061', 10_000);
    const bob = await openWallet(database, 'Bob', '256773000062', 0);
    const closing = new Writer({ target: database.target });
    const first = closing.submit(paymentOf(alice, bob, 500));
    await batchTaken();
    const behind = closing.submit(paymentOf(alice, bob, 700));
    await closing.close();
    expect((await Promise.all([first, behind])).map((outcome) => outcome.is)).toEqual(['done', 'done']);
  });
});

test('where the server changes fewer rows than were read, nothing of the batch is written', async () => {
  const own = await createTestDatabase();
  try {
    const alice = await openWallet(own, 'Alice', '256773000071', 10_000);
    const bob = await openWallet(own, 'Bob', '256773000072', 0);
    await asAdministrator(
      own,
      `CREATE FUNCTION public.leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
       CREATE TRIGGER leave_out BEFORE UPDATE ON nsimbi.wallet FOR EACH ROW WHEN (NEW.wallet_id = ${bob.walletId})
         EXECUTE FUNCTION public.leave_out()`,
    );
    const errors: unknown[] = [];
    const wrong = new Writer({ target: own.target, onError: (error) => errors.push(error) });
    await expect(wrong.submit(paymentOf(alice, bob, 500))).rejects.toThrow(
      'wallets: 1 of 2 rows are as they were read',
    );
    await wrong.close();
    expect(errors).toHaveLength(1);
    const { rows } = await own.pool.query('SELECT available FROM wallet WHERE wallet_id = $1', [alice.walletId]);
    expect(rows).toEqual([{ available: '10000' }]);
    const { rowCount } = await own.pool.query(`SELECT FROM transaction WHERE type = 'payment_sent'`);
    expect(rowCount).toBe(0);
  } finally {
    await own.drop();
  }
});

/** What was submitted is a batch now, of which nothing is written yet: what is submitted next is in another one. */
async function batchTaken(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

async function asAdministrator({ target }: TestDatabase, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Has all answers wait and then arrive together, as in a process with much else to do. */
function readNothingFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Whether somebody in this database waits for a lock. */
async function someoneWaitsForALock(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}
