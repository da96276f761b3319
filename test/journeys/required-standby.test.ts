import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Business, World } from './world.ts';

let world: World;
let mill: Business;
let baker: Business;

beforeAll(async () => {
  world = await World.open({ NSIMBI_REQUIRE_STANDBY: 'on' });
  mill = await world.business('Grain Mill', 500_000);
  baker = await world.business('Baker');
  await world.fund(mill, 'live', 300_000);
});
afterAll(() => world.close());

test('where commits wait for no standby, live money does not move and a request gets a 503; test mode goes on', async () => {
  const live = await world.as(mill, { mode: 'live' });
  const before = await live.money();
  const refused = await live.send(baker.phone, 1_000, {}, { 'idempotency-key': 'standby' });
  expect([refused.status, refused.body.code]).toEqual([503, 'database_unavailable']);
  expect(refused.body.message).toContain('second database server is missing; nothing happened');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await live.money()).toEqual(before);
  const { rows } = await world.database.pool.query('SELECT FROM idempotency_key');
  expect(rows).toHaveLength(0);
  expect((await (await world.as(mill)).send(baker.phone, 1_000)).status).toBe(200);
});
