import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOldKeys } from '../../src/ledger/idempotency.ts';
import { beforeLiveMode, enableLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { workbook } from '../workbook.ts';
import { type SignedIn, signedIn } from './person.ts';

let world: World;
let shop: Business;
let maker: SignedIn;
let approver: Awaited<ReturnType<typeof signedIn>>;
const at = (path = '') => `/clients/${shop.clientId}/test/bulk-payouts${path}`;
const form = () => ({ 'idempotency-key': randomUUID() });

beforeAll(async () => {
  world = await World.open();
  shop = await world.business('Flower Farm', 100_000_000);
  maker = await signedIn(world, { clients: { [shop.clientId]: 'client_finance' } });
  approver = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

/** Checks a file and makes a bulk payout of it. */
async function make(csv: string, more: object = {}): Promise<Json> {
  const { body: check } = await maker.post(at('/check'), { csv });
  const request = { name: 'Wages', csv, total_deducted: check.data.total_deducted, ...more };
  const { status, body } = await maker.post(at(), request, form());
  expect(body, JSON.stringify(body)).toMatchObject({ success: true });
  expect(status).toBe(200);
  return body.data;
}

/** Waits until every row of a bulk payout has its final word. */
async function ended(id: number): Promise<Json> {
  return await waitUntil(`bulk payout ${id} has ended`, async () => {
    const { data } = (await maker.get(at(`/${id}`))).body;
    const { waiting, processing } = data.progress;
    return data.status !== 'running' && waiting + processing === 0 && data;
  });
}

describe('a bulk payout', () => {
  it('is checked row by row, and nothing moves', async () => {
    const csv = [
      'Phone;Amount;Description',
      '0770000011;50,000;Wages',
      '+256 770 000 012;60000.00;',
      '770000011;50000;again',
      '12345;50000;no phone',
      '0770000013;12.50;no whole shilling',
      '0770000013;100;too little',
      `${shop.phone};50000;to itself`,
    ].join('\n');
    const { body } = await maker.post(at('/check'), { csv });
    expect(body.data).toMatchObject({ row_count: 3, amount: 160_000, fees: 9_600, total_deducted: 169_600 });
    expect(body.data.problems.map(({ line }: Json) => line)).toEqual([5, 6, 7, 8]);
    expect(body.data.duplicates).toEqual([{ line: 4, same_as_line: 2, phone: '256770000011', amount: 50_000 }]);
    const made = await maker.post(at(), { name: 'Wages', csv, total_deducted: 169_600 }, form());
    expect(made.body).toMatchObject({ code: 'invalid_request', errors: { csv: [expect.stringContaining('Line 5')] } });
    expect((await maker.get(at())).body.data).toEqual([]);
  });

  it.each([
    ['', 'The file has no rows.'],
    ['name,amount\nNakato,5000', 'The header has no column named phone.'],
    ['256770000011,5000,"open', 'This is not written as CSV: a quotation mark is not closed.'],
  ])('whose file is %j says what is wrong', async (csv, reason) => {
    const { body } = await maker.post(at('/check'), { csv: `${csv}\n` });
    expect(body.data.problems[0].reason).toBe(reason);
  });

  it('that is an Excel workbook is read by its content, and one that cannot be read says why', async () => {
    const rows = [
      ['Phone', 'Amount', 'Description'],
      [256770000011, 50_000, 'Wages, March'],
      ['0770000012', 60_000, null],
    ] as const;
    const read = async (file: Uint8Array<ArrayBuffer>) => {
      const answer = await fetch(`${maker.baseUrl}/dashboard/api${at('/workbook')}`, {
        method: 'POST',
        headers: { cookie: maker.cookie, origin: maker.baseUrl, 'content-type': 'application/octet-stream' },
        body: file,
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    };
    const { body } = await read(workbook(rows));
    const check = await maker.post(at('/check'), { csv: body.data.csv });
    expect(check.body.data).toMatchObject({ row_count: 2, amount: 110_000, problem_count: 0 });
    const two = await read(workbook(rows, rows));
    expect([two.status, two.body.errors.file]).toEqual([422, [expect.stringContaining('more than one sheet')]]);
    const asText = await maker.post(at('/check'), { csv: 'PK\u0003\u0004\u0000\u0000' });
    expect(asText.body.data.problems).toEqual([{ line: 1, reason: expect.stringContaining('The file is not text') }]);
  });

  it('below the threshold begins at once; each row is a transaction, and the result tells them', async () => {
    const neighbour = await world.business('Neighbour');
    const bulk = await make(`${neighbour.phone},10000,=1+1\n256770000011,20000\n256770000002,30000,bad number\n`);
    const end = await ended(bulk.id);
    expect(end).toMatchObject({ status: 'finished', progress: { completed: 2, failed: 1 } });
    const { data: rows } = (await maker.get(at(`/${bulk.id}/rows?status=failed`))).body;
    expect(rows).toMatchObject([{ line: 3, code: 'recipient_not_found', transaction_id: expect.any(Number) }]);
    const result = await maker.get(at(`/${bulk.id}/result.csv`));
    expect(result.headers.get('content-type')).toContain('text/csv');
    const lines = result.text.trim().split('\r\n');
    expect(lines[0]).toBe(
      'row,line,phone,amount,fee,description,status,transaction_id,reference,code,reason,client_reference',
    );
    expect(lines[1]).toMatch(
      new RegExp(`^1,1,"=""${neighbour.phone}""",10000,0,'=1\\+1,completed,\\d+,SM_\\d+_\\d+,,,$`),
    );
    expect(lines).toHaveLength(4);
  });

  it('made twice with one form is one; a form with another file is refused', async () => {
    const csv = '256770000011,5000\n';
    const headers = form();
    const request = { name: 'Twice', csv, total_deducted: 5_300 };
    const [one, two] = await Promise.all([maker.post(at(), request, headers), maker.post(at(), request, headers)]);
    expect(one.body.data.id).toBe(two.body.data.id);
    const other = await maker.post(at(), { ...request, name: 'Other' }, headers);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused', data: { bulk_payout_id: expect.any(Number) } });
    const dearer = await maker.post(at(), { ...request, total_deducted: 5_000 }, form());
    expect(dearer.body).toMatchObject({ errors: { total_deducted: [expect.any(String)] } });
    await ended(one.body.data.id);
  });

  it('that the wallet cannot pay whole is not begun', async () => {
    const csv = '256770000011,5000000\n'.repeat(30);
    const { data: check } = (await maker.post(at('/check'), { csv })).body;
    expect(check.is_affordable).toBe(false);
    const made = await maker.post(at(), { name: 'Much', csv, total_deducted: check.total_deducted }, form());
    expect(made.body).toMatchObject({ code: 'insufficient_funds' });
  });
});

describe('the keys of rows and of forms', () => {
  it('are none that a program of the client can have used', async () => {
    const program = await world.as(shop);
    const neighbour = await world.business('Neighbour of the keys');
    const csv = `${neighbour.phone},10000\n`;
    const { id: before } = await make(csv);
    const key = randomUUID();
    const taken = [`bulk:${before + 1}:1`, `dashboard:${approver.credentials.personId}:${key}`];
    for (const idempotencyKey of taken) {
      const sent = await program.send(neighbour.phone, 700, {}, { 'idempotency-key': idempotencyKey });
      expect([idempotencyKey, sent.status]).toEqual([idempotencyKey, 200]);
    }
    for (const idempotencyKey of [`bulk ${before + 1} 1`, `dashboard ${approver.credentials.personId} ${key}`]) {
      expect((await program.send(neighbour.phone, 700, {}, { 'idempotency-key': idempotencyKey })).status).toBe(422);
    }
    const bulk = await make(csv);
    expect(bulk.id).toBe(before + 1);
    expect(await ended(bulk.id)).toMatchObject({ progress: { completed: 1 } });
    const form = { recipient_phone: neighbour.phone, amount: 800 };
    const byHand = await approver.post(`/clients/${shop.clientId}/test/send-money`, form, { 'idempotency-key': key });
    expect([byHand.status, byHand.body.data.amount_sent]).toEqual([200, 800]);
  });

  it('are kept while the bulk payout runs, however old, and forgotten when it has ended', async () => {
    const { pool } = world.database;
    const bulk = await make('256770000011,20000\n');
    await ended(bulk.id);
    const kept = async (status: string) => {
      await pool.query('UPDATE bulk_payout SET status = $2 WHERE bulk_payout_id = $1', [bulk.id, status]);
      await forgetOldKeys(pool);
      const { rowCount } = await pool.query('SELECT FROM idempotency_key WHERE wallet_id = $1 AND key = $2', [
        shop.wallets.test,
        `bulk ${bulk.id} 2`,
      ]);
      return rowCount;
    };
    await pool.query(
      `INSERT INTO idempotency_key (wallet_id, key, fingerprint, transaction_id, response_due_at, created_at)
       VALUES ($1, $2, 'x', 1, now() - interval '9 days', now() - interval '9 days')`,
      [shop.wallets.test, `bulk ${bulk.id} 2`],
    );
    // A row that waits for long keeps the worker from ending it meanwhile.
    await pool.query(
      `INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, due_at)
       VALUES ($1, 2, 2, '256770000011', 20000, 0, now() + interval '1 hour')`,
      [bulk.id],
    );
    expect(await kept('running')).toBe(1);
    expect(await kept('finished')).toBe(0);
  });
});

/** Sets the shop's own fee of payments through operators, in shillings, and waits until it counts. */
async function feeOfShop(fixed: number): Promise<void> {
  const words = ['send_money_external', '--client', String(shop.clientId), '--band', `fixed=${fixed}`];
  await world.terminal.ask('fees', 'set', ...words);
  await waitUntil('the new fee is in force', async () => {
    const { data } = (await maker.post(at('/check'), { csv: '256770000011,20000\n' })).body;
    return data.fees === fixed;
  });
}

describe('a bulk payout whose fees change before it goes', () => {
  it('is charged what was shown and confirmed, with the schedule that was shown', async () => {
    const farm = await world.business('Coffee Farm', 1_000_000);
    const owner = await signedIn(world, { clients: { [farm.clientId]: 'client_owner' } });
    const path = `/clients/${farm.clientId}/test/bulk-payouts`;
    const csv = '256770000011,20000\n256770000012,30000\n';
    const check = async () => (await owner.post(`${path}/check`, { csv })).body.data;
    const shown = await check();
    expect(shown.fees).toBe(3_000);
    await rowsAreDue('infinity');
    const request = { name: 'Wages', csv, total_deducted: shown.total_deducted };
    const { id, status } = (await owner.post(path, request, form())).body.data;
    expect(status).toBe('running');
    const words = ['send_money_external', '--client', String(farm.clientId), '--band', 'fixed=7000'];
    await world.terminal.ask('fees', 'set', ...words);
    await waitUntil('the new fee is in force', async () => (await check()).fees === 14_000);
    await rowsAreDue('-infinity');
    await waitUntil('the bulk payout has ended', async () => {
      const { data } = (await owner.get(`${path}/${id}`)).body;
      return data.status === 'finished' && data.progress.completed === 2;
    });
    expect((await (await world.as(farm)).money()).balance).toBe(1_000_000 - 53_000);
    const { rows } = await world.database.pool.query(
      `SELECT DISTINCT fee_schedule.client_id, fee_amount * 100 / net_amount AS percent
         FROM transaction JOIN fee_schedule USING (fee_schedule_id)
        WHERE wallet_id = $1 AND details->>'bulk_payout_id' = $2`,
      [farm.wallets.test, String(id)],
    );
    expect(rows).toEqual([{ client_id: null, percent: '6' }]);
  });

  it('is charged what was shown also for a phone that has become a wallet of ours meanwhile', async () => {
    const farm = await world.business('Tea Farm', 1_000_000);
    const owner = await signedIn(world, { clients: { [farm.clientId]: 'client_owner' } });
    const path = `/clients/${farm.clientId}/test/bulk-payouts`;
    const phone = '256770009911';
    const csv = `${phone},20000\n`;
    const shown = (await owner.post(`${path}/check`, { csv })).body.data;
    expect(shown.fees).toBe(1_200);
    await rowsAreDue('infinity');
    const request = { name: 'Wages', csv, total_deducted: shown.total_deducted };
    const { id } = (await owner.post(path, request, form())).body.data;
    const picker = await world.business('Tea Picker', 0, phone);
    await rowsAreDue('-infinity');
    await waitUntil('the bulk payout has ended', async () => {
      const { data } = (await owner.get(`${path}/${id}`)).body;
      return data.status === 'finished' && data.progress.completed === 1;
    });
    expect((await (await world.as(farm)).money()).balance).toBe(1_000_000 - 21_200);
    expect((await (await world.as(picker)).money()).balance).toBe(20_000);
    const { rows } = await world.database.pool.query(
      `SELECT route, operation FROM transaction JOIN fee_schedule USING (fee_schedule_id) WHERE wallet_id = $1`,
      [farm.wallets.test],
    );
    expect(rows).toEqual([{ route: 'internal', operation: 'send_money_external' }]);
  });
});

/** Has the rows that wait, and those made from now on, be due never or at once. */
async function rowsAreDue(at: 'infinity' | '-infinity'): Promise<void> {
  const administrator = new pg.Client({ connectionString: world.database.target.connectionString });
  await administrator.connect();
  await administrator.query(`ALTER TABLE nsimbi.bulk_payout_row ALTER COLUMN due_at SET DEFAULT '${at}'`);
  await administrator.query(`UPDATE nsimbi.bulk_payout_row SET due_at = '${at}' WHERE status = 'waiting'`);
  await administrator.end();
}

describe('a bulk payout at the approval threshold', () => {
  beforeAll(async () => {
    const words = ['--client', String(shop.clientId), '--mode', 'test', '--amount', '100000'];
    await world.terminal.ask('client', 'approval-threshold', ...words);
  });

  it('is approved once, by another person, who confirms what they saw; its rows do not wait again', async () => {
    // In a rehearsal the maker could approve too.
    await enableLiveMode(world.database);
    const before = (await (await world.as(shop)).money()).balance;
    const bulk = await make('256770000011,200000\n256770000012,300000\n256770000013,1000\n');
    expect(bulk).toMatchObject({ status: 'awaiting_approval', total_deducted: 531_060 });
    const seen = { row_count: 3, total_deducted: 531_060 };
    const path = at(`/${bulk.id}/approve`);
    expect((await maker.post(path, seen)).body).toMatchObject({ code: 'approver_is_maker' });
    expect((await approver.post(path, { ...seen, total_deducted: 1 })).body).toMatchObject({ code: 'invalid_request' });
    const viewer = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await viewer.post(path, seen)).status).toBe(403);
    expect((await (await world.as(shop)).money()).balance).toBe(before);

    expect((await approver.post(path, seen)).body.data).toMatchObject({ status: 'running' });
    expect(await ended(bulk.id)).toMatchObject({ status: 'finished', progress: { completed: 3 } });
    expect((await (await world.as(shop)).money()).balance).toBe(before - 531_060);
    expect((await approver.post(path, seen)).body).toMatchObject({ code: 'not_pending' });
    const { rows } = await world.database.pool.query(
      `SELECT details FROM transaction WHERE wallet_id = $1 AND details->>'bulk_payout_id' = $2 ORDER BY transaction_id`,
      [shop.wallets.test, String(bulk.id)],
    );
    const { email } = approver.credentials;
    expect(rows.map(({ details }) => details.approver)).toEqual([email, email, email]);
    const acts = await world.database.pool.query(
      'SELECT action, actor FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
      [`bulk_payout ${bulk.id}`],
    );
    expect(acts.rows.at(-1)).toEqual({ action: 'bulk_payout.approved', actor: email });
    await beforeLiveMode(world.database);
  });

  it('is charged as it was approved, though the fee has risen since', async () => {
    const before = (await (await world.as(shop)).money()).balance;
    const bulk = await make('256770000011,200000\n');
    await feeOfShop(20_000);
    const seen = { row_count: 1, total_deducted: bulk.total_deducted };
    expect((await approver.post(at(`/${bulk.id}/approve`), seen)).status).toBe(200);
    expect(await ended(bulk.id)).toMatchObject({ status: 'finished', progress: { completed: 1 } });
    expect((await (await world.as(shop)).money()).balance).toBe(before - bulk.total_deducted);
  });

  it('is rejected by another person, or cancelled by its maker, and nothing moves', async () => {
    const before = await world.transactionCount(shop.wallets.test);
    const one = await make('256770000011,200000\n');
    const rejected = await approver.post(at(`/${one.id}/reject`), { reason: 'Last month’s amounts' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected', reason: 'Last month’s amounts' });
    const two = await make('256770000011,200000\n');
    const waiting = await approver.get(at('?status=awaiting_approval'));
    expect(waiting.body.data).toMatchObject([{ id: two.id, expires_at: expect.any(String) }]);
    expect((await maker.post(at(`/${two.id}/cancel`), {})).body.data).toMatchObject({ status: 'cancelled' });
    const seen = { row_count: 1, total_deducted: two.total_deducted };
    expect((await approver.post(at(`/${two.id}/approve`), seen)).body).toMatchObject({ code: 'not_pending' });
    expect((await maker.get(at(`/${two.id}`))).body.data.progress).toMatchObject({ cancelled: 1 });
    expect(await world.transactionCount(shop.wallets.test)).toBe(before);
  });

  it('of somebody else does not exist', async () => {
    const other = await world.business('Other');
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } });
    const bulk = await make('256770000011,5000\n');
    expect((await stranger.get(at(`/${bulk.id}`))).status).toBe(404);
    expect((await stranger.get(`/clients/${other.clientId}/test/bulk-payouts/${bulk.id}`)).status).toBe(404);
    expect((await maker.get(at(`/${bulk.id}`).replace('/test/', '/live/'))).status).toBe(404);
  });
});

describe('a bulk payout that runs', () => {
  it('of 10,000 rows is checked and kept whole, in order; of one row more it is refused', async () => {
    await world.fund(shop, 'test', 2_000_000_000);
    const csv = Array.from({ length: 10_000 }, (_, index) => `256770000011,${1_000 + index},Row ${index + 1}\n`).join(
      '',
    );
    const { body } = await maker.post(at('/check'), { csv: `${csv}256770000011,1000,\n` });
    expect(body.data.problems).toMatchObject([{ line: 10_001 }]);
    const bulk = await make(csv, { ask_approval: true });
    const { text } = await maker.get(at(`/${bulk.id}/result.csv`));
    const amounts = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[3]));
    expect(amounts).toEqual(Array.from({ length: 10_000 }, (_, index) => 1_000 + index));
    expect((await maker.post(at(`/${bulk.id}/cancel`), {})).body.data.status).toBe('cancelled');
  });

  it('pays no row whose claim has ended before the ledger writes it, and pays it once afterwards', async () => {
    // A process that stands still cannot be waited for here: the claim ends 50 s earlier instead, within the margin of its lease.
    await world.database.owner.query(`
      CREATE FUNCTION shorten_claim() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.due_at := NEW.due_at - interval '50 seconds'; RETURN NEW; END $$;
      CREATE TRIGGER shorten_claim BEFORE UPDATE ON bulk_payout_row FOR EACH ROW
        WHEN (NEW.lease_token IS DISTINCT FROM OLD.lease_token AND NEW.lease_token IS NOT NULL)
        EXECUTE FUNCTION shorten_claim();`);
    const { id } = await make('256770000011,7431\n');
    const row = async () => {
      const { rows } = await world.database.pool.query(
        'SELECT status, transaction_id, tries FROM bulk_payout_row WHERE bulk_payout_id = $1',
        [id],
      );
      return rows[0];
    };
    await waitUntil('the row was claimed twice', async () => (await row()).tries >= 2);
    expect(await row()).toMatchObject({ status: 'waiting', transaction_id: null });
    await world.database.owner.query('DROP FUNCTION shorten_claim CASCADE');
    expect((await ended(id)).progress).toMatchObject({ completed: 1, failed: 0 });
    const { rows } = await world.database.pool.query(
      'SELECT count(*)::integer AS payments FROM transaction WHERE wallet_id = $1 AND net_amount = 7431',
      [shop.wallets.test],
    );
    expect(rows).toEqual([{ payments: 1 }]);
  });

  it('is cancelled in the middle: what had begun ends, the rest is not sent', async () => {
    await world.fund(shop, 'test', 1_000_000_000);
    const bulk = await make('256770000011,1000\n'.repeat(400), { ask_approval: true });
    const seen = { row_count: 400, total_deducted: bulk.total_deducted };
    expect((await approver.post(at(`/${bulk.id}/approve`), seen)).status).toBe(200);
    await waitUntil('some rows were sent', async () => {
      const { progress } = (await maker.get(at(`/${bulk.id}`))).body.data;
      return progress.completed > 5;
    });
    expect((await maker.post(at(`/${bulk.id}/cancel`), {})).status).toBe(200);
    const { progress, status } = await ended(bulk.id);
    expect(status).toBe('cancelled');
    expect(progress.cancelled).toBeGreaterThan(0);
    const { rows } = await world.database.pool.query(
      `SELECT count(*)::integer AS count FROM transaction WHERE wallet_id = $1 AND details->>'bulk_payout_id' = $2`,
      [shop.wallets.test, String(bulk.id)],
    );
    expect(rows[0].count).toBe(400 - progress.cancelled);
  });
});
