import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { lookAtInstallation, readInstallation } from './installation.ts';

let database: TestDatabase;
let databaseId: string;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  databaseId = (await readInstallation(database.pool, tmpdir(), crypto.randomUUID())).databaseId;
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nsimbi-installation-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

afterAll(async () => {
  await database.drop();
});

test("the first start writes the database's id into the data folder, and later starts agree with it", async () => {
  for (const _start of ['first', 'second']) {
    expect(await readInstallation(database.pool, dataDir, null)).toEqual({
      databaseId,
      ownId: databaseId,
      liveAllowed: true,
    });
    expect(await readFile(join(dataDir, 'installation-id'), 'utf8')).toBe(`${databaseId}\n`);
  }
});

test('who only looks writes nothing into the data folder', async () => {
  expect(await lookAtInstallation(database.pool, dataDir, null)).toMatchObject({
    ownId: databaseId,
    liveAllowed: true,
  });
  expect(await readdir(dataDir)).toEqual([]);
});

test('a data folder of another installation forbids live operations', async () => {
  const other = crypto.randomUUID();
  await writeFile(join(dataDir, 'installation-id'), other);
  expect(await readInstallation(database.pool, dataDir, null)).toEqual({
    databaseId,
    ownId: other,
    liveAllowed: false,
  });
});

test('NSIMBI_INSTALLATION_ID stands in place of the file, in both directions', async () => {
  const other = crypto.randomUUID();
  await writeFile(join(dataDir, 'installation-id'), other);
  expect((await readInstallation(database.pool, dataDir, databaseId.toUpperCase())).liveAllowed).toBe(true);
  await writeFile(join(dataDir, 'installation-id'), databaseId);
  expect((await readInstallation(database.pool, dataDir, other)).liveAllowed).toBe(false);
});

test('a file that holds no id is refused, not replaced', async () => {
  await writeFile(join(dataDir, 'installation-id'), 'torn');
  await expect(readInstallation(database.pool, dataDir, null)).rejects.toThrow(/holds no installation id/);
  expect(await readFile(join(dataDir, 'installation-id'), 'utf8')).toBe('torn');
});
