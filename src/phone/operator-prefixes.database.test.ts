import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { serviceActor } from '../access/audit-log.ts';
import { removePrefix, setPrefix } from '../access/change-prefixes.ts';
import { Notices } from '../postgres/notices.ts';
import type { Queryable } from '../postgres/pool.ts';
import { msisdn } from './msisdn.ts';
import { OperatorPrefixes } from './operator-prefixes.ts';
import { readPrefixes } from './prefix-rows.ts';

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => database.drop());

/** What one process knows, with the errors that it met. */
async function openProcess(db: Queryable = database.pool) {
  const notices = new Notices(database.target, database.pool);
  closing.push(() => notices.close());
  await notices.start();
  const errors: unknown[] = [];
  const prefixes = await OperatorPrefixes.open({ db, notices, onError: (error) => errors.push(error) });
  closing.push(() => prefixes.close());
  const operatorOf = (text: string) => {
    const phone = msisdn(text);
    if (phone === null) throw new Error(`${text} is not valid`);
    return prefixes.operatorOf(phone);
  };
  return { operatorOf, errors };
}

const actor = serviceActor('cli:namutebi');
const set = (prefix: string, operator: string) => setPrefix(database.pool, { prefix, operator, actor });

// providers.md 3.1, the prefix table
test.each([
  ['256772123456', 'MTN'],
  ['256782123456', 'MTN'],
  ['256762123456', 'MTN'],
  ['256790123456', 'MTN'],
  ['256794123456', 'MTN'],
  ['256737123456', 'MTN'],
  ['256724123456', 'MTN'],
  ['256701123456', 'Airtel'],
  ['256741123456', 'Airtel'],
  ['256751123456', 'Airtel'],
  ['256730123456', 'Airtel'],
  ['256731123456', 'Airtel'],
  ['256795123456', 'Airtel'],
  ['256711123456', 'UTL'],
  ['256726123456', 'Lycamobile'],
])('before anybody changes anything %s belongs to %s', async (text, operator) => {
  const { operatorOf } = await openProcess();
  expect(operatorOf(text)).toBe(operator);
});

describe('a change', () => {
  test('is in force in every process within a second, and so is taking it back', async () => {
    const processes = [await openProcess(), await openProcess()];
    const known = () => processes.map(({ operatorOf }) => operatorOf('256772123456'));
    await set('2567721', 'Airtel');
    // A change is heard in a few milliseconds; the test is patient with a busy machine.
    await expect.poll(known).toEqual(['Airtel', 'Airtel']);
    expect(processes.map(({ operatorOf }) => operatorOf('256773123456'))).toEqual(['MTN', 'MTN']);
    expect(await removePrefix(database.pool, { prefix: '2567721', actor })).toBe(true);
    await expect.poll(known).toEqual(['MTN', 'MTN']);
  });

  test('that comes while the table is read is not lost', async () => {
    let release = (): void => undefined;
    let reads = 0;
    const slow: Pick<Queryable, 'query'> = {
      async query(...args: unknown[]) {
        const answer = await Reflect.apply(database.pool.query, database.pool, args);
        reads += 1;
        // What the second reading found is old when it arrives.
        if (reads === 2) await new Promise<void>((resolve) => (release = resolve));
        return answer;
      },
    } as Queryable;
    const { operatorOf } = await openProcess(slow as Queryable);
    await set('2567721', 'Airtel');
    await expect.poll(() => reads).toBe(2);
    await set('2567721', 'UTL');
    release();
    await expect.poll(() => operatorOf('256772123456')).toBe('UTL');
    await removePrefix(database.pool, { prefix: '2567721', actor });
  });

  test('is found when the notice of it was missed: after a gap everything is read again', async () => {
    const { operatorOf } = await openProcess();
    await database.pool.query("INSERT INTO operator_prefix VALUES ('2567721', 'Airtel')");
    expect(operatorOf('256772123456')).toBe('MTN');
    await run(
      database.target,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'nsimbi notices' AND datname = current_database()`,
    );
    await expect.poll(() => operatorOf('256772123456')).toBe('Airtel');
    await removePrefix(database.pool, { prefix: '2567721', actor });
  });

  test('that cannot be read is read a second later, and until then the table stays', async () => {
    let failures = 0;
    const broken = {
      async query(...args: unknown[]) {
        if (failures > 0) {
          failures -= 1;
          throw new Error('the database is away');
        }
        return await Reflect.apply(database.pool.query, database.pool, args);
      },
    };
    const { operatorOf, errors } = await openProcess(broken as unknown as Queryable);
    failures = 1;
    await set('2567721', 'Airtel');
    await expect.poll(() => errors.length).toBe(1);
    expect(operatorOf('256752123456')).toBe('Airtel');
    await expect.poll(() => operatorOf('256772123456')).toBe('Airtel');
    await removePrefix(database.pool, { prefix: '2567721', actor });
  });

  test('is in the audit log with what it replaced', async () => {
    await set('2567722', 'UTL');
    await set('2567722', 'Airtel');
    expect(await removePrefix(database.pool, { prefix: '2567722', actor })).toBe(true);
    expect(await removePrefix(database.pool, { prefix: '2567722', actor })).toBe(false);
    const { rows } = await database.pool.query(
      "SELECT actor, action, details FROM audit_log WHERE subject = 'operator_prefix 2567722' ORDER BY audit_log_id",
    );
    expect(rows).toEqual([
      { actor: actor.name, action: 'operator_prefix.set', details: { operator: 'UTL', before: null } },
      { actor: actor.name, action: 'operator_prefix.set', details: { operator: 'Airtel', before: 'UTL' } },
      { actor: actor.name, action: 'operator_prefix.removed', details: { before: 'Airtel' } },
    ]);
    expect((await readPrefixes(database.pool)).some(({ prefix }) => prefix === '2567722')).toBe(false);
  });
});
