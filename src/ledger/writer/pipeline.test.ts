import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { auditFindings, type FixtureWallet, openWallet, paymentOf } from '../../../test/ledger/fixtures.ts';
import { ugx } from '../../money/ugx.ts';
import type { Adjust } from '../commands.ts';
import { Writer } from './writer.ts';

let database: TestDatabase;
let writer: Writer;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
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
    expect(await auditFindings(database.pool)).toEqual([]);
  });

  test('a slip that another process books is the reason, though its failure arrives together with those behind it', async () => {
    const alice = await openWallet(database, 'Alice', '256773000011', 10_000);
    const booking = await database.pool.connect();
    await booking.query('BEGIN');
    await booking.query(`INSERT INTO adjustment_claim VALUES ('test', 'SLIP-11', $1, 9000011)`, [alice.walletId]);
    const late = writer.submit(deposit(alice, 'SLIP-11'));
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

async function asAdministrator({ target }: TestDatabase, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function deposit(wallet: FixtureWallet, externalReference: string): Adjust {
  return {
    kind: 'adjust',
    walletId: wallet.walletId,
    mode: 'test',
    type: 'deposit',
    direction: 'in',
    amount: ugx(500),
    reason: 'Bank slip',
    maker: 'cli:grace',
    approver: null,
    externalReference,
    apiKeyId: null,
    apiTriggered: false,
    idempotency: null,
  };
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
