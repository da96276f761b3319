import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { topUp } from '../../test/ledger/books.ts';
import { ledgerFindings, openWallet } from '../../test/ledger/fixtures.ts';
import { run } from '../../test/postgres-server.ts';
import { idValue } from '../cli/option-values.ts';
import { numberOfReference, referenceOf } from './reference.ts';
import { Writer } from './writer/writer.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

const farthest = 10_000_000_000;

test('numbers continue without a gap where nothing was lost', async () => {
  const before = await newest();
  await begin(before);
  await begin(0);
  await database.pool.query('SELECT begin_server_life()');
  expect(await newest()).toBe(before);
});

test('after a crash they skip 100,000, and further where a process has taken higher ones', async () => {
  await database.owner.query('DELETE FROM server_life');
  const before = await newest();
  await begin(before);
  expect(await newest()).toBe(before + 100_000);
  await begin(40_000_000);
  expect(await newest()).toBe(40_100_000);
  await begin(35_000_000);
  expect(await newest()).toBe(40_100_000);
  // The batch of a process comes back with what it had.
  expect(await partitions()).toEqual(expect.arrayContaining(['transaction_p000003', 'transaction_p000004']));
});

test.each([
  ['on another timeline', `regexp_replace(origin, '/[0-9A-F]{8}/', '/0000000F/')`],
  ['on another server', `regexp_replace(origin, '^[0-9]+', '7')`],
  ['in a restored dump', `regexp_replace(origin, '[0-9]+$', '7')`],
])('%s they skip further than all processes can have gone, once', async (_, origin) => {
  await database.owner.query(`UPDATE number_origin SET origin = ${origin}`);
  const before = await newest();
  await Promise.all([begin(0), begin(500), begin(900_000), begin(0)]);
  const after = await newest();
  expect(after - before).toBeGreaterThanOrEqual(1_000_000_000);
  expect(after - before).toBeLessThan(farthest + 1_000_000);
  await begin(0);
  expect(await newest()).toBe(after);
  const { walletId } = await openWallet(database, 'Alice', '256772000001', 500);
  const writer = new Writer({ target: database.target });
  const paid = await writer.submit(topUp(walletId, 500));
  await writer.close();
  expect(paid).toMatchObject({ is: 'done', transaction: { transactionId: expect.toSatisfy((id) => id > after) } });
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

test('two standbys that are promoted at the same number continue at different ones', async () => {
  const before = await newest();
  const continued = [];
  for (const _ of ['one', 'other']) {
    await database.owner.query(
      `UPDATE number_origin SET origin = 'the lost primary'; SELECT setval('transaction_number', ${before})`,
    );
    await begin(0);
    continued.push(await newest());
  }
  expect(new Set(continued).size).toBe(2);
});

test('a process that connects again passes on the highest number that it has taken', async () => {
  const { walletId } = await openWallet(database, 'Alice', '256772000001', 500);
  const before = await newest();
  const writer = new Writer({ target: database.target });
  const first = await writer.submit(topUp(walletId, 500));
  await database.owner.query(`SELECT setval('transaction_number', ${before})`);
  await run(
    database.target,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nsimbi writer' AND datname = current_database()",
  );
  const second = await writer.submit(topUp(walletId, 500));
  await writer.close();
  if (first.is !== 'done' || second.is !== 'done') throw new Error('both should be written');
  expect(second.transaction.transactionId).toBeGreaterThan(first.transaction.transactionId + 99_999);
});

test('partitions that were archived are not created again', async () => {
  await database.owner.query(`
    DROP TABLE transaction_p000000, transfer_p000000, event_p000000;
    SELECT setval('transaction_number', 15000000); UPDATE number_origin SET origin = 'elsewhere'`);
  await begin(0);
  await database.pool.query('SELECT ensure_partitions()');
  expect(await partitions()).toEqual(expect.not.arrayContaining(['transaction_p000000']));
});

test('after 99,000 promotions payments are written, and their references are found', async () => {
  await database.owner.query(
    `UPDATE number_origin SET origin = 'elsewhere'; SELECT setval('transaction_number', ${98_999 * farthest})`,
  );
  const { walletId } = await openWallet(database, 'Alice', '256772000001', 500);
  const { rows } = await database.pool.query<{ transaction_id: string }>(
    'SELECT transaction_id FROM transaction WHERE wallet_id = $1',
    [walletId],
  );
  const transactionId = Number(rows[0]?.transaction_id);
  expect(transactionId).toBeGreaterThan(98_999 * farthest);
  expect(idValue(String(transactionId))).toBe(transactionId);
  expect(numberOfReference(referenceOf('deposit', 1_790_000_000_000, transactionId))).toBe(transactionId);
  expect(await ledgerFindings(database.pool)).toEqual([]);
});

async function begin(highestTaken: number): Promise<void> {
  await database.pool.query('SELECT begin_server_life($1)', [highestTaken]);
}

async function newest(): Promise<number> {
  const { rows } = await database.pool.query<{ last_value: string }>('SELECT last_value FROM transaction_number');
  return Number(rows[0]?.last_value);
}

async function partitions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT relid::regclass::text AS name FROM pg_partition_tree('transaction') WHERE isleaf`,
  );
  return rows.map(({ name }) => name);
}
