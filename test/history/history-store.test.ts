import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../cli/terminal.ts';
import { SignedIn, signedIn } from '../dashboard/person.ts';
import { createTestDatabase } from '../database.ts';
import { type Business, type Speaker, World } from '../journeys/world.ts';
import { proveAll, provedByTest } from '../receipts/prove-all.ts';
import { MovingHistory } from './moving.ts';

const payer = '256770000001';

let moving: MovingHistory;
let world: World;
let shop: Business;
let program: Speaker;
/** The same program at a process that was started after the move, because the first one knows the old boundary for some seconds. */
let afterwards: Speaker;
/** A collection and a payment of the first partition, as the API showed them before they moved. */
let collection: { id: number; shown: object; status: object; receipt: object };
let sent: number;
let events: object[];
let pages: object[];

async function allTransactions(of: Speaker): Promise<object[]> {
  const all: object[] = [];
  for (let query = 'limit=2'; ; ) {
    const { status, body } = await of.get(`/wallet/transactions?${query}`);
    expect(status).toBe(200);
    all.push(...body.data);
    if (body.pagination.next_cursor === null) return all;
    query = `limit=2&cursor=${body.pagination.next_cursor}`;
  }
}

const receiptOf = async (of: Speaker, id: number) => (await of.get(`/wallet/transactions/${id}/receipt`)).body.data;
const statusOf = async (of: Speaker, id: number) => (await of.get(`/wallet/collections/${id}/status`)).body;

beforeAll(async () => {
  const database = await createTestDatabase();
  moving = await MovingHistory.of(database);
  world = await World.open({ ...provedByTest, NSIMBI_HISTORY_URL: moving.url }, database);
  shop = await world.business('Kawa Coffee', 500_000);
  const neighbour = await world.business('Neighbour', 0);
  program = await world.as(shop);
  const id = (await program.collect(payer, 50_000)).body.data.transaction_id;
  await program.end(id);
  sent = (await program.send(neighbour.phone, 1_000)).body.data.transaction_id;
  await proveAll(world);
  await moving.beginPartition(1);
  for (let n = 0; n < 3; n += 1) await program.send(neighbour.phone, 2_000 + n);
  await proveAll(world);
  await moving.forgetOld();
  events = await program.events();
  pages = await allTransactions(program);
  collection = {
    id,
    shown: await program.transaction(id),
    status: await statusOf(program, id),
    receipt: await receiptOf(program, id),
  };
  expect(await moving.move()).toMatchObject({ is: 'moved' });
  afterwards = program.at(await world.startAnother());
});
afterAll(async () => {
  await world.close();
  await moving.end();
});

