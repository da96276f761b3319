import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditFindings } from '../ledger/fixtures.ts';
import { waitUntil } from '../service/wait-until.ts';
import { World } from './world.ts';

let world: World;
let dashboard: string;

beforeAll(async () => {
  world = await World.open({}, undefined, ['api']);
  dashboard = await world.startAnother({}, ['dashboard']);
});

afterAll(() => world.close());

async function statusOf(baseUrl: string, path: string, method = 'GET'): Promise<number> {
  const body = method === 'POST' ? '{}' : null;
  const response = await fetch(`${baseUrl}${path}`, { method, headers: { 'content-type': 'application/json' }, body });
  await response.arrayBuffer();
  return response.status;
}

async function readiness(baseUrl: string) {
  const response = await fetch(`${baseUrl}/readyz`);
  const { ready, details } = (await response.json()) as {
    ready: boolean;
    details: { roles: string[]; processes: Record<string, number> };
  };
  return { ready, roles: details.roles, processes: details.processes };
}

test('without a process that works nothing ends, and one that only works ends it and serves no other route', async () => {
  const business = await world.business('Kasubi Hardware', 100_000);
  const shop = await world.as(business);
  const collection = await shop.collect('256770001234', 5_000);
  expect(collection.body.data.status).toBe('processing');
  const id = collection.body.data.transaction_id;
  await waitUntil('its query has been due for a second', async () => {
    const { rowCount } = await world.database.pool.query(
      `SELECT FROM submission WHERE transaction_id = $1 AND due_at < trusted_now() - interval '1 second'`,
      [id],
    );
    return rowCount === 1;
  });
  expect((await shop.transaction(id)).status).toBe('processing');
  expect(await readiness(world.baseUrl)).toEqual({
    ready: true,
    roles: ['api'],
    processes: { api: 1, work: 0, dashboard: 1 },
  });

  const work = await world.startAnother({}, ['work']);
  expect((await shop.end(id)).status).toBe('completed');
  await waitUntil('the work process is counted', async () => (await readiness(dashboard)).processes.work === 1);
  expect(await readiness(work)).toEqual({ ready: true, roles: ['work'], processes: { api: 1, work: 1, dashboard: 1 } });

  const served = async (path: string, method = 'GET') => {
    const statuses = await Promise.all([world.baseUrl, dashboard, work].map((url) => statusOf(url, path, method)));
    return statuses.map((status) => status !== 404);
  };
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect([path, await served(path)]).toEqual([path, [true, true, true]]);
  for (const path of ['/api/v1/wallet/balance', '/openapi.json', '/docs/']) {
    expect([path, await served(path)]).toEqual([path, [true, false, false]]);
  }
  expect(await served('/callbacks/mtn', 'POST')).toEqual([true, false, false]);
  expect(await served('/dashboard/api/sign-in-options')).toEqual([false, true, false]);

  const shown = await world.terminal.ask('processes');
  expect(shown.map(({ roles, state }: { roles: string; state: string }) => [roles, state])).toEqual([
    ['api', 'ready'],
    ['dashboard', 'ready'],
    ['work', 'ready'],
  ]);
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
