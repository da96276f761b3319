import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Json, Speaker, World } from './world.ts';

let world: World;
let secondUrl: string;

beforeAll(async () => {
  world = await World.open({ NSIMBI_RATE_LIMIT_STORE: 'postgres' });
  secondUrl = await world.startAnother();
});
afterAll(() => world.close());

describe('interface-decisions 10, "first start"', () => {
  test('one client named Demo, 1,000,000 test shillings, one test key with every permission, in credentials.json (mode 0600)', async () => {
    const file = join(world.dataDir, 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const credentials = JSON.parse(readFileSync(file, 'utf8'));
    expect(credentials).toMatchObject({
      base_url: world.baseUrl,
      api_key: expect.stringMatching(/^nsk_test_/),
      client_id: expect.any(Number),
    });
    const demo = new Speaker(credentials.base_url, credentials.api_key);
    expect((await demo.get('/wallet/balance')).body.data).toMatchObject({ balance: 1_000_000, mode: 'test' });
    const [client] = await world.terminal.ask('client', 'list');
    expect(client).toMatchObject({ client_id: credentials.client_id, name: 'Demo' });
    const [key] = await world.terminal.ask('key', 'list', '--client', String(credentials.client_id));
    expect(key).toMatchObject({ mode: 'test' });
    const moved = [
      await demo.send('256701234567', 1_000),
      await demo.withdraw('256701234567', 1_000),
      await demo.collect('256701234567', 1_000),
    ];
    expect(moved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await demo.events()).length).toBeGreaterThan(6);
    for (const { body } of moved) await demo.end(body.data.transaction_id);
  });

  test('the phone of Demo leads to it in test mode only, because a person has that number', async () => {
    const { rows } = await world.database.pool.query(
      'SELECT wallet_phone.mode, name FROM wallet_phone JOIN wallet USING (wallet_id) JOIN client USING (client_id)',
    );
    expect(rows).toEqual([{ mode: 'test', name: 'Demo' }]);
  });

  test('a second process on the same database makes no second Demo', async () => {
    expect(await world.terminal.ask('client', 'list')).toHaveLength(1);
  });
});

describe('interface-decisions 10, "health" and "documents"', () => {
  test.each([
    ['/healthz', 'application/json'],
    ['/readyz', 'application/json'],
    ['/metrics', 'text/plain'],
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html'],
  ])('%s answers 200 without a key', async (path, type) => {
    const response = await fetch(world.baseUrl + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain(type);
    await response.text();
  });

  test('/readyz tells how each operator stands, and no amount of money', async () => {
    const ready: Json = await (await fetch(`${world.baseUrl}/readyz`)).json();
    const standing = { collection_circuit: 'closed', payout_circuit: 'closed', simulated: true };
    expect(ready.details.operators).toEqual({ 'test MTN': standing, 'test Airtel': standing, 'test Other': standing });
  });
});

describe('interface-decisions 9, counted in PostgreSQL by several processes', () => {
  test('four requests a minute are four on both together', async () => {
    const speaker = await world.as(await world.business('Two Doors', 50_000), { rateLimits: { balance: 4 } });
    // A minute that has enough of itself left.
    await expect.poll(() => Date.now() % 60_000).toBeLessThan(40_000);
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked += 1) {
      const { status } = await speaker.at(asked % 2 === 0 ? world.baseUrl : secondUrl).get('/wallet/balance');
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

test('after all this the books agree', async () => {
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
