import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import {
  addProofKey,
  faultsOfKeys,
  introduceKeys,
  keyInForce,
  ProofKeysWrong,
  readProofKeys,
  readPublicKeys,
} from './keys.ts';
import { readInstallationId } from './stored-rounds.ts';

let database: TestDatabase;
let folder: string;
let file: string;
let installationId: string;
const beginMs = Date.parse('2026-11-25T09:00:00Z');

beforeEach(async () => {
  database = await createTestDatabase();
  installationId = await readInstallationId(database.pool);
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-keys-'));
  file = join(folder, 'proof-keys');
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a missing file gets a key that only its owner can read, once', () => {
  const made = readProofKeys(file, beginMs);
  expect(made).toHaveLength(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readProofKeys(file, beginMs + 1).map(({ keyId }) => keyId)).toEqual(made.map(({ keyId }) => keyId));
});

test('a rolled key signs from its time on, and the one before introduces it', async () => {
  const [first] = readProofKeys(file, beginMs);
  await introduceKeys(database.pool, installationId, readProofKeys(file, beginMs));
  const second = addProofKey(file, beginMs + 1_000);
  const third = addProofKey(file, beginMs + 2_000);
  const keys = readProofKeys(file, beginMs);
  expect(keyInForce(keys, beginMs + 999).keyId).toBe(first?.keyId);
  expect(keyInForce(keys, beginMs + 1_000).keyId).toBe(second.keyId);
  expect(keyInForce(keys, beginMs + 5_000).keyId).toBe(third.keyId);
  await introduceKeys(database.pool, installationId, keys);
  await introduceKeys(database.pool, installationId, keys);
  const shown = await readPublicKeys(database.pool);
  expect(new Map(shown.map(({ key_id, introduced_by }) => [key_id, introduced_by]))).toEqual(
    new Map([
      [first?.keyId, null],
      [second.keyId, first?.keyId],
      [third.keyId, second.keyId],
    ]),
  );
});

test('keys are in the order in which they introduced one another, also where a clock was set back between them', async () => {
  readProofKeys(file, beginMs);
  for (const afterMs of [1_000, 2_000, 3_000]) addProofKey(file, beginMs + afterMs);
  const keys = readProofKeys(file, beginMs);
  await introduceKeys(database.pool, installationId, keys);
  await database.owner.query(
    `UPDATE proof_key SET introduced_at = introduced_at - signs_from + to_timestamp($1::float8 / 1000)`,
    [beginMs],
  );
  const shown = await readPublicKeys(database.pool);
  expect(shown.map(({ key_id }) => key_id)).toEqual(keys.map(({ keyId }) => keyId));
  expect(faultsOfKeys(installationId, shown)).toEqual([]);
});

test('a key that nobody has introduced, or another one, is found', async () => {
  readProofKeys(file, beginMs);
  addProofKey(file, beginMs + 1_000);
  await introduceKeys(database.pool, installationId, readProofKeys(file, beginMs));
  const [first, second] = await readPublicKeys(database.pool);
  if (first === undefined || second === undefined) throw new Error('two keys are needed');
  expect(faultsOfKeys(installationId, [first, second])).toEqual([]);
  expect(faultsOfKeys('another installation', [first, second])).toEqual([
    expect.stringContaining('that introduces it is wrong'),
  ]);
  expect(faultsOfKeys(installationId, [first, { ...second, introduced_by: null, introduction: null }])).toEqual([
    expect.stringContaining('no key before it has introduced it'),
  ]);
  expect(faultsOfKeys(installationId, [{ ...first, public_key: second.public_key }])).toEqual([
    expect.stringContaining('not that of its public key'),
  ]);
});

test('a file that has none of the keys of the database is refused, and a line that is no key is named without its text', async () => {
  await introduceKeys(database.pool, installationId, readProofKeys(file, beginMs));
  const other = readProofKeys(join(folder, 'other'), beginMs);
  await expect(introduceKeys(database.pool, installationId, other)).rejects.toThrow('put the original proof-keys file');
  writeFileSync(file, '2026-11-25T09:00:00.000Z short\n');
  expect(() => readProofKeys(file, beginMs)).toThrow(ProofKeysWrong);
  expect(() => readProofKeys(file, beginMs)).toThrow('line 1');
  expect(() => readProofKeys(file, beginMs)).not.toThrow('short');
});
