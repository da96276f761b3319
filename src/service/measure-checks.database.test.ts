import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { recordLedgerAudit } from '../audit/record.ts';
import { noteBackupCheck } from '../backup/last-check.ts';
import { measureChecks } from './measure-checks.ts';

let database: TestDatabase;
const registry = new Registry();

beforeAll(async () => {
  database = await createTestDatabase();
  measureChecks(registry, database.pool);
});

afterAll(async () => {
  await database.drop();
});

/** The values of the metrics that are there, by name. */
async function measured(of = registry): Promise<Record<string, number>> {
  const lines = (await of.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = line.split(' ');
      return [name, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)];
    }),
  );
}

test('before the first check there is nothing to alert on', async () => {
  expect(await measured()).toEqual({});
});

test('a broken rule and a problem of the backups are metrics, until the next check finds none', async () => {
  const actor = { name: 'test', onBehalfOf: null, address: null, session: null };
  await recordLedgerAudit(database.pool, { actor, wallets: 3, findings: ['one rule', 'another rule'] });
  await noteBackupCheck(database.pool, { stanza: 'nsimbi', restorableUntilMs: null, problem: 'there is no backup' });
  expect(await measured()).toMatchObject({
    nsimbi_audit_broken_rules: 2,
    nsimbi_backup_problem: 1,
    nsimbi_backup_restorable_age_seconds: Number.POSITIVE_INFINITY,
  });

  await recordLedgerAudit(database.pool, { actor, wallets: 3, findings: [] });
  const restorableUntilMs = Date.now() - 60_000;
  await noteBackupCheck(database.pool, { stanza: 'nsimbi', restorableUntilMs, problem: null });
  const now = await measured();
  expect(now).toMatchObject({ nsimbi_audit_broken_rules: 0, nsimbi_backup_problem: 0 });
  expect(now.nsimbi_backup_restorable_age_seconds).toBeGreaterThanOrEqual(59);
  expect(now.nsimbi_backup_check_age_seconds).toBeLessThan(50);
  expect(now.nsimbi_audit_age_seconds).toBeLessThan(50);
});

test('what the database no longer says is not repeated', async () => {
  const away = new Registry();
  measureChecks(away, { query: () => Promise.reject(new Error('the database is away')) });
  expect(await measured(away)).toEqual({});
});
