import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { run } from '../../test/postgres-server.ts';
import { Notices } from './notices.ts';

let database: TestDatabase;
let opened: Notices[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await Promise.all(opened.map((notices) => notices.close()));
  opened = [];
});

afterAll(async () => {
  await database.drop();
});

test('a notice reaches every process that listens, the sender included', async () => {
  const [here, there] = [await open(), await open()];
  const heard: string[] = [];
  here.subscribe('keys', (payload) => heard.push(`here ${payload}`));
  there.subscribe('keys', (payload) => heard.push(`there ${payload}`));
  there.subscribe('fees', (payload) => heard.push(`wrong ${payload}`));
  await here.notify('keys', '17');
  await expect.poll(() => heard.toSorted()).toEqual(['here 17', 'there 17']);
});

test('equal notices that wait together are sent once, different ones all', async () => {
  const notices = await open();
  const heard: string[] = [];
  notices.subscribe('due', (payload) => heard.push(payload));
  await notices.notify('due', 'warm');
  await expect.poll(() => heard).toEqual(['warm']);
  await Promise.all([...Array(50).fill('same'), 'other'].map((payload: string) => notices.notify('due', payload)));
  await notices.notify('due', 'end');
  await expect.poll(() => heard.at(-1)).toBe('end');
  expect(heard.filter((payload) => payload === 'other')).toHaveLength(1);
  expect(heard.filter((payload) => payload === 'same').length).toBeLessThanOrEqual(2);
});

test('a subscription that was ended hears nothing more', async () => {
  const notices = await open();
  const heard: string[] = [];
  const end = notices.subscribe('keys', (payload) => heard.push(`ended ${payload}`));
  notices.subscribe('keys', (payload) => heard.push(payload));
  end();
  await notices.notify('keys', '1');
  await expect.poll(() => heard).toEqual(['1']);
});

test('the heartbeat is young while notices are heard, and grows old when the listener is cut', async () => {
  const notices = new Notices(database.target, database.pool);
  opened.push(notices);
  expect(notices.heartbeatAgeMs()).toBe(Number.POSITIVE_INFINITY);
  await notices.start();
  expect(notices.heartbeatAgeMs()).toBeLessThan(1_000);
});

test('after its connection was cut it listens again, and says before the heartbeat is young that notices may be missing', async () => {
  const notices = await open();
  const heard: string[] = [];
  notices.subscribe('keys', (payload) => heard.push(payload));
  const heartbeatAtGap: number[] = [];
  const cutAt = performance.now();
  notices.onGap(() => heartbeatAtGap.push(performance.now() - notices.heartbeatAgeMs()));
  await run(
    database.target,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'nsimbi notices' AND datname = current_database()`,
  );
  await expect.poll(() => heartbeatAtGap.length).toBe(1);
  // The newest heartbeat that counted then was heard on the old connection.
  expect(heartbeatAtGap[0]).toBeLessThan(performance.now());
  await expect.poll(() => performance.now() - notices.heartbeatAgeMs() > cutAt).toBe(true);
  await notices.notify('keys', 'after');
  await expect.poll(() => heard).toEqual(['after']);
});

test('notices wait for no commit and no commit waits for them', async () => {
  const notices = await open();
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_notify('nsimbi', 'other open database transaction')`);
    await notices.notify('keys', 'not held up');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('a notice that cannot be sent is told to whoever waits for it, and ends nothing when nobody does', async () => {
  const lonely = await createTestDatabase();
  const notices = new Notices(lonely.target, lonely.pool);
  await lonely.drop();
  await expect(notices.notify('keys', '1')).rejects.toThrow();
  notices.notify('keys', '2');
  await notices.close();
});

async function open(): Promise<Notices> {
  const notices = new Notices(database.target, database.pool);
  opened.push(notices);
  await notices.start();
  return notices;
}
