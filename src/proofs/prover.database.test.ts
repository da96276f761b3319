import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import { readProofLag } from './lag.ts';
import { Prover, type ProverOptions, restAfter } from './prover.ts';
import { readLastPublished } from './rounds-file.ts';
import { readLatestRound } from './stored-rounds.ts';

describe('the rest after a round', () => {
  it.each([
    [100, 0.1, 100],
    [100, 0.5, 4_000],
    [100, 1, 4_000],
    [10_000, 1, 60_000],
    [0, 1, 0],
  ])('of %i ms beside other work of %d is %i ms', (workedMs, busyShare, restMs) => {
    expect(restAfter(workedMs, busyShare)).toBe(restMs);
  });
});

let database: TestDatabase;
let folder: string;
const provers: Prover[] = [];
const errors: unknown[] = [];
const behind: number[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-prover-'));
  errors.length = 0;
  behind.length = 0;
});

afterEach(async () => {
  for (const prover of provers.splice(0)) await prover.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function startProver(over: Partial<ProverOptions> = {}): Prover {
  const prover = new Prover({
    target: database.serving,
    keysFile: join(folder, 'proof-keys'),
    roundsFile: join(folder, 'rounds.jsonl'),
    everyMs: 20,
    receivers: [],
    sendEveryMs: 1_000,
    mailer: null,
    onRound: () => undefined,
    onBehind: ({ published }) => behind.push(published.number),
    onError: (error) => errors.push(error),
    onReceiverFailure: (_, error) => errors.push(error),
    ...over,
  });
  provers.push(prover);
  prover.start();
  return prover;
}

const act = () =>
  recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: 'test', details: {} });

test('two provers prove everything, and both publish it', async () => {
  startProver();
  startProver({ roundsFile: join(folder, 'other.jsonl') });
  await act();
  await expect.poll(() => readLatestRound(database.pool)).not.toBeNull();
  const round = await readLatestRound(database.pool);
  for (const file of ['rounds.jsonl', 'other.jsonl']) {
    await expect.poll(() => readLastPublished(join(folder, file))).toEqual(round);
  }
  expect(await readProofLag(database.pool)).toEqual({ seconds: 0, isHistoryProven: true });
  expect(errors).toEqual([]);
});

test('a database that has lost published rounds is reported, and nothing is signed', async () => {
  const prover = startProver();
  await act();
  await expect.poll(() => readLastPublished(join(folder, 'rounds.jsonl'))).not.toBeNull();
  await database.owner.query('DELETE FROM audit_entry_proof');
  await database.owner.query('DELETE FROM proof_round');
  await act();
  await expect.poll(() => prover.state).toBe('behind_published');
  expect(behind.at(-1)).toBe(1);
  expect(await readLatestRound(database.pool)).toBeNull();
  expect((await readProofLag(database.pool)).seconds).toBeGreaterThan(0);
});

test('a prover with keys that the database does not know signs nothing, and says so', async () => {
  const first = startProver();
  await act();
  await expect.poll(() => readLatestRound(database.pool)).not.toBeNull();
  await first.stop();
  provers.splice(0);
  const other = startProver({ keysFile: join(folder, 'other-keys') });
  await expect.poll(() => other.state).toBe('failing');
  expect(String(errors.at(-1))).toContain('put the original proof-keys file');
});
