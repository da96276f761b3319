import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openWallet } from '../../test/ledger/fixtures.ts';
import { proofKeyOf, proveAll } from '../../test/ledger/proofs.ts';
import { recordsIn } from '../../test/records.ts';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import { auditWhole, type WholeProgress } from './whole-audit.ts';

let database: TestDatabase;

// Three wallets, and three rounds with an entry of the audit log each.
beforeAll(async () => {
  database = await createTestDatabase();
  const key = await proofKeyOf(database.pool);
  for (const [place, name] of ['Alice', 'Bob', 'Carol'].entries()) {
    await openWallet(database, name, `25677400010${place}`, 1_000);
    await recordAudit(database.pool, { actor: serviceActor(), action: 'test.act', subject: name, details: {} });
    await proveAll(database.pool, key);
  }
});
afterAll(() => database.drop());

async function run(after: WholeProgress | null) {
  const progress: WholeProgress[] = [];
  const found: string[] = [];
  const size = { wallets: 1, events: 10, transactions: 10 };
  for await (const step of auditWhole(recordsIn(database.pool), { size, roundsFile: '/nowhere/rounds.jsonl', after })) {
    if (step.is === 'progress') progress.push(step.progress);
    else found.push(`${step.finding.rule}: ${step.finding.detail}`);
  }
  return { progress, found };
}

test('the rounds follow the books, and an audit that was cut off among them continues behind the last one', async () => {
  const whole = await run(null);
  const rounds = whole.progress.map(({ rounds }) => rounds?.done ?? null);
  expect(rounds.slice(-3)).toEqual([1, 2, 3]);
  expect(rounds.slice(0, -3).every((done) => done === null)).toBe(true);
  expect(whole.progress.at(-1)?.books.walletsDone).toBe(whole.progress.at(-1)?.books.walletsTotal);

  await database.owner.query(
    `ALTER TABLE audit_log DISABLE TRIGGER USER;
     UPDATE audit_log SET actor = 'nobody' WHERE subject IN ('Alice', 'Carol') AND action = 'test.act';
     ALTER TABLE audit_log ENABLE TRIGGER USER`,
  );
  const changed = (found: readonly string[]) =>
    found.filter((one) => /^proof_leaf_is_its_row: entry \d+ of the audit log/.test(one)).length;
  expect(changed((await run(null)).found)).toBe(2);
  const { found, progress } = await run(whole.progress.at(-3) ?? null);
  expect(changed(found)).toBe(1);
  expect(progress.map((one) => one.rounds?.done)).toEqual([2, 3]);
});
