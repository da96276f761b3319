import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededClient } from '../../test/service/seeded-clients.ts';
import { Api } from '../api.ts';
import type { Bench, Part } from '../bench.ts';
import { loadCleanly } from '../bench.ts';
import { residentMiB } from '../machine.ts';
import type { Measured } from '../measured.ts';
import { ReceiverProcess } from '../receiver-process.ts';
import type { Arrival } from '../webhook-receiver.ts';

const everyEvent = [
  'transaction.created',
  'transaction.completed',
  'transaction.failed',
  'transaction.pending',
  'wallet.credited',
  'wallet.debited',
  'deposit.completed',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
  'send_money.completed',
  'send_money.failed',
];

/** Deliveries: how many a second, how soon, beside endpoints that hang, and payments beside a backlog. */
export const webhooks: Part = async (bench) => {
  const receiver = await ReceiverProcess.start();
  const api = new Api(bench);
  try {
    const { address } = await receiver.ask('address');
    return [
      ...(await measureFirstAttempt(bench, api, receiver, address)),
      ...(await measureBesideHanging(bench, api, receiver, address)),
      ...(await measureThroughput(bench, api, receiver, address)),
      ...(await measureBesideBacklog(bench, api, address)),
    ];
  } finally {
    await api.close();
    receiver.end();
  }
};

/** From a payment's answer to the arrival of its first delivery, one payment at a time. */
async function measureFirstAttempt(
  bench: Bench,
  api: Api,
  receiver: ReceiverProcess,
  address: string,
): Promise<Measured[]> {
  const [sender, recipient] = clientsOf(bench, 0, 2);
  await api.createWebhook(sender, `${address}/ok/timed`, ['send_money.completed']);
  const answeredAt = new Map<number, number>();
  for (let n = 0; n < 300; n += 1) {
    await sleep(30);
    const transactionId = await api.pay(sender, recipient);
    answeredAt.set(transactionId, now());
  }
  await sleep(2_000);
  const { arrivals } = await receiver.ask('take');
  const waits = arrivals.map(({ transactionId, at }) => Math.max(0, at - (answeredAt.get(transactionId) ?? at)));
  if (waits.length < answeredAt.size) throw new Error(`${answeredAt.size} payments, ${waits.length} deliveries`);
  return [
    { part: 'webhooks', what: 'idle: answer to first attempt, p50', value: share(waits, 0.5), unit: 'ms' },
    {
      part: 'webhooks',
      what: 'idle: answer to first attempt, p99',
      value: share(waits, 0.99),
      unit: 'ms',
      target: { is: 'at most', value: 100 },
    },
  ];
}

/** From answer to arrival for 90 endpoints, without and with 10 more that hang for 30 s each. */
async function measureBesideHanging(
  bench: Bench,
  api: Api,
  receiver: ReceiverProcess,
  address: string,
): Promise<Measured[]> {
  const clients = clientsOf(bench, 100, 200);
  const webhookIds: number[] = [];
  for (const client of clients)
    webhookIds.push(await api.createWebhook(client, `${address}/ok/timed`, ['send_money.completed']));
  const measure = async (seconds: number) => {
    await receiver.ask('take');
    const answeredAt = await payEvenly(api, clients, 150, seconds);
    await sleep(2_000);
    const { arrivals } = await receiver.ask('take');
    return share(waitsOf(arrivals, answeredAt), 0.99);
  };
  await measure(5);
  const alone = await measure(35);
  for (const [index, client] of clients.slice(0, 10).entries()) {
    await api.call(client, 'PUT', `/api/v1/webhooks/${webhookIds[index]}`, { url: `${address}/hang` });
  }
  const beside = await measure(35);
  for (const [index, client] of clients.slice(0, 10).entries())
    await api.call(client, 'DELETE', `/api/v1/webhooks/${webhookIds[index]}`);
  return [
    { part: 'webhooks', what: '90 endpoints: answer to arrival, p99', value: alone, unit: 'ms' },
    { part: 'webhooks', what: '90 endpoints beside 10 that hang: p99', value: beside, unit: 'ms' },
    {
      part: 'webhooks',
      what: '90 endpoints: p99 beside 10 that hang, times p99 without',
      value: Number((beside / alone).toFixed(2)),
      unit: '×',
      target: { is: 'at most', value: 1.1 },
    },
  ];
}

