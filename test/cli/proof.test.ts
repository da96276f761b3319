import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordAudit, serviceActor } from '../../src/access/audit-log.ts';
import { checkProofs } from '../../src/cli/doctor/proofs.ts';
import { loadConfig } from '../../src/config.ts';
import type { SigningKey } from '../../src/proofs/format/round.ts';
import { introduceKeys, keyInForce, proofKeysFile, readProofKeys } from '../../src/proofs/keys.ts';
import { publishRounds } from '../../src/proofs/published.ts';
import { roundsFile } from '../../src/proofs/rounds-file.ts';
import { readInstallationId } from '../../src/proofs/stored-rounds.ts';
import { createTestDatabase, enableLiveMode, type TestDatabase } from '../database.ts';
import { proveAll } from '../ledger/proofs.ts';
import { openTerminal, type Terminal } from './terminal.ts';

let database: TestDatabase;
let terminal: Terminal;
let file: string;
let key: SigningKey;

beforeEach(async () => {
  database = await createTestDatabase();
  terminal = openTerminal(database);
  file = roundsFile(terminal.dataDir);
  const keys = readProofKeys(proofKeysFile(terminal.dataDir), Date.now());
  await introduceKeys(database.pool, await readInstallationId(database.pool), keys);
  key = keyInForce(keys, Date.now());
});

afterEach(async () => {
  terminal.close();
  await database.drop();
});

/** Signs and publishes so many rounds, each with an entry of the audit log. */
async function sign(rounds: number): Promise<void> {
  for (let n = 0; n < rounds; n += 1) {
    await recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: 'test', details: {} });
    await proveAll(database.pool, key);
  }
  await publishRounds(database.pool, file);
}

/** As a restore to an earlier point does. */
async function loseRoundsAfter(number: number): Promise<void> {
  await database.owner.query(
    'DELETE FROM audit_log WHERE audit_log_id IN (SELECT audit_log_id FROM audit_entry_proof WHERE round > $1)',
    [number],
  );
  await database.owner.query('DELETE FROM audit_entry_proof WHERE round > $1', [number]);
  await database.owner.query('DELETE FROM proof_round WHERE number > $1', [number]);
}

async function diagnosis() {
  const config = loadConfig({ ...database.settings, NSIMBI_DATA_DIR: terminal.dataDir });
  return await checkProofs(database.pool, config);
}

it('status shows the newest round and what was published, also before the first', async () => {
  expect(await terminal.ask('proof', 'status')).toMatchObject([
    { round: null, history_proven: true, published_round: null, behind_published: false },
  ]);
  await sign(2);
  expect(await terminal.ask('proof', 'status')).toMatchObject([
    { round: 2, lag_seconds: 0, published_round: 2, last_common_round: 2, behind_published: false },
  ]);
  expect(await diagnosis()).toMatchObject({ result: 'ok' });
});

it('verify names the round of the file that somebody has changed, and exits with 1', async () => {
  await sign(3);
  expect((await terminal.ask('proof', 'verify')).at(-1)).toMatchObject({ rounds: 3, findings: 0, correct: true });
  const changed = join(terminal.dataDir, 'changed.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const second = JSON.parse(lines[1] ?? '') as { signed_at: string };
  lines[1] = JSON.stringify({ ...second, signed_at: '2020-01-01T00:00:00.000Z' });
  writeFileSync(changed, `${lines.join('\n')}\n`);
  const { exitCode, lines: said } = await terminal.run('proof', 'verify', changed);
  expect(exitCode).toBe(1);
  expect(said[0]).toMatch(/^round 2: /);
});

it('verify --database finds a row that was changed after its round', async () => {
  await sign(2);
  expect(await terminal.run('proof', 'verify', '--database')).toMatchObject({ exitCode: 0 });
  await database.owner.query(
    "ALTER TABLE audit_log DISABLE TRIGGER USER; UPDATE audit_log SET actor = 'nobody'; ALTER TABLE audit_log ENABLE TRIGGER USER",
  );
  const { exitCode, lines } = await terminal.run('proof', 'verify', '--database');
  expect(exitCode).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^proof_leaf_is_its_row: entry \d+ of the audit log/));
});

it('verify refuses a file without rounds, and one that holds something else', async () => {
  expect(await terminal.run('proof', 'verify')).toMatchObject({
    exitCode: 1,
    errors: [expect.stringContaining('has no rounds')],
  });
  writeFileSync(file, 'this is no round\n');
  expect(await terminal.run('proof', 'verify')).toMatchObject({
    exitCode: 1,
    errors: [expect.stringContaining('a line that is no round')],
  });
  expect(await diagnosis()).toMatchObject({ result: 'problem' });
});

it('fork continues after lost rounds, and the books are correct again', async () => {
  await sign(3);
  expect(await terminal.run('proof', 'fork')).toMatchObject({
    exitCode: 1,
    errors: [expect.stringContaining('has every published round')],
  });
  await loseRoundsAfter(1);
  expect(await diagnosis()).toMatchObject({ result: 'problem', found: expect.stringContaining('after round 1') });
  expect(await terminal.ask('proof', 'status')).toMatchObject([
    { round: 1, published_round: 3, last_common_round: 1, behind_published: true },
  ]);
  expect(await terminal.ask('proof', 'fork', '--published', '7')).toMatchObject([
    { common_number: 1, published_number: 7 },
  ]);
  await sign(1);
  expect(await terminal.ask('proof', 'status')).toMatchObject([{ round: 8, behind_published: false }]);
  expect((await terminal.ask('proof', 'verify', '--database')).at(-1)).toMatchObject({ findings: 0 });
  expect(await diagnosis()).toMatchObject({ result: 'ok' });
});

it('fork with live money is only proposed', async () => {
  await sign(2);
  await enableLiveMode(database);
  await sign(1);
  await loseRoundsAfter(1);
  const [proposed] = await terminal.ask('proof', 'fork');
  expect(proposed).toMatchObject({ proposal: expect.any(Number), status: 'waiting' });
  const { rows } = await database.pool.query('SELECT FROM proof_fork');
  expect(rows).toEqual([]);
});

it('key roll adds a key that signs after the overlap, and old rounds stay right', async () => {
  await sign(1);
  const [added] = await terminal.ask('proof', 'key', 'roll', '--overlap', '1h');
  const keys = readProofKeys(proofKeysFile(terminal.dataDir), Date.now());
  expect(keys.map(({ keyId }) => keyId)).toEqual([key.keyId, added.key_id]);
  expect(keyInForce(keys, Date.now()).keyId).toBe(key.keyId);
  const later = Date.now() + 3_600_001;
  expect(keyInForce(keys, later).keyId).toBe(added.key_id);
  await introduceKeys(database.pool, await readInstallationId(database.pool), keys);
  key = keyInForce(keys, later);
  await sign(1);
  expect(await terminal.ask('proof', 'key', 'list')).toMatchObject([
    { introduced_by: null },
    { key_id: added.key_id, introduced_by: keys[0]?.keyId },
  ]);
  expect((await terminal.ask('proof', 'verify', '--database')).at(-1)).toMatchObject({ findings: 0 });
});

it('key roll adds nothing to a file that holds something else', async () => {
  const keysFile = proofKeysFile(terminal.dataDir);
  appendFileSync(keysFile, 'no key\n');
  const before = readFileSync(keysFile, 'utf8');
  expect(await terminal.run('proof', 'key', 'roll')).toMatchObject({
    exitCode: 1,
    errors: [expect.stringContaining('line 2')],
  });
  expect(readFileSync(keysFile, 'utf8')).toBe(before);
});
