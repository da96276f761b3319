import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpiredSessions } from '../../src/access/people/people.ts';
import { type Answer, type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MailServer } from './mail-server.ts';
import { cookiesOf, createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'Pay <pay@example.ug>',
    NSIMBI_TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.business('Corner Shop');
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

/** A code works once, and that of the next 30 seconds is taken as well. */
const stepMs = 30_000;

let addresses = 0;

/** Another address, so that nobody is kept waiting by how often this machine asks. */
function elsewhere(): { readonly 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
}

describe('a forgotten password', () => {
  it('is said to be mailed only where a mail server is set, also to whoever is not signed in', async () => {
    const options = async (baseUrl: string) => (await new SignedIn(baseUrl, '').get('/sign-in-options')).body.data;
    expect(await options(world.baseUrl)).toMatchObject({ password_links_are_mailed: true });
    const without = await World.open();
    expect(await options(without.baseUrl)).toMatchObject({ password_links_are_mailed: false });
    await without.close();
  });

  it('is replaced by a link that is mailed, works once, and ends every session and other link', async () => {
    const person = await createPerson(world);
    const before = await signIn(world.baseUrl, person, elsewhere());
    const visitor = new SignedIn(world.baseUrl, '', elsewhere());
    const asked = await visitor.post('/auth/request-password-reset', { email: person.email });
    const unknown = await visitor.post('/auth/request-password-reset', { email: 'nobody@example.ug' });
    expect([asked.status, asked.text]).toEqual([200, unknown.text]);
    const first = await mailServer.passwordToken(person.email);
    const second = await linkMailedTo(person.email);
    expect(mailServer.mails.some(({ to }) => to === 'nobody@example.ug')).toBe(false);
    const password = 'three green mangoes';
    expect((await setPassword(second, password)).status).toBe(200);
    expect((await setPassword(second, password)).status).toBe(400);
    expect((await setPassword(first, password)).status).toBe(400);
    expect((await before.get('/me')).status).toBe(401);
    await expect(signIn(world.baseUrl, person, elsewhere())).rejects.toThrow(/401/);
    await signIn(world.baseUrl, { email: person.email, password }, elsewhere());
  });
});

describe('a sign-in with a browser that was not used before', () => {
  it('is mailed to the person, with browser and address, and one with a known browser is not', async () => {
    const person = await createPerson(world);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const headers = { ...elsewhere(), 'user-agent': firefox };
    const browser = await signIn(world.baseUrl, person, headers);
    const mails = () => mailServer.mails.filter(({ to }) => to === person.email);
    await waitUntil('the mail comes', () => mails().length === 1);
    expect(mails()[0]?.text).toContain('Firefox on Windows');
    expect(mails()[0]?.text).toContain(headers['x-forwarded-for']);
    expect((await browser.post('/auth/sign-in/email', person)).status).toBe(200);
    await signIn(world.baseUrl, person, elsewhere());
    await waitUntil('the mail about another browser comes', () => mails().length === 2);
  });
});

describe('the second factor', () => {
  it('is set up with an app, asked for at sign-in, and replaced once by each recovery code', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, elsewhere());
    const { email, password } = person.credentials;
    const setUp = await person.post('/auth/two-factor/enable', { password });
    const { totpURI, backupCodes } = setUp.body;
    expect(backupCodes).toHaveLength(10);
    expect((await person.get('/me')).body.data.person.two_factor_enabled).toBe(false);
    const confirmed = await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect(confirmed.status).toBe(200);

    const visitor = new SignedIn(world.baseUrl, '', elsewhere());
    const firstStep = async () => {
      const answer = await visitor.post('/auth/sign-in/email', { email, password });
      expect(answer.body).toMatchObject({ twoFactorRedirect: true });
      const half = new SignedIn(world.baseUrl, cookiesOf(answer.headers), elsewhere());
      expect((await half.get('/me')).status).toBe(401);
      return half;
    };
    const wrong = await (await firstStep()).post('/auth/two-factor/verify-totp', { code: '000000' });
    expect(wrong.status).toBe(401);
    const half = await firstStep();
    const byApp = await half.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now() + stepMs) });
    expect(byApp.status).toBe(200);
    const whole = new SignedIn(world.baseUrl, cookiesOf(byApp.headers), elsewhere());
    expect((await whole.get('/me')).body.data.person).toMatchObject({ email, two_factor_enabled: true });

    const [code] = backupCodes;
    const byCode = await (await firstStep()).post('/auth/two-factor/verify-backup-code', { code });
    expect(byCode.status).toBe(200);
    expect((await new SignedIn(world.baseUrl, cookiesOf(byCode.headers), elsewhere()).get('/me')).status).toBe(200);
    const again = await (await firstStep()).post('/auth/two-factor/verify-backup-code', { code });
    expect(again.status).toBe(401);
  });

  it('ends what else could sign in without it when it is set up, and when it is turned off', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, elsewhere());
    const { email, password } = owner.credentials;
    const thief = await signIn(world.baseUrl, owner.credentials, elsewhere());
    const link = await linkMailedTo(email);
    const { totpURI } = (await owner.post('/auth/two-factor/enable', { password })).body;
    const wrong = await owner.post('/auth/two-factor/verify-totp', { code: '000000' });
    expect([wrong.status, (await thief.get('/me')).status]).toEqual([401, 200]);
    const confirmed = await owner.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect((await thief.get('/me')).status).toBe(401);
    expect((await setPassword(link)).status).toBe(400);
    const here = new SignedIn(world.baseUrl, cookiesOf(confirmed.headers), elsewhere());
    expect((await here.get('/me')).body.data.person.two_factor_enabled).toBe(true);

    const visitor = new SignedIn(world.baseUrl, '', elsewhere());
    const first = await visitor.post('/auth/sign-in/email', { email, password });
    const half = new SignedIn(world.baseUrl, cookiesOf(first.headers), elsewhere());
    const other = await linkMailedTo(email);
    const code = totpCode(totpURI, Date.now() + stepMs);
    const turnedOff = await here.post('/auth/two-factor/disable', { password, code });
    expect(turnedOff.status).toBe(200);
    expect((await setPassword(other)).status).toBe(400);
    expect((await half.post('/auth/two-factor/verify-totp', { code: '000000' })).body.code).toBe(
      'INVALID_TWO_FACTOR_COOKIE',
    );
    expect((await new SignedIn(world.baseUrl, cookiesOf(turnedOff.headers), elsewhere()).get('/me')).status).toBe(200);
  });

  it('is asked for at every sign-in, also of a browser that asks to be trusted', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, password } = person.credentials;
    const { totpURI } = (await person.post('/auth/two-factor/enable', { password })).body;
    await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const visitor = new SignedIn(world.baseUrl, '', elsewhere());
    const first = await visitor.post('/auth/sign-in/email', { email, password });
    const half = new SignedIn(world.baseUrl, cookiesOf(first.headers), elsewhere());
    const code = totpCode(totpURI, Date.now() + stepMs);
    const trusted = await half.post('/auth/two-factor/verify-totp', { code, trustDevice: true });
    expect(trusted.status).toBe(200);
    const before = new SignedIn(world.baseUrl, cookiesOf(trusted.headers), elsewhere());
    expect((await before.get('/me')).status).toBe(200);
    const again = await before.post('/auth/sign-in/email', { email, password });
    expect(again.body).toMatchObject({ twoFactorRedirect: true });
  });

  it('is needed for everything where the client asks for it', async () => {
    const strict = await world.business('Strict Shop');
    const owner = await signedIn(world, { clients: { [strict.clientId]: 'client_owner' } }, elsewhere());
    expect((await owner.put(`/clients/${strict.clientId}/second-factor`, { required: true })).status).toBe(200);
    const refused = await owner.get(`/clients/${strict.clientId}/team`);
    expect([refused.status, refused.body.data]).toEqual([403, { second_factor_required: true }]);
    // Staff sits at that desk like everybody else.
    const administrator = await signedIn(world, { platform: 'platform_administrator' }, elsewhere());
    for (const [desk, status] of [
      [strict, 403],
      [shop, 200],
    ] as const) {
      expect((await administrator.get(`/clients/${desk.clientId}/live/approvals`)).status).toBe(status);
      expect((await administrator.get(`/platform/clients/${desk.clientId}`)).status).toBe(200);
    }
    const { totpURI } = (await owner.post('/auth/two-factor/enable', { password: owner.credentials.password })).body;
    const answer = await owner.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const now = new SignedIn(world.baseUrl, cookiesOf(answer.headers), elsewhere());
    expect((await now.get(`/clients/${strict.clientId}/team`)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed without their tokens and signed out one by one, or everywhere', async () => {
    const here = await signedIn(world, {}, elsewhere());
    const there = await signIn(world.baseUrl, here.credentials, elsewhere());
    const stranger = await signedIn(world, {}, elsewhere());
    const { data } = (await here.get('/account/sessions')).body;
    expect(data.map((session: { is_this_one: boolean }) => session.is_this_one)).toEqual([true, false]);
    expect(Object.keys(data[0])).not.toContain('token');
    expect((await stranger.delete(`/account/sessions/${data[1].id}`)).status).toBe(404);
    expect((await there.get('/me')).status).toBe(200);
    expect((await here.delete(`/account/sessions/${data[1].id}`)).status).toBe(200);
    expect((await there.get('/me')).status).toBe(401);
    const link = await linkMailedTo(here.credentials.email);
    expect((await here.delete('/account/sessions')).body.data).toEqual({ ended: 1 });
    expect((await setPassword(link)).status).toBe(400);
    expect((await here.get('/me')).status).toBe(401);
    expect((await here.get('/auth/list-sessions')).status).toBe(404);
  });

  it('go on for seven days from their last use, in the browser too', async () => {
    const person = await signedIn(world, {}, elsewhere());
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
    await world.database.pool.query(
      "UPDATE person_session SET expires_at = now() + interval '3 days' WHERE person_id = $1",
      [person.credentials.personId],
    );
    const { headers } = await person.get('/me');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^nsimbi\.session_token=.*Max-Age=604800.*HttpOnly/),
    ]);
    expect(person.cookie.split('; ')).toContain(cookiesOf(headers));
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
    await world.database.pool.query('DELETE FROM person_session WHERE person_id = $1', [person.credentials.personId]);
    // Another tab may have got a new session in place of this one: nothing takes it away.
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
  });

  it('that have ended are removed, with links and counts that are over', async () => {
    const { pool } = world.database;
    const person = await signedIn(world, {}, elsewhere());
    const { personId } = person.credentials;
    const past = "now() - interval '2 hours'";
    await pool.query(
      `INSERT INTO person_session (id, token, person_id, expires_at) VALUES ('old', 'old', $1, ${past})`,
      [personId],
    );
    await pool.query(
      `INSERT INTO person_verification (id, identifier, value, expires_at) VALUES ('old', 'x', 'x', ${past})`,
    );
    await pool.query(`INSERT INTO person_sign_in_attempt VALUES ('old', 1, ${past}, ${past})`);
    const { personId: colleagueId } = await createPerson(world);
    const sharedBrowser = `INSERT INTO person_browser VALUES (sha256('shared'), $1, $2, $2)`;
    await pool.query(sharedBrowser, [personId, new Date(Date.now() - 181 * 24 * 60 * 60 * 1_000)]);
    await pool.query(sharedBrowser, [colleagueId, new Date()]);
    await removeExpiredSessions.work(pool);
    const { rows } = await pool.query("SELECT person_id FROM person_browser WHERE browser_hash = sha256('shared')");
    expect(rows).toEqual([{ person_id: colleagueId }]);
    for (const [table, key] of [
      ['person_session', 'id'],
      ['person_verification', 'id'],
      ['person_sign_in_attempt', 'subject'],
    ]) {
      expect((await pool.query(`SELECT FROM ${table} WHERE ${key} = 'old'`)).rowCount).toBe(0);
    }
    expect((await person.get('/me')).status).toBe(200);
  });
});

