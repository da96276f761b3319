import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutcomeUnknown, StandbyMissing } from '../../src/ledger/writer/errors.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { createPool, type DatabaseTarget } from '../../src/postgres/pool.ts';
import { topUp } from '../ledger/books.ts';
import { type FixtureWallet, ledgerFindings, openWallet, paymentOf } from '../ledger/fixtures.ts';
import { run } from '../postgres-server.ts';
import { createOwnPostgres, createStandby, type OwnPostgres } from '../service/own-postgres.ts';
import { createFolder } from './world.ts';

let folder: string;
let primary: OwnPostgres;
let standby: OwnPostgres;
let target: DatabaseTarget;
let pool: pg.Pool;
let patient: Writer;
let impatient: Writer;

beforeEach(async () => {
  folder = createFolder();
  primary = await createOwnPostgres(folder);
  target = { connectionString: primary.urlOf('nsimbi') };
  await migrate(target);
  standby = await createStandby(primary, join(folder, 'own-standby'));
  pool = createPool(target, { applicationName: 'nsimbi test', max: 2 });
  patient = new Writer({ target, requireStandby: true, limits: { deadlineMs: 120_000 } });
  impatient = new Writer({ target, requireStandby: true, limits: { deadlineMs: 3_000 } });
});

afterEach(async () => {
  await Promise.all([patient.close(), impatient.close()]);
  expect(await ledgerFindings(pool)).toEqual([]);
  await pool.end();
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('live money moves only while a synchronous standby receives it, and goes on when the standby is back', async () => {
  const database = { target, pool, drop: async () => undefined };
  const alice = await liveWallet('Alice', '256772000001');
  const bob = await liveWallet('Bob', '256772000002');
  const carol = await openWallet(database, 'Carol', '256772000003', 10_000);
  const dave = await openWallet(database, 'Dave', '256772000004', 0);

  // Commits wait for no standby.
  await expect(patient.submit(livePayment(alice, bob))).rejects.toThrow(StandbyMissing);
  expect(await patient.submit(paymentOf(carol, dave, 500))).toMatchObject({ is: 'done' });

  await waitForStandby('*');
  expect(await patient.submit({ ...topUp(alice.walletId, 100_000), mode: 'live' })).toMatchObject({ is: 'done' });
  const paid = await patient.submit(livePayment(alice, bob));
  expect(await isOnStandby(paid.is === 'done' ? paid.transaction.transactionId : 0)).toBe(true);

  // The standby disappears: nobody gets a success, also not when somebody cancels the wait at the server.
  await standby.stop();
  const gaveUp = await impatient.submit(livePayment(alice, bob)).catch((error: unknown) => error);
  expect(gaveUp).toBeInstanceOf(OutcomeUnknown);
  let isAnswered = false;
  const waits = patient.submit(livePayment(bob, alice)).finally(() => {
    isAnswered = true;
  });
  await cancelWaits();
  await cancelWaits();
  expect(isAnswered).toBe(false);

  await standby.start();
  const waited = await waits;
  if (waited.is !== 'done') throw new Error(waited.is);
  expect(await isOnStandby(waited.transaction.transactionId)).toBe(true);
  expect(await impatient.submit(livePayment(alice, bob))).toMatchObject({ is: 'done' });
});

async function liveWallet(name: string, phone: string): Promise<FixtureWallet> {
  const { rows } = await pool.query<{ wallet_id: string }>(
    `INSERT INTO wallet (mode, holder_name, phone) VALUES ('live', $1, $2) RETURNING wallet_id`,
    [name, phone],
  );
  const walletId = Number(rows[0]?.wallet_id);
  await pool.query(`INSERT INTO wallet_phone (mode, phone, wallet_id) VALUES ('live', $1, $2)`, [phone, walletId]);
  return { walletId, phone };
}

function livePayment(from: FixtureWallet, to: FixtureWallet) {
  return { ...paymentOf(from, to, 500), mode: 'live' } as const;
}

/** Has commits wait for the standbys of these names, once one of them receives the log. */
async function waitForStandby(names: string): Promise<void> {
  await run(target, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await run(target, 'SELECT pg_reload_conf()');
  const isThere = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = $1`,
      [names],
    );
    return rowCount === 1;
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
}

/** Cancels what waits for a standby, as an administrator can. */
async function cancelWaits(): Promise<void> {
  const administrator = createPool(target, { applicationName: 'psql', max: 1, opening: () => 'RESET ROLE' });
  const canceled = async () => {
    const { rowCount } = await administrator.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    return rowCount ?? 0;
  };
  await expect.poll(canceled, { timeout: 60_000 }).toBeGreaterThan(0);
  await administrator.end();
}

async function isOnStandby(transactionId: number): Promise<boolean> {
  const reader = createPool({ connectionString: standby.urlOf('nsimbi') }, { applicationName: 'psql', max: 1 });
  // It has stored what it acknowledged, and applies it a moment later.
  const isThere = async () =>
    (await reader.query('SELECT FROM transaction WHERE transaction_id = $1', [transactionId])).rowCount === 1;
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  await reader.end();
  return true;
}
