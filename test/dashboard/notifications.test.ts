import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Authority, makeAuthority, makeCertificate } from '../webhooks/certificate.fixture.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.fixture.ts';
import { MailServer } from './mail-server.ts';
import { type Person, signedIn, signIn } from './person.ts';

let authority: Authority;
const authoritiesBefore = getCACertificates('default');
let mailServer: MailServer;
let world: World;
let shop: Business;
let owner: Person;
let developer: Person;
let administrator: Person;
let support: Person;
let path: string;
beforeAll(async () => {
  authority = makeAuthority('Authority of chats');
  setDefaultCACertificates([...authoritiesBefore, authority.cert]);
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'pay@example.ug',
    NSIMBI_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
  });
  shop = await world.business('Corner Shop', 1_000_000);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
  developer = await signedIn(world, { clients: { [shop.clientId]: 'client_developer' } });
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  support = await signedIn(world, { platform: 'platform_support' });
  path = `/clients/${shop.clientId}/notifications`;
});
beforeEach(() => world.database.owner.query('DELETE FROM notification_chat'));
afterAll(async () => {
  await world.close();
  mailServer.close();
  setDefaultCACertificates(authoritiesBefore);
});

async function startChat(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver & { readonly url: string }> {
  const chat = await startReceiver(answer, makeCertificate({ authority, ipv4: '127.0.0.1' }));
  return { ...chat, url: `https://127.0.0.1:${chat.port}/services/s3cret` };
}

async function acts(action: string): Promise<Json[]> {
  const { rows } = await world.database.pool.query(
    'SELECT actor, on_behalf_of, details FROM audit_log WHERE action = $1 ORDER BY audit_log_id',
    [action],
  );
  return rows;
}

describe('the notifications of a person', () => {
  it('are those that the role at the client can have, with its defaults, until the person chooses', async () => {
    const before = await developer.get(path);
    expect(before.body.data).toEqual({
      mails_are_sent: true,
      choices: [
        { kind: 'failed_payouts', by_email: false },
        { kind: 'failing_webhooks', by_email: true },
      ],
      chat: null,
      chat_kinds: ['pending_approvals', 'failed_payouts', 'failing_webhooks', 'daily_summary'],
    });
    const saved = await developer.put(path, { kinds: ['failed_payouts'] });
    expect([saved.status, saved.body.data.choices]).toEqual([
      200,
      [
        { kind: 'failed_payouts', by_email: true },
        { kind: 'failing_webhooks', by_email: false },
      ],
    ]);
    expect((await developer.get(path)).body.data).toEqual(saved.body.data);
    // Another person's are their own.
    expect((await owner.get(path)).body.data.choices).toContainEqual({ kind: 'failing_webhooks', by_email: false });
  });

  it.each([
    [{ kinds: ['pending_approvals'] }, 'your role does not get it'],
    [{ kinds: ['low_float'] }, 'kinds'],
    [{ kinds: ['rain'] }, 'kinds'],
    [{}, 'kinds'],
  ])('cannot be %j', async (body, why) => {
    const refused = await developer.put(path, body);
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    expect(JSON.stringify(refused.body.errors)).toContain(why);
  });

  it('are none at a client where staff has no role of their own, which see its chat', async () => {
    expect((await administrator.get(path)).body.data.choices).toEqual([]);
    expect((await administrator.put(path, { kinds: [] })).status).toBe(403);
  });

  it('of the platform are chosen by staff', async () => {
    expect((await support.get('/platform/notifications')).body.data.choices).toEqual([
      { kind: 'low_float', by_email: false },
      { kind: 'daily_summary', by_email: false },
    ]);
    const saved = await support.put('/platform/notifications', { kinds: ['low_float'] });
    expect(saved.body.data.choices).toContainEqual({ kind: 'low_float', by_email: true });
    expect((await owner.get('/platform/notifications')).status).toBe(403);
  });

  it('about the account are on until the person turns them off, for which they give a factor', async () => {
    const at = '/account/notifications';
    expect((await owner.get(at)).body.data).toEqual({
      mails_are_sent: true,
      choices: [{ kind: 'new_device', by_email: true }],
    });
    await world.database.pool.query(
      "UPDATE person_session SET factor_given_at = trusted_now() - interval '1 hour' WHERE person_id = $1",
      [owner.credentials.personId],
    );
    const refused = await owner.put(at, { kinds: [] });
    expect([refused.status, refused.body.code]).toEqual([403, 'factor_required']);
    await world.database.pool.query('UPDATE person_session SET factor_given_at = trusted_now() WHERE person_id = $1', [
      owner.credentials.personId,
    ]);
    expect((await owner.put(at, { kinds: [] })).body.data.choices).toEqual([{ kind: 'new_device', by_email: false }]);
    await owner.put(at, { kinds: ['new_device'] });
    const chosen = (await acts('notifications.chosen')).filter(({ actor }) => actor === owner.credentials.email);
    expect(chosen.map(({ on_behalf_of, details }) => [on_behalf_of, details])).toEqual([
      [null, { new_device: false }],
      [null, { new_device: true }],
    ]);
  });

  it('tell of a sign-in with a new browser', async () => {
    // The mail also names the first sign-in of this person where both are due at the same time.
    const isItsMail = ({ to, text }: { to: string; text: string }) =>
      to === owner.credentials.email && /new sign-in/i.test(text) && text.includes('Firefox on Linux');
    expect(mailServer.mails.some(isItsMail)).toBe(false);
    await signIn(world.baseUrl, owner.credentials, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' });
    await waitUntil('the mail comes', () => mailServer.mails.some(isItsMail));
  });
});

describe('the chat of a client', () => {
  it('is set by an owner, never shown again, tested, and removed', async () => {
    const chat = await startChat();
    const set = await owner.put(`${path}/chat`, { url: chat.url, kinds: ['failed_payouts'] });
    expect([set.status, set.body.data.chat]).toEqual([
      200,
      {
        host: `127.0.0.1:${chat.port}`,
        kinds: ['failed_payouts'],
        set_by: owner.credentials.email,
        updated_at: expect.any(String),
        failure: null,
      },
    ]);
    expect(set.text).not.toContain('s3cret');
    expect((await owner.get(path)).text).not.toContain('s3cret');
    const tested = await owner.post(`${path}/chat/test`, {});
    expect([tested.status, tested.body.data]).toEqual([200, { accepted: true, error: null }]);
    expect(JSON.parse(chat.received[0]?.body ?? '')).toEqual({
      text: `This is a test of the notifications of Corner Shop.\n${world.baseUrl}/clients/${shop.clientId}/live/notifications`,
    });
    // The kinds alone.
    const changed = await owner.put(`${path}/chat`, { kinds: ['daily_summary'] });
    expect(changed.body.data.chat).toMatchObject({ host: `127.0.0.1:${chat.port}`, kinds: ['daily_summary'] });
    expect((await owner.post(`${path}/chat/test`, {})).body.data.accepted).toBe(true);
    expect((await owner.delete(`${path}/chat`)).body.data.chat).toBeNull();
    expect((await owner.delete(`${path}/chat`)).status).toBe(404);
    expect((await owner.post(`${path}/chat/test`, {})).status).toBe(404);
    const actor = { actor: owner.credentials.email, on_behalf_of: `client ${shop.clientId}` };
    expect(await acts('notification_chat.set')).toEqual([
      { ...actor, details: { host: `127.0.0.1:${chat.port}`, kinds: ['failed_payouts'] } },
      { ...actor, details: { kinds: ['daily_summary'] } },
    ]);
    expect(await acts('notification_chat.removed')).toEqual([{ ...actor, details: {} }]);
  });

  it('is sealed in the database', async () => {
    const chat = await startChat();
    await owner.put(`${path}/chat`, { url: chat.url, kinds: [] });
    const { rows } = await world.database.pool.query('SELECT url FROM notification_chat');
    expect(rows[0]?.url.toString('latin1')).not.toContain('s3cret');
  });

  it('that refuses the test is said to, and shown as failing', async () => {
    const chat = await startChat((response) => void response.writeHead(403).end('invalid_token'));
    await owner.put(`${path}/chat`, { url: chat.url, kinds: [] });
    const tested = await owner.post(`${path}/chat/test`, {});
    expect(tested.body.data).toEqual({ accepted: false, error: 'The receiver answered with 403.' });
    expect((await owner.get(path)).body.data.chat.failure).toEqual({
      error: 'The receiver answered with 403.',
      at: expect.any(String),
    });
  });

  it.each([
    ['http://hooks.example.com/x', 'must begin with https'],
    ['https://10.0.0.7/x', 'private address'],
    ['https://localhost/x', 'this machine'],
    ['https://169.254.169.254/latest', 'link-local'],
    ['https://example.com:5432/x', 'PostgreSQL'],
    ['https://user@example.com/x', 'user name'],
    ['chat', 'must begin with https'],
  ])('cannot be at %s', async (url, why) => {
    const refused = await owner.put(`${path}/chat`, { url, kinds: [] });
    expect([refused.status, refused.body.errors?.url?.[0]]).toEqual([422, expect.stringContaining(why)]);
  });

  it('needs a URL at first, and kinds that a client has', async () => {
    const refused = await owner.put(`${path}/chat`, { kinds: [] });
    expect([refused.status, refused.body.errors?.url?.[0]]).toEqual([422, expect.stringContaining('must be given')]);
    expect((await owner.put(`${path}/chat`, { url: 'https://8.8.8.8/', kinds: ['low_float'] })).status).toBe(422);
  });

  it('is for owners alone; that of the platform is for administrators', async () => {
    for (const person of [developer, administrator]) {
      expect((await person.put(`${path}/chat`, { url: 'https://8.8.8.8/', kinds: [] })).status).toBe(403);
      expect((await person.post(`${path}/chat/test`, {})).status).toBe(403);
      expect((await person.delete(`${path}/chat`)).status).toBe(403);
    }
    const chat = await startChat();
    const body = { url: chat.url, kinds: ['low_float'] };
    expect((await support.put('/platform/notifications/chat', body)).status).toBe(403);
    expect((await administrator.put('/platform/notifications/chat', body)).body.data.chat.kinds).toEqual(['low_float']);
    expect((await administrator.post('/platform/notifications/chat/test', {})).body.data.accepted).toBe(true);
    expect(chat.received[0]?.body).toContain('the notifications of the platform');
    expect((await owner.get(path)).body.data.chat).toBeNull();
  });
});
