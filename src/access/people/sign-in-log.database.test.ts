import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { sentenceOfAct } from './sign-in-acts.ts';
import { SignInLog } from './sign-in-log.ts';

let database: TestDatabase;
let log: SignInLog;
beforeEach(async () => {
  database = await createTestDatabase();
  log = new SignInLog({ db: database.pool, logger: pino({ enabled: false }) });
});
afterEach(() => database.drop());

const akello = { personId: 'a1', email: 'akello@example.ug' };
const visitor = { address: '203.0.113.7', browser: 'curl/8.5.0' };

async function written(): Promise<(string | null)[]> {
  const { rows } = await database.pool.query(
    'SELECT actor, action, subject, details FROM audit_log ORDER BY audit_log_id',
  );
  return rows.map((row) => sentenceOfAct(row));
}

test('the same failure again and again is two lines: the first, and at the end of the minute how often it came again', async () => {
  for (let failures = 0; failures < 1_000; failures += 1) {
    log.note('person.sign_in_failed', akello, visitor, 'wrong_password');
  }
  log.note('person.sign_in_failed', akello, { ...visitor, address: '203.0.113.8' }, 'wrong_password');
  await log.close();
  expect(await written()).toEqual([
    'Somebody typed a wrong password for akello@example.ug from 203.0.113.7 with another program.',
    'Somebody typed a wrong password for akello@example.ug from 203.0.113.8 with another program.',
    'Somebody typed a wrong password for akello@example.ug from 203.0.113.7 with another program, 999 times within a minute.',
  ]);
});

test('failures from very many addresses are sixty lines, and one that says how many more there were', async () => {
  for (let host = 0; host < 5_000; host += 1) {
    const address = `10.0.${Math.floor(host / 250)}.${host % 250}`;
    log.note('person.sign_in_failed', null, { ...visitor, address }, 'wrong_password');
  }
  await log.close();
  const sentences = await written();
  expect(sentences).toHaveLength(61);
  expect(sentences.at(-1)).toBe('More sign-ins failed than are listed one by one, 4940 times within a minute.');
});

test('a subscriber with a whole network of IPv6 addresses is one source', async () => {
  for (let host = 1; host < 20; host += 1) {
    log.note('person.sign_in_failed', null, { ...visitor, address: `2001:db8:1:2::${host}` }, 'wrong_password');
  }
  await log.close();
  expect(await written()).toHaveLength(2);
});
