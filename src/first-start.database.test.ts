import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { loadConfig } from './config.ts';
import { banner, welcomeFirstUser } from './first-start.ts';
import { Writer } from './ledger/writer/writer.ts';
import { roles } from './settings/roles.ts';

const baseUrl = 'http://127.0.0.1:4500';
const quotas = loadConfig({});

let database: TestDatabase;
let writer: Writer;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  writer = new Writer({ target: database.target });
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-first-start-'));
});

afterEach(async () => {
  await writer.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a first start that ended before credentials.json was there is finished by the next one', async () => {
  const nowhere = join(folder, 'is not there');
  await expect(welcomeFirstUser(database.pool, writer, nowhere, baseUrl, quotas)).rejects.toThrow('ENOENT');
  expect(await demoBalance()).toBe('1000000');
  const welcome = await welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas);
  expect(welcome?.credentials.api_key).toMatch(/^nsk_test_/);
  const file = join(folder, 'credentials.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(welcome?.credentials);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await demoBalance()).toBe('1000000');
});

test('a key is made once: a user who removed credentials.json meant it', async () => {
  await welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas);
  rmSync(join(folder, 'credentials.json'));
  expect(await welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas)).toBeNull();
});

test.each(['', 'null', '{"api_key": "nsk_test_1.x"}'])('a credentials.json that holds %j is named', async (text) => {
  await welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas);
  const file = join(folder, 'credentials.json');
  writeFileSync(file, text);
  await expect(welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas)).rejects.toThrow(
    `${file} does not hold what the first start wrote there: restore it, or remove it`,
  );
});

test('the password of the first administrator is shown by the first start alone, later ones say where it is', async () => {
  const first = await welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas);
  const later = await welcomeFirstUser(database.pool, writer, folder, 'http://127.0.0.1:4600', quotas);
  const password = first?.credentials.dashboard.password ?? 'none';
  expect(banner(baseUrl, roles, first)).toContain(`admin@nsimbi.local, password ${password}`);
  expect(banner(baseUrl, roles, later)).not.toContain(password);
  expect(banner(baseUrl, roles, later)).toContain(`its first password is in ${join(folder, 'credentials.json')}`);
  expect(later?.credentials).toEqual({ ...first?.credentials, base_url: 'http://127.0.0.1:4600' });
});

test('of two processes that start at once, one makes Demo', async () => {
  const second = mkdtempSync(join(tmpdir(), 'nsimbi-first-start-'));
  const welcomed = await Promise.all([
    welcomeFirstUser(database.pool, writer, folder, baseUrl, quotas),
    welcomeFirstUser(database.pool, writer, second, baseUrl, quotas),
  ]);
  expect(welcomed.filter((welcome) => welcome !== null)).toHaveLength(1);
  expect(await demoBalance()).toBe('1000000');
  rmSync(second, { recursive: true });
});

async function demoBalance(): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ available: string }>(
    `SELECT available FROM client JOIN wallet USING (client_id) WHERE name = 'Demo' AND mode = 'test'`,
  );
  return rows[0]?.available;
}
