import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { lookAtInstallation, readInstallation } from './installation.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
/** Of a login that may only serve. */
let pool: pg.Pool;
let databaseId: string;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.serving, { applicationName: 'nsimbi test', max: 2 });
  databaseId = (await readInstallation(pool, tmpdir(), crypto.randomUUID())).databaseId;
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nsimbi-installation-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("the first start writes the database's id into the data folder, and later starts agree with it", async () => {
  for (const _start of ['first', 'second']) {
    expect(await readInstallation(pool, dataDir, null)).toEqual({
      databaseId,
      ownId: databaseId,
      liveRefusal: null,
    });
    expect(await readFile(join(dataDir, 'installation-id'), 'utf8')).toBe(`${databaseId}\n`);
  }
});

test('who only looks writes nothing into the data folder', async () => {
  expect(await lookAtInstallation(pool, dataDir, null)).toMatchObject({
    ownId: databaseId,
    liveRefusal: null,
  });
  expect(await readdir(dataDir)).toEqual([]);
});

test('a data folder of another installation forbids live operations', async () => {
  const other = crypto.randomUUID();
  await writeFile(join(dataDir, 'installation-id'), other);
  expect(await readInstallation(pool, dataDir, null)).toEqual({
    databaseId,
    ownId: other,
    liveRefusal: 'other_installation',
  });
});

test('NSIMBI_INSTALLATION_ID stands in place of the file, in both directions', async () => {
  const other = crypto.randomUUID();
  await writeFile(join(dataDir, 'installation-id'), other);
  expect((await readInstallation(pool, dataDir, databaseId.toUpperCase())).liveRefusal).toBeNull();
  await writeFile(join(dataDir, 'installation-id'), databaseId);
  expect((await readInstallation(pool, dataDir, other)).liveRefusal).toBe('other_installation');
});

test('a login that can become the owner forbids live operations', async () => {
  expect(await readInstallation(database.pool, dataDir, null)).toEqual({
    databaseId,
    ownId: databaseId,
    liveRefusal: 'owner_login',
  });
});

test('a file that holds no id is refused, not replaced', async () => {
  await writeFile(join(dataDir, 'installation-id'), 'torn');
  await expect(readInstallation(pool, dataDir, null)).rejects.toThrow(/holds no installation id/);
  expect(await readFile(join(dataDir, 'installation-id'), 'utf8')).toBe('torn');
});