/** What endpoints missed while they were switched off, asked for again: signed, answered and recorded. */
async function measureThroughput(
  bench: Bench,
  api: Api,
  receiver: ReceiverProcess,
  address: string,
): Promise<Measured[]> {
  const clients = clientsOf(bench, 200, 300);
  const from = new Date(Date.now() - 1_000).toISOString();
  const webhookIds: number[] = [];
  for (const client of clients) {
    const webhookId = await api.createWebhook(client, `${address}/ok`, everyEvent);
    await api.call(client, 'PUT', `/api/v1/webhooks/${webhookId}`, { is_active: false });
    webhookIds.push(webhookId);
  }
  await Promise.all(clients.map((client, index) => payMany(api, client, clients, index, 130)));
  const to = new Date(Date.now() + 60_000).toISOString();
  const before = await receiver.ask('count');
  const startedAt = now();
  await Promise.all(
    clients.map(async (client, index) => {
      await api.call(client, 'PUT', `/api/v1/webhooks/${webhookIds[index]}`, { is_active: true });
      for (let more = true; more; ) {
        const { data } = await api.call(client, 'POST', `/api/v1/webhooks/${webhookIds[index]}/redeliver`, {
          from,
          to,
        });
        more = data.has_more === true;
      }
    }),
  );
  for (;;) {
    const { rows } = await bench.database.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM nsimbi.delivery_due WHERE webhook_id = ANY ($1)) AS left`,
      [webhookIds],
    );
    if (rows[0]?.left === false) break;
    await sleep(50);
  }
  const seconds = (now() - startedAt) / 1_000;
  const after = await receiver.ask('count');
  const { rows } = await bench.database.query<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM nsimbi.delivery WHERE webhook_id = ANY ($1) AND status = 'delivered'`,
    [webhookIds],
  );
  const delivered = rows[0]?.delivered ?? 0;
  if (delivered !== after.received - before.received)
    throw new Error(`${delivered} recorded, ${after.received - before.received} received`);
  for (const [index, client] of clients.entries())
    await api.call(client, 'DELETE', `/api/v1/webhooks/${webhookIds[index]}`);
  return [
    { part: 'webhooks', what: 'throughput: deliveries', value: delivered, unit: '' },
    {
      part: 'webhooks',
      what: 'throughput: deliveries a second, recorded, receiver included',
      value: Math.round(delivered / seconds),
      unit: '/s',
      target: { is: 'at least', value: 2_500 },
    },
  ];
}