describe('transactions that have moved', () => {
  it('are shown as before: alone, in lists, as events, with their status and their receipt', async () => {
    expect(await afterwards.transaction(collection.id)).toEqual(collection.shown);
    expect(await statusOf(afterwards, collection.id)).toEqual(collection.status);
    expect(await receiptOf(afterwards, collection.id)).toEqual(collection.receipt);
    expect(await allTransactions(afterwards)).toEqual(pages);
    expect(await afterwards.events()).toEqual(events);
  });

  it('are found on the command line, which says what has moved', async () => {
    const terminal = openTerminal(world.database, { NSIMBI_HISTORY_URL: moving.url });
    const [shown] = await terminal.ask('transaction', 'show', String(sent));
    expect(shown).toMatchObject({ id: sent, status: 'completed' });
    expect(await terminal.ask('history', 'status')).toMatchObject([
      { first_id: 0, end_id: 10_000_000, state: 'has moved and is dropped' },
    ]);
    expect(await terminal.ask('history', 'move')).toEqual([]);
    terminal.close();
  });

  it('keep recent ones and money working while the history store is away, and say so themselves', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/nothing';
    const away = program.at(await world.startAnother({ NSIMBI_HISTORY_URL: url }));
    for (const path of [
      `/wallet/transactions/${sent}`,
      `/wallet/collections/${collection.id}/status`,
      `/wallet/transactions/${sent}/receipt`,
      '/wallet/transactions?limit=100',
      '/events?limit=10&after=0',
    ]) {
      const { status, body } = await away.get(path);
      expect([path, status, body.code]).toEqual([path, 503, 'history_unavailable']);
    }
    const refused = await away.post(`/wallet/collections/${collection.id}/refund`, {});
    expect([refused.status, refused.body.code]).toEqual([503, 'history_unavailable']);
    expect((await away.get('/wallet/transactions?limit=2')).status).toBe(200);
    const again = await away.send(payer, 1_500, {}, { 'idempotency-key': 'while-away' });
    expect(again.status).toBe(200);
    // The figures of the next test count what has ended.
    expect(await away.end(again.body.data.transaction_id)).toMatchObject({ status: 'completed' });
  });

  it('are in the figures of the home pages, also while the history store is away', async () => {
    const away = await world.startAnother({ NSIMBI_HISTORY_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const support = await signedIn(world, { platform: 'platform_support' });
    const { rows } = await world.database.pool.query(
      'SELECT available::float8 AS available FROM wallet WHERE wallet_id = $1',
      [shop.wallets.test],
    );
    for (const period of ['today', '7d']) {
      const home = await new SignedIn(away, owner.cookie).get(`/clients/${shop.clientId}/test/home?period=${period}`);
      expect([home.status, home.body.data.is_counted]).toEqual([200, true]);
      const { now } = home.body.data.figures;
      expect(now.in).toBe(500_000 + 47_500);
      expect(now.in - now.out).toBe(rows[0].available);
      const overview = await new SignedIn(away, support.cookie).get(`/platform/home/test?period=${period}`);
      expect(overview.status).toBe(200);
      expect(overview.body.data.figures.now).toMatchObject({ in: 50_000, in_count: 1 });
    }
  });

  it('are not shown from a history store that was restored to a time before they moved, and doctor, metrics and audit say so', async () => {
    const restored = program.at(await world.startAnother());
    expect((await restored.get(`/wallet/transactions/${sent}`)).status).toBe(200);
    // A restore ends the connections.
    await moving.history.query(`
      CREATE TABLE kept_marks AS SELECT * FROM copied; DELETE FROM copied;
      CREATE TABLE kept AS SELECT * FROM transaction; DELETE FROM transaction`);
    await moving.history.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'nsimbi reads'`);
    const terminal = openTerminal(world.database, { NSIMBI_HISTORY_URL: moving.url });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const day = yesterday.slice(0, 10);
    try {
      for (const path of [
        `/wallet/transactions/${sent}`,
        `/wallet/collections/${collection.id}/status`,
        '/wallet/transactions?limit=100',
        '/events?limit=10&after=0',
        `/wallet/balance?at=${yesterday}`,
        `/wallet/statements?from=${day}&to=${day}&limit=10`,
      ]) {
        const { status, body } = await restored.get(path);
        expect([path, status, body.code]).toEqual([path, 503, 'history_unavailable']);
      }
      const refused = await restored.post(`/wallet/collections/${collection.id}/refund`, {});
      expect([refused.status, refused.body.code]).toEqual([503, 'history_unavailable']);
      const reason = 'does not have the partition from 0 on';
      expect((await terminal.run('doctor')).lines.join('\n')).toContain(reason);
      expect((await terminal.run('audit')).errors.join('\n')).toContain(reason);
      expect((await terminal.run('history', 'move')).errors.join('\n')).toContain(reason);
      const metrics = await (await fetch(`${restored.baseUrl}/metrics`)).text();
      expect(metrics).toContain('nsimbi_history_unavailable 1');
    } finally {
      terminal.close();
      await moving.history.query(`
        INSERT INTO copied SELECT * FROM kept_marks; DROP TABLE kept_marks;
        INSERT INTO transaction SELECT * FROM kept; DROP TABLE kept`);
    }
    expect((await restored.get(`/wallet/transactions/${sent}`)).status).toBe(200);
  });

  it('can be refunded, once', async () => {
    const before = await afterwards.money();
    const { status, body } = await afterwards.post(`/wallet/collections/${collection.id}/refund`, {});
    expect(status).toBe(200);
    expect(await afterwards.end(body.data.transaction_id)).toMatchObject({ status: 'completed', amount: 50_000 });
    expect((await afterwards.money()).balance).toBe(before.balance - 50_000);
    const twice = await afterwards.post(`/wallet/collections/${collection.id}/refund`, {});
    expect(twice.body.code).toBe('already_refunded');
  });

  it('are not refunded from a row that somebody has changed', async () => {
    await moving.history.query(
      'UPDATE transaction SET amount = amount * 10, net_amount = net_amount + amount * 9 WHERE transaction_id = $1',
      [collection.id],
    );
    const changed = await afterwards.post(`/wallet/collections/${collection.id}/refund`, {});
    expect(changed.status).toBe(500);
  });
});
