import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../src/ledger/plan/outcome.ts';
import { OutcomeUnknown } from '../../src/ledger/writer/errors.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { createPool, type DatabaseTarget } from '../../src/postgres/pool.ts';
import { topUp } from '../ledger/books.ts';
import { type FixtureWallet, ledgerFindings, openWallet, paymentOf } from '../ledger/fixtures.ts';
import { run } from '../postgres-server.ts';
import { createOwnPostgres, createStandby, type OwnPostgres } from '../service/own-postgres.ts';
import { heldCommits, holdCommits } from './held-commits.ts';
import { createFolder } from './world.ts';

let folder: string;
let primary: OwnPostgres;
let standby: OwnPostgres;

beforeEach(async () => {
  folder = createFolder();
  primary = await createOwnPostgres(folder);
});

afterEach(async () => {
  await primary.stop();
  await standby.stop();
  rmSync(folder, { recursive: true, force: true });
});

// The standby has received nothing for more than 100,000 numbers, which clients have seen, when it is promoted.
test('after the promotion of a standby that is far behind, no number comes back to another payment', async () => {
  const address = join(folder, 'address');
  const [socketFolder, atAddress] = [primary.cluster.socketFolder, address].map(encodeURIComponent);
  const target = { connectionString: primary.urlOf('nsimbi').replace(socketFolder ?? '', atAddress ?? '') };
  await pointAt(primary);
  await migrate(target);
  standby = await createStandby(primary, join(folder, 'own-standby'));
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 2 });
  const database = { target, pool, drop: async () => undefined };
  const alice = await openWallet(database, 'Alice', '256772000001', 500_000);
  const bob = await openWallet(database, 'Bob', '256772000002', 500_000);
  const carol = await openWallet(database, 'Carol', '256772000003', 500_000);
  const dave = await openWallet(database, 'Dave', '256772000004', 0);
  await expect.poll(() => isCaughtUp(target), { message: 'the standby has all', timeout: 60_000 }).toBe(true);
  await standby.stop();

  // What the old primary gives out from here on is lost with it.
  const survivor = new Writer({ target, limits: { deadlineMs: 120_000 } });
  const impatient = new Writer({ target, limits: { deadlineMs: 3_000 } });
  const idle = new Writer({ target, limits: { deadlineMs: 120_000 } });
  await run(target, "SELECT count(nextval('nsimbi.transaction_number')) FROM generate_series(1, 99900)");
  const lost = await idsOf([
    ...hundred().map(() => survivor.submit(topUp(alice.walletId, 500))),
    ...hundred().map(() => idle.submit(topUp(bob.walletId, 500))),
  ]);
  await run(target, holdCommits);
  await run(target, 'INSERT INTO public.held VALUES (true)');
  const waits = survivor.submit(keyed(alice, bob, 'waits'));
  const unknown = impatient.submit(keyed(carol, dave, 'gives up')).catch((error: unknown) => error);
  await expect.poll(() => heldCommits(pool), { message: 'both batches are at COMMIT', timeout: 60_000 }).toBe(2);
  await primary.kill();
  const promised = await unknown;
  rmSync(address);
  await pointAt(standby);
  await standby.start();
  await run(target, 'SELECT pg_promote()');

  // A process that knows nothing of the old primary's numbers comes at the same time as those that have taken some.
  const fresh = new Writer({ target, limits: { deadlineMs: 120_000 } });
  const given = await idsOf([
    ...hundred().map(() => fresh.submit(topUp(bob.walletId, 700))),
    ...hundred().map(() => idle.submit(topUp(alice.walletId, 700))),
  ]);
  const [waited] = await idsOf([waits]);
  const [repeated] = await idsOf([fresh.submit(keyed(carol, dave, 'gives up'))]);
  const more = await idsOf(hundred().map(() => survivor.submit(topUp(carol.walletId, 700))));

  const ids = [...lost, ...given, ...more, waited, repeated];
  expect(new Set(ids).size).toBe(502);
  expect(Math.min(...given, ...more, Number(repeated))).toBeGreaterThan(1_000_000_000);
  // The request that still waited has the number that it took from the old primary.
  expect(waited).toBeLessThan(1_000_000);
  if (!(promised instanceof OutcomeUnknown) || promised.transactionId === null) throw new Error('an id was promised');
  expect(ids).not.toContain(promised.transactionId);
  const { rowCount } = await pool.query('SELECT FROM transaction WHERE transaction_id = $1', [promised.transactionId]);
  expect(rowCount).toBe(0);
  for (const writer of [survivor, impatient, idle, fresh]) await writer.close();
  expect(await ledgerFindings(pool)).toEqual([]);
  await pool.end();

  async function pointAt({ cluster }: OwnPostgres): Promise<void> {
    symlinkSync(cluster.socketFolder, address);
  }
});

function keyed(from: FixtureWallet, to: FixtureWallet, key: string): ReturnType<typeof paymentOf> {
  return {
    ...paymentOf(from, to, 500),
    idempotency: { key, fingerprint: 'same', responseDueAfterMs: 60_000, render: () => ({ status: 200, body: '{}' }) },
  };
}

async function isCaughtUp(target: DatabaseTarget): Promise<boolean> {
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  const { rowCount } = await client.query('SELECT FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()');
  await client.end();
  return rowCount === 1;
}

async function idsOf(outcomes: readonly Promise<Outcome>[]): Promise<number[]> {
  return (await Promise.all(outcomes)).map((outcome) => {
    if (outcome.is !== 'done') throw new Error(outcome.is);
    return outcome.transaction.transactionId;
  });
}

function hundred(): undefined[] {
  return Array.from({ length: 100 });
}