describe('an account', () => {
  it('changes its name and its password, which ends links, and the other sessions when asked to', async () => {
    const here = await signedIn(world, {}, elsewhere());
    const there = await signIn(world.baseUrl, here.credentials, elsewhere());
    expect((await here.put('/account', { name: ' Akello Grace ' })).status).toBe(200);
    expect((await here.get('/me')).body.data.person.name).toBe('Akello Grace');
    const { rows } = await world.database.pool.query(
      "SELECT session IS NOT NULL AS in_session, details ->> 'to' AS name FROM audit_log WHERE action = 'person.name_changed'",
    );
    expect(rows).toEqual([{ in_session: true, name: 'Akello Grace' }]);
    expect((await here.put('/account', { name: '  ' })).body.code).toBe('invalid_request');
    const { email, password: currentPassword } = here.credentials;
    const newPassword = 'three green mangoes';
    const change = (current: string) =>
      here.post('/auth/change-password', { currentPassword: current, newPassword, revokeOtherSessions: true });
    const link = await linkMailedTo(email);
    const linksOf = `SELECT FROM person_verification WHERE value = '${here.credentials.personId}'`;
    expect((await change('not this one')).status).toBe(400);
    expect((await world.database.pool.query(linksOf)).rowCount).toBe(1);
    expect((await change(currentPassword)).status).toBe(200);
    expect((await setPassword(link)).status).toBe(400);
    expect((await there.get('/me')).status).toBe(401);
    await signIn(world.baseUrl, { email, password: newPassword }, elsewhere());
  });
});

/** The token of a link to set a password that a person asks for. */
async function linkMailedTo(email: string): Promise<string> {
  const earlier = mailServer.mails.length;
  await new SignedIn(world.baseUrl, '', elsewhere()).post('/auth/request-password-reset', { email });
  return await mailServer.passwordToken(email, earlier);
}

async function setPassword(token: string, newPassword = 'three green mangoes'): Promise<Answer> {
  return await new SignedIn(world.baseUrl, '', elsewhere()).post('/auth/reset-password', { token, newPassword });
}
