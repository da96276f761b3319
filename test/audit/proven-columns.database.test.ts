import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAudit, serviceActor } from '../../src/access/audit-log.ts';
import { provenColumns } from '../../src/audit/columns.ts';
import { proofFork } from '../../src/dual-control/changes/proof-fork.ts';
import { inDatabaseTransaction } from '../../src/postgres/database-transaction.ts';
import type { Queryable } from '../../src/postgres/pool.ts';
import { auditProofs } from '../../src/proofs/audit.ts';
import { newKeySeed, signingKeyOf } from '../../src/proofs/format/round.ts';
import { introduceKeys, type ProofKey } from '../../src/proofs/keys.ts';
import { publishRounds } from '../../src/proofs/published.ts';
import { readChainEnd, readInstallationId } from '../../src/proofs/stored-rounds.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { proveAll } from '../ledger/proofs.ts';
import { recordsIn } from '../records.ts';
import { EverythingBooks } from './books.ts';
import { corrupt } from './corruptions.ts';
import { openIntruder } from './intruder.ts';

let database: TestDatabase;
let intruder: pg.Client;
let folder: string;
let key: ProofKey;

const newKey = (): ProofKey => ({ ...signingKeyOf(newKeySeed()), signsFromMs: Date.now() });

/** A round of its own, with an entry of the audit log. */
async function proveAnother(): Promise<void> {
  await recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: 'test', details: {} });
  await proveAll(database.pool, key);
}

// Everything is proven: by two keys, with a fork in between, and the rounds are published.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nsimbi-proven-'));
  database = await createTestDatabase();
  await EverythingBooks.write(database);
  const keys = [newKey(), newKey()] as const;
  await introduceKeys(database.pool, await readInstallationId(database.pool), keys);
  [key] = keys;
  await proveAll(database.pool, key);
  const { number, hash } = await readChainEnd(database.pool);
  await inDatabaseTransaction(database.pool, (client) =>
    proofFork.make(
      client,
      { kind: 'proof_fork', common_number: number, common_hash: hash, published_number: number + 5 },
      { proposedBy: serviceActor('ann'), approvedBy: serviceActor('ben') } as never,
      {} as never,
    ),
  );
  [, key] = keys;
  await proveAnother();
  await publishRounds(database.pool, join(folder, 'rounds.jsonl'));
  intruder = await openIntruder(database);
});
afterAll(async () => {
  await intruder.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function findings(db: Queryable): Promise<string[]> {
  const found: string[] = [];
  for await (const step of auditProofs(recordsIn(db), join(folder, 'rounds.jsonl'))) {
    if (step.is === 'finding') found.push(step.finding.detail);
  }
  return found;
}

test('nothing is found in books that are proven', async () => {
  expect(await findings(database.pool)).toEqual([]);
});

const columns = Object.entries(provenColumns).flatMap(([table, names]) =>
  names.split(' ').map((column) => ({ table, column })),
);

describe('a change is found, with ids, of', () => {
  test.each(columns)('$column of $table', async (changed) => {
    await intruder.query('BEGIN');
    try {
      expect(await corrupt(intruder, changed), 'there is a row').toBe(true);
      const found = await findings(intruder);
      expect(found).not.toEqual([]);
      for (const detail of found) expect(detail).toMatch(/\d/);
    } finally {
      await intruder.query('ROLLBACK');
    }
  });
});

test('changes are still found after two more rounds: what is proven already is not proven again as it is now', async () => {
  const changed = [
    ['transaction', 'description', /^transaction \d+ of wallet \d+ is not as it was proven/],
    ['transfer', 'created_at', /^transfer \d+ of transaction \d+/],
    ['event', 'snapshot', /^event \d+ of transaction \d+/],
    ['idempotency_key', 'response', /^the stored response of transaction \d+/],
    ['audit_log', 'details', /^entry \d+ of the audit log/],
  ] as const;
  for (const [table, column] of changed) expect(await corrupt(intruder, { table, column })).toBe(true);
  await proveAnother();
  await proveAnother();
  const found = await findings(database.pool);
  for (const [, , detail] of changed) expect(found).toContainEqual(expect.stringMatching(detail));
});
