import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal } from '../cli/terminal.ts';
import { MailServer } from '../dashboard/mail-server.ts';
import { type Person, signedIn } from '../dashboard/person.ts';
import { enableLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';

/** A change that the owner of the database orders, because no second person can be reached. */

let mails: MailServer;
let world: World;
let shop: Business;
let one: Person;
let other: Person;

beforeAll(async () => {
  mails = await MailServer.open();
  world = await World.open({ NSIMBI_SMTP_URL: mails.url, NSIMBI_MAIL_FROM: 'nsimbi@example.ug' });
  shop = await world.business('Shop');
  one = await signedIn(world, { platform: 'platform_administrator' });
  other = await signedIn(world, { platform: 'platform_administrator' });
  await world.terminal.ask(
    'client',
    'approval-threshold',
    '--client',
    String(shop.clientId),
    '--mode',
    'live',
    '--amount',
    '50000',
  );
  await enableLiveMode(world.database);
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

async function propose(threshold: number): Promise<number> {
  const answer = await one.put(`/platform/clients/${shop.clientId}/live/approval-threshold`, { threshold });
  expect(answer.status).toBe(202);
  return answer.body.data.proposal;
}

async function threshold(): Promise<number> {
  return (await one.get(`/platform/clients/${shop.clientId}`)).body.data.live.approval_threshold;
}

async function seen(id: number): Promise<Json> {
  return (await other.get(`/platform/proposals/${id}`)).body.data;
}

/** Has an order be due, as if its day had passed. */
async function letADayPass(id: number): Promise<void> {
  await world.database.owner.query(
    `UPDATE break_glass SET ordered_at = ordered_at - interval '1 day', due_at = due_at - interval '1 day'
      WHERE change_proposal_id = $1`,
    [id],
  );
}

const order = (id: number) =>
  world.terminal.run('proposal', 'break-glass', String(id), '--reason', 'Both phones are lost', '--json');

describe('break-glass', () => {
  test('needs the owner’s login to the database', async () => {
    const id = await propose(60_000);
    await expect(
      world.database.pool.query(
        `INSERT INTO break_glass (change_proposal_id, ordered_by, reason, ordered_at, due_at)
         VALUES ($1, 'me', 'now', now(), now() + interval '1 day')`,
        [id],
      ),
    ).rejects.toThrow(/permission denied/);
    const serving = openTerminal(world.database, { NSIMBI_OWNER_DATABASE_URL: '' });
    const alone = await serving.run('proposal', 'break-glass', String(id), '--reason', 'x');
    serving.close();
    expect([alone.exitCode, alone.errors]).toEqual([1, [expect.stringContaining('owner’s login')]]);
    await expect(
      world.database.owner.query(
        `INSERT INTO break_glass (change_proposal_id, ordered_by, reason, ordered_at, due_at)
         VALUES ($1, 'me', 'now', now(), now() + interval '1 hour')`,
        [id],
      ),
    ).rejects.toThrow(/check constraint/);
  });

  test('is made after a day, told to all staff, and shown on every page until another person has reviewed it', async () => {
    const id = await propose(70_000);
    expect(await order(id)).toMatchObject({ exitCode: 0 });
    expect(await order(id)).toMatchObject({ exitCode: 1 });
    expect(await seen(id)).toMatchObject({ status: 'waiting', break_glass: { reason: 'Both phones are lost' } });
    expect((await other.get('/service-state')).body.data).toMatchObject({ unreviewed_break_glass: 1 });
    for (const { credentials } of [one, other]) {
      await waitUntil(`${credentials.email} is told`, async () =>
        mails.mails.some(({ to, text }) => to === credentials.email && text.includes('Both phones are lost')),
      );
    }
    expect((await other.post(`/platform/proposals/${id}/review`, {})).body.code).toBe('not_pending');
    expect(await threshold()).toBe(50_000);
    await letADayPass(id);
    await waitUntil('the ordered change is made', async () => (await seen(id)).status === 'made');
    expect(await threshold()).toBe(70_000);
    expect((await one.post(`/platform/proposals/${id}/review`, {})).body.code).toBe('approver_is_maker');
    expect((await other.post(`/platform/proposals/${id}/review`, {})).status).toBe(200);
    expect((await other.get('/service-state')).body.data).toMatchObject({ unreviewed_break_glass: 0 });
  });

  test('is not made when somebody rejects it within the day', async () => {
    const id = await propose(90_000);
    await order(id);
    const { digest } = await seen(id);
    expect((await other.post(`/platform/proposals/${id}/reject`, { digest })).status).toBe(200);
    await letADayPass(id);
    await waitUntil('a minute’s look has passed', async () => (await seen(id)).status === 'rejected');
    expect(await threshold()).toBe(70_000);
    expect((await other.post(`/platform/proposals/${id}/review`, {})).status).toBe(200);
  });

  test('is rejected when it is due and something else would be replaced by then', async () => {
    const id = await propose(95_000);
    await order(id);
    const tighter = await one.put(`/platform/clients/${shop.clientId}/live/approval-threshold`, { threshold: 40_000 });
    expect(tighter.status).toBe(200);
    await letADayPass(id);
    await waitUntil('the ordered change is rejected', async () => (await seen(id)).status === 'rejected');
    expect(await seen(id)).toMatchObject({
      decided_by: expect.stringMatching(/^break-glass /),
      comment: expect.any(String),
    });
    expect(await threshold()).toBe(40_000);
  });

  test('is mailed when the mail server accepts emails again', async () => {
    mails.refuses = true;
    const before = mails.mails.length;
    const id = await propose(96_000);
    await order(id);
    const mailedAt = async () =>
      (await world.database.pool.query('SELECT mailed_at FROM break_glass WHERE change_proposal_id = $1', [id])).rows[0]
        ?.mailed_at;
    // Two looks of the duty.
    await new Promise((resolve) => setTimeout(resolve, 21_000));
    expect([mails.mails.length, await mailedAt()]).toEqual([before, null]);
    mails.refuses = false;
    await waitUntil('both administrators have an email', async () =>
      [one, other].every(({ credentials }) =>
        mails.mails.slice(before).some(({ to, text }) => to === credentials.email && text.includes(`proposal ${id} `)),
      ),
    );
    await waitUntil('the order counts as mailed', async () => (await mailedAt()) !== null);
  }, 120_000);
});
