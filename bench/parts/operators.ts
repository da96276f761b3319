import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveClient } from '../../test/service/live-clients.ts';
import { waitUntil } from '../../test/service/wait-until.ts';
import type { Part } from '../bench.ts';
import { type Collected, Collections } from '../collections.ts';
import { type LiveWorld, openLiveWorld } from '../live-world.ts';
import type { Measured } from '../measured.ts';
import { SecureReceiver } from '../secure-receiver.ts';

const part = 'operators';
const longMs = 3_600_000;
const openPayments = 20_000;

/** Live mode with operators that answer in 50 ms: accepting, a backlog of open payments, callbacks, and the way to the end. */
export const operators: Part = async (bench) => {
  const world = await openLiveWorld(bench.folder);
  const collections = new Collections(world);
  try {
    const measures = [
      ...(await measureSettling(world, collections)),
      ...(await measureCallbacks(bench.folder, world, collections)),
      ...(await measureAccepting(world, collections)),
      ...(await measureBesideBacklog(world, collections)),
    ];
    await world.audit();
    return measures;
  } finally {
    await collections.close();
    await world.close();
  }
};

/** Collections a second from the request to the end that the operator's callback and a query bring. */
async function measureSettling(world: LiveWorld, collections: Collections): Promise<Measured[]> {
  await world.startWith({ NSIMBI_MTN_QUERIES_PER_SECOND: '2000', NSIMBI_AIRTEL_QUERIES_PER_SECOND: '2000' });
  await collections.connect();
  await world.settleAfter(200);
  await collections.atRate(100, 3);
  const { transactionIds } = await collections.atRate(600, 20);
  const endMs = Date.now() + 60_000;
  let settled = await settledOf(world, transactionIds);
  while (settled.count < transactionIds.length && Date.now() < endMs) {
    await sleep(500);
    settled = await settledOf(world, transactionIds);
  }
  return [
    {
      part,
      what: 'settled end to end a second, 2,000 queries a second allowed',
      value: Math.round(settled.count / settled.seconds),
      unit: '/s',
      target: { is: 'at least', value: 500 },
    },
    {
      part,
      what: 'not settled a minute after the last was accepted',
      value: transactionIds.length - settled.count,
      unit: '',
      target: { is: 'at most', value: 0 },
    },
  ];
}

/** From the operator's sending of a callback to the arrival of the webhook that it caused, arrivals inside the budget. */
async function measureCallbacks(folder: string, world: LiveWorld, collections: Collections): Promise<Measured[]> {
  const receiver = await SecureReceiver.start(folder);
  try {
    await world.startWith({
      NSIMBI_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1',
      NODE_EXTRA_CA_CERTS: receiver.certificateFile,
    });
    const webhooks = await Promise.all(
      world.clients.map(async (client) => {
        const { id } = await call(world, client, 'POST', '', { url: receiver.url, events: ['deposit.completed'] });
        return { client, path: `/${id}` };
      }),
    );
    await collections.connect();
    await world.settleAfter(500);
    const { transactionIds } = await collections.atRate(10, 40);
    await waitUntil('every webhook has arrived', () => transactionIds.every((id) => receiver.arrivedAtMs.has(id)));
    const calledAtMs = await firstCallbacks(world);
    const references = await referencesOf(world, transactionIds);
    const waits = transactionIds.map((id) => {
      const calledBackAtMs = calledAtMs.get(references.get(id) ?? '');
      if (calledBackAtMs === undefined) throw new Error(`nobody was called back about ${id}`);
      return Math.max(0, (receiver.arrivedAtMs.get(id) ?? 0) - calledBackAtMs);
    });
    await Promise.all(webhooks.map(({ client, path }) => call(world, client, 'DELETE', path)));
    return [
      { part, what: 'callback to webhook on the wire: p50', value: share(waits, 0.5), unit: 'ms' },
      {
        part,
        what: 'callback to webhook on the wire: p99',
        value: share(waits, 0.99),
        unit: 'ms',
        target: { is: 'at most', value: 300 },
      },
    ];
  } finally {
    receiver.close();
  }
}

/** One call about webhooks; anything but success ends the run. */
async function call(
  { baseUrl }: LiveWorld,
  { apiKey }: LiveClient,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ readonly id?: number }> {
  const response = await fetch(`${baseUrl}/api/v1/webhooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} of a webhook was answered ${response.status} ${text}`);
  const { data }: { data?: { id?: number } } = JSON.parse(text);
  return data ?? {};
}

