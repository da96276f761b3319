import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Business, type Json, type Speaker, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let stranger: Business;
let developer: SignedIn;
let speaker: Speaker;
let requests: string;
beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Corner Shop', 1_000_000);
  stranger = await world.business('Other Shop');
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
  speaker = await world.as(shop);
  requests = `/clients/${shop.clientId}/test/requests`;
});
afterAll(() => world.close());

/** The logged request with this id, as soon as it is written. */
async function logged(requestId: string, who = developer, below = requests): Promise<Json> {
  return await waitUntil(`request ${requestId} is in the log`, async () => {
    const { status, body } = await who.get(`${below}?request_id=${encodeURIComponent(requestId)}`);
    expect(status).toBe(200);
    return body.data[0];
  });
}

describe('the request log', () => {
  it('shows a collection with its times, its key and both bodies, phones without their middle digits', async () => {
    const sent = { 'x-request-id': 'till-7-0001', 'idempotency-key': 'order-1' };
    const answer = await speaker.collect('256772000001', 25_000, { description: 'Order 1' }, sent);
    expect(answer.status).toBe(200);
    const listed = await logged('till-7-0001');
    expect(listed).toMatchObject({
      method: 'POST',
      path: '/api/v1/wallet/collect-payment',
      query: null,
      status: 200,
      request_id: 'till-7-0001',
      error_code: null,
      transaction_id: answer.body.data.transaction_id,
    });
    expect(listed.duration_ms).toBeGreaterThan(0);
    const { body } = await developer.get(`${requests}/${listed.id}`);
    expect(body.data).toMatchObject({ ...listed, idempotency_key: 'order-1', api_key_name: 'Journey' });
    expect(JSON.parse(body.data.request_body)).toMatchObject({ customer_phone: '25677*****01', amount: 25_000 });
    expect(JSON.parse(body.data.answer_body)).toMatchObject({ success: true });
    expect(JSON.stringify(body.data)).not.toContain('256772000001');
    expect(body.data.answer_bytes).toBe(Buffer.byteLength(answer.text));
  });

  it('shows what was refused with its code, and the query with its phone masked', async () => {
    await speaker.post('/wallet/send-money', { amount: 5 }, { 'x-request-id': 'refused-1' });
    expect(await logged('refused-1')).toMatchObject({ status: 422, error_code: 'invalid_request' });
    await speaker.get('/wallet/lookup?phone=0772000001');
    const [lookup] = await waitUntil('the lookup is in the log', async () => {
      const found = (await developer.get(`${requests}?path=lookup`)).body.data;
      return found.length > 0 && found;
    });
    expect(lookup.query).toBe('phone=077*****01');
  });

  it('never keeps a webhook’s secret', async () => {
    const made = await speaker.post(
      '/webhooks',
      { url: 'http://localhost:3000/hooks', events: ['transaction.completed'] },
      { 'x-request-id': 'hook-1' },
    );
    expect(made.body.data.secret).toMatch(/^whsec_/);
    const { body } = await developer.get(`${requests}/${(await logged('hook-1')).id}`);
    expect(body.data.answer_body).toContain('[redacted]');
    expect(body.data.answer_body).not.toContain(made.body.data.secret.slice(6, 20));
  });

  it('filters by method, status, path and key, and pages without a gap', async () => {
    for (let call = 0; call < 7; call += 1) await speaker.get('/wallet/balance');
    await speaker.get('/no-such-page');
    const lost = await waitUntil('the last one is in the log', async () => {
      const { data } = (await developer.get(`${requests}?status=4xx&path=no-such`)).body;
      return data.length > 0 && data;
    });
    const seen = await waitUntil('the others are in the log', async () => {
      const { data } = (await developer.get(`${requests}?path=balance&limit=100`)).body;
      return data.length >= 7 && data;
    });
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await developer.get(`${requests}?path=balance&limit=3${cursor}`)).body;
      paged.push(...page.data.map((row: Json) => row.id));
      if (!page.pagination.has_more) break;
      cursor = `&cursor=${page.pagination.next_cursor}`;
    }
    expect(paged).toEqual(seen.map((row: Json) => row.id));
    expect(lost).toMatchObject([{ path: '/api/v1/no-such-page', status: 404, error_code: 'not_found' }]);
    expect((await developer.get(`${requests}?method=POST&path=balance`)).body.data).toEqual([]);
    expect((await developer.get(`${requests}?api_key_id=${seen[0].api_key_id + 1}&path=balance`)).body.data).toEqual(
      [],
    );
    expect((await developer.get(`${requests}?status=6xx`)).status).toBe(422);
  });

  it('is each client’s own, in each mode, and for its developers', async () => {
    const other = await world.as(stranger);
    await other.post('/wallet/send-money', {}, { 'x-request-id': 'theirs-1' });
    const support = await signedIn(world, { platform: 'platform_support' });
    const theirs = await logged('theirs-1', support, `/clients/${stranger.clientId}/test/requests`);
    expect((await developer.get(`${requests}?request_id=theirs-1`)).body.data).toEqual([]);
    expect((await developer.get(`${requests}/${theirs.id}`)).status).toBe(404);
    const live = `/clients/${shop.clientId}/live/requests`;
    expect((await developer.get(live)).body.data).toEqual([]);
    const finance = await signedIn(world, { clients: { [shop.clientId]: 'client_finance' } });
    expect((await finance.get(requests)).status).toBe(403);
  });
});

describe('the request log on a bad day', () => {
  it('loses lines and no payment when its table is locked, and says so', async () => {
    const client = await world.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL ROLE nsimbi_owner');
      await client.query('LOCK TABLE nsimbi.request_log IN ACCESS EXCLUSIVE MODE');
      const paid = await speaker.collect('256772000001', 1_000, {}, { 'x-request-id': 'locked-1' });
      expect(paid.status).toBe(200);
      await waitUntil('the lost lines are counted', async () => {
        const text = await (await fetch(`${world.baseUrl}/metrics`)).text();
        return /nsimbi_request_log_dropped_total\{why="not_written"\} [1-9]/.test(text);
      });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await speaker.post('/wallet/send-money', {}, { 'x-request-id': 'after-the-lock' });
    expect(await logged('after-the-lock')).toMatchObject({ status: 422 });
  });

  it('drops the days that are over, and refuses nothing meanwhile', async () => {
    const { pool } = world.database;
    const days = async () => {
      const { rows } = await pool.query<{ relname: string }>(
        "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'nsimbi.request_log'::regclass",
      );
      return rows.map(({ relname }) => relname).sort();
    };
    const before = await days();
    expect(before).toHaveLength(3);
    await pool.query("SELECT nsimbi.keep_request_log(now() + interval '1 day' - interval '1 second')");
    const after = await days();
    expect(after.length).toBeLessThan(before.length);
    expect(before).toEqual(expect.arrayContaining(after));
    await pool.query("SELECT nsimbi.keep_request_log(now() - interval '7 days')");
    expect(await days()).toEqual(before);
  });

  it('is empty where it is switched off', async () => {
    const quiet = await world.startAnother({ NSIMBI_REQUEST_LOG_RETENTION: '0d' });
    await speaker.at(quiet).post('/wallet/send-money', {}, { 'x-request-id': 'quiet-1' });
    const text = await (await fetch(`${quiet}/metrics`)).text();
    expect(text).not.toContain('nsimbi_request_log');
    await speaker.post('/wallet/send-money', {}, { 'x-request-id': 'loud-1' });
    await logged('loud-1');
    expect((await developer.get(`${requests}?request_id=quiet-1`)).body.data).toEqual([]);
  });
});
