import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { createPool } from '../../src/postgres/pool.ts';
import { topUp } from '../ledger/books.ts';
import { ledgerFindings, openWallet } from '../ledger/fixtures.ts';
import { run } from '../postgres-server.ts';
import { createOwnPostgres, type OwnPostgres } from '../service/own-postgres.ts';
import { heldCommits, holdCommits } from './held-commits.ts';
import { createFolder } from './world.ts';

let folder: string;
let postgres: OwnPostgres;

beforeEach(async () => {
  folder = createFolder();
  postgres = await createOwnPostgres(folder);
});

afterEach(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

// The sequence forgets in a crash what no commit has flushed, and the batch comes back with the numbers that it had.
test('numbers of a batch that was killed at COMMIT, twice, are given to no payment of another process', async () => {
  const target = { connectionString: postgres.urlOf('nsimbi') };
  await migrate(target);
  // Nothing but a commit brings what the sequence gave to the disk.
  await run(target, "ALTER SYSTEM SET wal_writer_delay = '10s'");
  await run(target, 'SELECT pg_reload_conf()');
  await run(target, holdCommits);
  const pool = createPool(target, { applicationName: 'nsimbi test', max: 2 });
  const database = { target, pool, drop: async () => undefined };
  const alice = await openWallet(database, 'Alice', '256772000001', 0);
  const bob = await openWallet(database, 'Bob', '256772000002', 0);
  const killed = new Writer({ target, limits: { deadlineMs: 60_000 } });
  const other = new Writer({ target, limits: { deadlineMs: 60_000 } });

  await run(target, 'INSERT INTO public.held VALUES (true)');
  const first = hundred().map(() => killed.submit(topUp(alice.walletId, 500)));
  for (const held of ['the batch', 'the batch again']) {
    await expect.poll(() => heldCommits(pool), { message: `${held} is at COMMIT`, timeout: 20_000 }).toBe(1);
    await postgres.kill();
    await postgres.start();
  }
  await run(target, 'DELETE FROM public.held');
  const second = hundred().flatMap(() => [
    other.submit(topUp(alice.walletId, 700)),
    other.submit(topUp(bob.walletId, 900)),
  ]);
  const outcomes = await Promise.all([...first, ...second]);
  await killed.close();
  await other.close();

  const told = outcomes.map((outcome) => (outcome.is === 'done' ? outcome.transaction : null));
  expect(new Set(told.map((transaction) => transaction?.transactionId)).size).toBe(300);
  const { rows } = await pool.query('SELECT wallet_id, sum(available) AS available FROM wallet GROUP BY 1 ORDER BY 1');
  expect(rows.slice(-2)).toEqual([
    { wallet_id: String(alice.walletId), available: '120000' },
    { wallet_id: String(bob.walletId), available: '90000' },
  ]);
  expect(await ledgerFindings(pool)).toEqual([]);
  await pool.end();
});

function hundred(): undefined[] {
  return Array.from({ length: 100 });
}