/** Payments without and with a million deliveries that are due, of 2,000 endpoints that hang. */
async function measureBesideBacklog(bench: Bench, api: Api, address: string): Promise<Measured[]> {
  const clients = clientsOf(bench, 300, 400);
  await loadCleanly(bench, 'spread', 5);
  const alone = await loadCleanly(bench, 'spread', 20);
  const webhookIds: number[] = [];
  for (const client of clients) {
    for (let n = 0; n < 20; n += 1)
      webhookIds.push(await api.createWebhook(client, `${address}/hang`, ['send_money.failed']));
  }
  await Promise.all(clients.map((client, index) => payMany(api, client, clients, index, 75)));
  // Every endpoint owes 500 of its wallet's events, as after a long outage of ours.
  await bench.database.query(
    `WITH made AS (
       INSERT INTO nsimbi.delivery (wallet_id, webhook_id, transaction_id, first_sequence, sequence, event_no,
              event_type, status)
       SELECT w.wallet_id, w.webhook_id, e.transaction_id, e.first_sequence, e.first_sequence + n.no - 1,
              e.first_event_no + n.no - 1, n.name, 'pending'
         FROM nsimbi.webhook w
         CROSS JOIN LATERAL (
           SELECT * FROM nsimbi.event WHERE wallet_id = w.wallet_id ORDER BY first_sequence DESC LIMIT 500) e
         CROSS JOIN LATERAL unnest(e.names) WITH ORDINALITY AS n (name, no)
        WHERE w.webhook_id = ANY ($1)
       RETURNING wallet_id, webhook_id, delivery_id)
     INSERT INTO nsimbi.delivery_due (webhook_id, delivery_id, wallet_id, due_at)
     SELECT webhook_id, delivery_id, wallet_id, now() FROM made`,
    [webhookIds],
  );
  const { rows } = await bench.database.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM nsimbi.delivery_due WHERE webhook_id = ANY ($1)`,
    [webhookIds],
  );
  await bench.database.query('VACUUM (ANALYZE) nsimbi.delivery, nsimbi.delivery_due');
  await sleep(5_000);
  const beside = await loadCleanly(bench, 'spread', 20);
  const resident = residentMiB(bench.service.pid);
  await bench.database.query(`DELETE FROM nsimbi.delivery_due WHERE webhook_id = ANY ($1)`, [webhookIds]);
  return [
    { part: 'webhooks', what: 'backlog: deliveries that are due', value: rows[0]?.due ?? 0, unit: '' },
    { part: 'webhooks', what: 'backlog: payments a second without', value: alone.requestsPerSecond, unit: '/s' },
    { part: 'webhooks', what: 'backlog: payments a second beside', value: beside.requestsPerSecond, unit: '/s' },
    {
      part: 'webhooks',
      what: 'backlog: payments slowed by',
      value: Number((100 * (1 - beside.requestsPerSecond / alone.requestsPerSecond)).toFixed(1)),
      unit: '%',
      target: { is: 'at most', value: 15 },
    },
    ...(resident === null
      ? []
      : [
          {
            part: 'webhooks',
            what: 'backlog: memory of the process',
            value: resident,
            unit: 'MiB',
            target: { is: 'at most' as const, value: 400 },
          },
        ]),
  ];
}

/** Pays at an even pace and tells when each payment was answered. */
async function payEvenly(
  api: Api,
  clients: readonly SeededClient[],
  perSecond: number,
  seconds: number,
): Promise<Map<number, number>> {
  const answeredAt = new Map<number, number>();
  const paying: Promise<void>[] = [];
  const startedAt = now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const waitMs = startedAt + (n * 1_000) / perSecond - now();
    if (waitMs > 1) await sleep(waitMs);
    const [sender, recipient] = [clients[n % clients.length], clients[(n + 1) % clients.length]];
    if (sender === undefined || recipient === undefined) throw new Error('there are no clients to pay');
    // Those whose endpoints hang pay as well; only arrivals count.
    paying.push(api.pay(sender, recipient).then((transactionId) => void answeredAt.set(transactionId, now())));
  }
  await Promise.all(paying);
  return answeredAt;
}

async function payMany(
  api: Api,
  sender: SeededClient,
  clients: readonly SeededClient[],
  index: number,
  count: number,
): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const recipient = clients[(index + n) % clients.length];
    if (recipient !== undefined && recipient !== sender) await api.pay(sender, recipient);
  }
}

function waitsOf(arrivals: readonly Arrival[], answeredAt: ReadonlyMap<number, number>): number[] {
  return arrivals.flatMap(({ transactionId, at }) => {
    const answered = answeredAt.get(transactionId);
    return answered === undefined ? [] : [Math.max(0, at - answered)];
  });
}

function clientsOf(bench: Bench, from: number, to: number): [SeededClient, SeededClient, ...SeededClient[]] {
  const [first, second, ...others] = bench.clients.slice(from, to);
  if (first === undefined || second === undefined) throw new Error('the webhooks part needs 400 clients');
  return [first, second, ...others];
}

function share(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2));
}

/** Milliseconds since 1970 with fractions, comparable between processes of a machine. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