/** As many as are accepted; none of them ends. */
async function measureAccepting(world: LiveWorld, collections: Collections): Promise<Measured[]> {
  await world.startWith({});
  await collections.connect();
  await world.settleAfter(longMs);
  await collections.asManyAsPossible(64, 3);
  const accepted = await collections.asManyAsPossible(256, 20);
  return [
    {
      part,
      what: 'accepted a second (256 connections)',
      value: Math.round(accepted.transactionIds.length / accepted.seconds),
      unit: '/s',
      target: { is: 'at least', value: 1_000 },
    },
    ...waitsOf('accepted', accepted),
  ];
}

/** Accepting without and with 20,000 open collections that are all due to be queried, ten queries a second allowed. */
async function measureBesideBacklog(world: LiveWorld, collections: Collections): Promise<Measured[]> {
  const seconds = 30;
  const restAll = `UPDATE nsimbi.submission SET due_at = now() + interval '1 hour'`;
  while ((await openCount(world)) < openPayments) await collections.asManyAsPossible(256, 2);
  await world.database.query(restAll);
  const alone = await collections.atRate(50, seconds);
  await world.database.query(`UPDATE nsimbi.submission SET due_at = now()`);
  await sleep(2_000);
  const askedBefore = await queriesAsked(world);
  const beside = await collections.atRate(50, seconds);
  const asked = (await queriesAsked(world)) - askedBefore;
  await world.database.query(restAll);
  const open = await openCount(world);
  return [
    { part, what: 'open collections that are due', value: open, unit: '' },
    {
      part,
      what: 'queries a second about them, both operators together',
      value: Number((asked / beside.seconds).toFixed(1)),
      unit: '/s',
      target: { is: 'at most', value: 20 },
    },
    ...waitsOf('50 a second, none due: accepted', alone),
    ...waitsOf(`50 a second beside them: accepted`, beside),
    {
      part,
      what: 'p99 beside them, times p99 without',
      value: Number((share(beside.waits, 0.99) / share(alone.waits, 0.99)).toFixed(2)),
      unit: '×',
      target: { is: 'at most', value: 1.5 },
    },
  ];
}

function waitsOf(what: string, { waits }: Collected): Measured[] {
  return [
    { part, what: `${what}: p50`, value: share(waits, 0.5), unit: 'ms' },
    { part, what: `${what}: p99`, value: share(waits, 0.99), unit: 'ms' },
  ];
}

/** How many of these are settled, and in which time from the first one's opening to the last one's end. */
async function settledOf(
  { database }: LiveWorld,
  transactionIds: readonly number[],
): Promise<{ count: number; seconds: number }> {
  const { rows } = await database.query<{ count: number; seconds: number }>(
    `SELECT count(completed_at)::int AS count,
            extract(epoch FROM max(completed_at) - min(created_at))::float8 AS seconds
       FROM nsimbi.transaction WHERE transaction_id = ANY ($1)`,
    [transactionIds],
  );
  return rows[0] ?? { count: 0, seconds: 1 };
}

async function openCount({ database }: LiveWorld): Promise<number> {
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM nsimbi.submission');
  return rows[0]?.count ?? 0;
}

async function referencesOf(
  { database }: LiveWorld,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.query<{ id: string; reference: string }>(
    'SELECT transaction_id AS id, external_reference AS reference FROM nsimbi.transaction WHERE transaction_id = ANY ($1)',
    [transactionIds],
  );
  return new Map(rows.map(({ id, reference }) => [Number(id), reference]));
}

/** By reference: when each operator began to call back first. */
async function firstCallbacks({ operators: { mtn, airtel } }: LiveWorld): Promise<ReadonlyMap<string, number>> {
  const first = new Map<string, number>();
  for (const operator of [mtn, airtel]) {
    for (const { reference, callbacks } of await operator.books()) {
      if (callbacks[0] !== undefined) first.set(reference, callbacks[0].atMs);
    }
  }
  return first;
}

/** Status queries that reached the operators. */
async function queriesAsked({ operators: { mtn, airtel } }: LiveWorld): Promise<number> {
  let asked = 0;
  for (const operator of [mtn, airtel]) {
    const counts = await operator.admin<Record<string, { total: number }>>('GET', '/_calls');
    for (const [name, { total }] of Object.entries(counts)) {
      if (/^GET .*(requesttopay|payments)/.test(name)) asked += total;
    }
  }
  return asked;
}

function share(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2));
}
