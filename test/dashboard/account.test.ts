import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeEndedSessions } from '../../src/dashboard/people/ended-sessions.ts';
import { type Answer, type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MailServer } from './mail-server.ts';
import { createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
  world = await World.open({ NSIMBI_SMTP_URL: mailServer.url, NSIMBI_MAIL_FROM: 'Pay <pay@example.ug>' });
  shop = await world.business('Corner Shop');
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

/** Nobody is kept waiting by how often one address of this machine tries. */
async function forgetAddresses(): Promise<void> {
  await world.database.pool.query('DELETE FROM person_rate_limit');
}

describe('wrong passwords', () => {
  it.each(['a person', 'nobody'])('lock the sign-in of %s after ten, with the same words', async (whose) => {
    const { email, password } = await createPerson(world);
    const tried = whose === 'nobody' ? `no-${email}` : email;
    const visitor = new SignedIn(world.baseUrl, '');
    for (let failures = 0; failures < 10; failures += 1) {
      await forgetAddresses();
      const wrong = await visitor.post('/auth/sign-in/email', { email: tried.toUpperCase(), password: 'not this one' });
      expect(wrong.status).toBe(401);
    }
    await forgetAddresses();
    const locked = await visitor.post('/auth/sign-in/email', { email: tried, password });
    expect([locked.status, locked.body.code, locked.headers.get('retry-after')]).toEqual([429, 'rate_limited', '900']);
    expect(locked.body.message).toBe(
      'Too many wrong passwords for this account; wait 15 minutes, or set a new password.',
    );
  });

  it('are counted before the password is looked at, so that many at once are no way around', async () => {
    const { email } = await createPerson(world);
    await forgetAddresses();
    const visitor = new SignedIn(world.baseUrl, '');
    const answers = await Promise.all(
      Array.from({ length: 18 }, () => visitor.post('/auth/sign-in/email', { email, password: 'not this one' })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('are forgotten when the right one comes, or when fifteen minutes have passed', async () => {
    const { email, password } = await createPerson(world);
    const visitor = new SignedIn(world.baseUrl, '');
    const wrong = () => visitor.post('/auth/sign-in/email', { email, password: 'not this one' });
    for (let failures = 0; failures < 9; failures += 1) await wrong();
    await forgetAddresses();
    await signIn(world.baseUrl, { email, password });
    for (let failures = 0; failures < 10; failures += 1) expect((await wrong()).status).toBe(401);
    await forgetAddresses();
    await expect(signIn(world.baseUrl, { email, password })).rejects.toThrow(/429/);
    await world.database.pool.query("UPDATE person_sign_in_failure SET locked_until = now() - interval '1 second'");
    await signIn(world.baseUrl, { email, password });
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link that is mailed, works once, ends every session and the link before, and unlocks', async () => {
    await forgetAddresses();
    const person = await createPerson(world);
    const before = await signIn(world.baseUrl, person);
    const visitor = new SignedIn(world.baseUrl, '');
    const asked = await visitor.post('/auth/request-password-reset', { email: person.email });
    const unknown = await visitor.post('/auth/request-password-reset', { email: 'nobody@example.ug' });
    expect([asked.status, asked.text]).toEqual([200, unknown.text]);
    const first = await linkIn(0, person.email);
    const second = await linkMailedTo(person.email);
    expect(mailServer.mails.some(({ to }) => to === 'nobody@example.ug')).toBe(false);
    for (let failures = 0; failures < 10; failures += 1) {
      await forgetAddresses();
      await visitor.post('/auth/sign-in/email', { email: person.email, password: 'not this one' });
    }
    const password = 'three green mangoes';
    expect((await setPassword(first, password)).status).toBe(400);
    expect((await setPassword(second, password)).status).toBe(200);
    expect((await setPassword(second, password)).status).toBe(400);
    expect((await before.get('/me')).status).toBe(401);
    await expect(signIn(world.baseUrl, person)).rejects.toThrow(/401/);
    await signIn(world.baseUrl, { email: person.email, password });
  });
});

describe('the second factor', () => {
  it('is set up with an app, asked for at sign-in, and replaced once by each recovery code', async () => {
    await forgetAddresses();
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { email, password } = person.credentials;
    const setUp = await person.post('/auth/two-factor/enable', { password });
    const { totpURI, backupCodes } = setUp.body;
    expect(backupCodes).toHaveLength(10);
    expect((await person.get('/me')).body.data.person.two_factor_enabled).toBe(false);
    const confirmed = await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect(confirmed.status).toBe(200);

    const visitor = new SignedIn(world.baseUrl, '');
    const firstStep = async () => {
      await forgetAddresses();
      const answer = await visitor.post('/auth/sign-in/email', { email, password });
      expect(answer.body).toMatchObject({ twoFactorRedirect: true });
      const half = new SignedIn(world.baseUrl, cookiesOf(answer.headers));
      expect((await half.get('/me')).status).toBe(401);
      return half;
    };
    const wrong = await (await firstStep()).post('/auth/two-factor/verify-totp', { code: '000000' });
    expect(wrong.status).toBe(401);
    const half = await firstStep();
    const byApp = await half.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect(byApp.status).toBe(200);
    const whole = new SignedIn(world.baseUrl, cookiesOf(byApp.headers));
    expect((await whole.get('/me')).body.data.person).toMatchObject({ email, two_factor_enabled: true });

    const [code] = backupCodes;
    const byCode = await (await firstStep()).post('/auth/two-factor/verify-backup-code', { code });
    expect(byCode.status).toBe(200);
    expect((await new SignedIn(world.baseUrl, cookiesOf(byCode.headers)).get('/me')).status).toBe(200);
    const again = await (await firstStep()).post('/auth/two-factor/verify-backup-code', { code });
    expect(again.status).toBe(401);
  });

  it('ends what else could sign in without it when it is set up, and when it is turned off', async () => {
    await forgetAddresses();
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { email, password } = owner.credentials;
    const thief = await signIn(world.baseUrl, owner.credentials);
    const link = await linkMailedTo(email);
    const { totpURI } = (await owner.post('/auth/two-factor/enable', { password })).body;
    const wrong = await owner.post('/auth/two-factor/verify-totp', { code: '000000' });
    expect([wrong.status, (await thief.get('/me')).status]).toEqual([401, 200]);
    const confirmed = await owner.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect((await thief.get('/me')).status).toBe(401);
    expect((await setPassword(link)).status).toBe(400);
    const here = new SignedIn(world.baseUrl, cookiesOf(confirmed.headers));
    expect((await here.get('/me')).body.data.person.two_factor_enabled).toBe(true);

    await forgetAddresses();
    const visitor = new SignedIn(world.baseUrl, '');
    const first = await visitor.post('/auth/sign-in/email', { email, password });
    const half = new SignedIn(world.baseUrl, cookiesOf(first.headers));
    const other = await linkMailedTo(email);
    const turnedOff = await here.post('/auth/two-factor/disable', { password });
    expect(turnedOff.status).toBe(200);
    expect((await setPassword(other)).status).toBe(400);
    expect((await half.post('/auth/two-factor/verify-totp', { code: '000000' })).body.code).toBe(
      'INVALID_TWO_FACTOR_COOKIE',
    );
    expect((await new SignedIn(world.baseUrl, cookiesOf(turnedOff.headers)).get('/me')).status).toBe(200);
  });

  it('is asked for at every sign-in, also of a browser that asks to be trusted', async () => {
    await forgetAddresses();
    const person = await signedIn(world);
    const { email, password } = person.credentials;
    const { totpURI } = (await person.post('/auth/two-factor/enable', { password })).body;
    await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const visitor = new SignedIn(world.baseUrl, '');
    const first = await visitor.post('/auth/sign-in/email', { email, password });
    const half = new SignedIn(world.baseUrl, cookiesOf(first.headers));
    const code = totpCode(totpURI, Date.now());
    const trusted = await half.post('/auth/two-factor/verify-totp', { code, trustDevice: true });
    expect(trusted.status).toBe(200);
    const before = new SignedIn(world.baseUrl, cookiesOf(trusted.headers));
    expect((await before.get('/me')).status).toBe(200);
    const again = await before.post('/auth/sign-in/email', { email, password });
    expect(again.body).toMatchObject({ twoFactorRedirect: true });
  });

  it('is locked by guesses, however often the first step is done again', async () => {
    await forgetAddresses();
    const person = await signedIn(world);
    const { email, password } = person.credentials;
    const { totpURI } = (await person.post('/auth/two-factor/enable', { password })).body;
    await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const visitor = new SignedIn(world.baseUrl, '');
    const attempt = async (code: string) => {
      await forgetAddresses();
      const first = await visitor.post('/auth/sign-in/email', { email, password });
      return await new SignedIn(world.baseUrl, cookiesOf(first.headers)).post('/auth/two-factor/verify-totp', { code });
    };
    let guesses = 0;
    const real = new Set([-30_000, 0, 30_000, 60_000].map((later) => totpCode(totpURI, Date.now() + later)));
    const wrongCode = ['111111', '222222', '333333', '444444', '555555'].find((code) => !real.has(code)) ?? '';
    for (let status = 401; status === 401 && guesses < 30; guesses += 1) status = (await attempt(wrongCode)).status;
    expect(guesses).toBeLessThan(30);
    expect((await attempt(totpCode(totpURI, Date.now()))).status).not.toBe(200);
  });

  it('is needed for everything where the client asks for it', async () => {
    await forgetAddresses();
    const strict = await world.business('Strict Shop');
    const owner = await signedIn(world, { clients: { [strict.clientId]: 'client_owner' } });
    expect((await owner.put(`/clients/${strict.clientId}/second-factor`, { required: true })).status).toBe(200);
    const refused = await owner.get(`/clients/${strict.clientId}/team`);
    expect([refused.status, refused.body.data]).toEqual([403, { second_factor_required: true }]);
    // Staff sits at that desk like everybody else.
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    for (const [desk, status] of [
      [strict, 403],
      [shop, 200],
    ] as const) {
      expect((await administrator.get(`/clients/${desk.clientId}/live/approvals`)).status).toBe(status);
      expect((await administrator.get(`/platform/clients/${desk.clientId}`)).status).toBe(200);
    }
    const { totpURI } = (await owner.post('/auth/two-factor/enable', { password: owner.credentials.password })).body;
    const answer = await owner.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const now = new SignedIn(world.baseUrl, cookiesOf(answer.headers));
    expect((await now.get(`/clients/${strict.clientId}/team`)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed without their tokens and signed out one by one, or everywhere', async () => {
    await forgetAddresses();
    const here = await signedIn(world);
    const there = await signIn(world.baseUrl, here.credentials);
    const stranger = await signedIn(world);
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
    await forgetAddresses();
    const person = await signedIn(world);
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
    await world.database.pool.query(
      "UPDATE person_session SET expires_at = now() + interval '3 days' WHERE person_id = $1",
      [person.credentials.personId],
    );
    const { headers } = await person.get('/me');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^nsimbi\.session_token=.*Max-Age=604800.*HttpOnly/),
    ]);
    expect(cookiesOf(headers)).toBe(person.cookie);
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
    await world.database.pool.query('DELETE FROM person_session WHERE person_id = $1', [person.credentials.personId]);
    // Another tab may have got a new session in place of this one: nothing takes it away.
    expect((await person.get('/me')).headers.getSetCookie()).toEqual([]);
  });

  it('that have ended are removed, with links and counts that are over', async () => {
    await forgetAddresses();
    const { pool } = world.database;
    const person = await signedIn(world);
    const { personId } = person.credentials;
    const past = "now() - interval '2 hours'";
    await pool.query(
      `INSERT INTO person_session (id, token, person_id, expires_at) VALUES ('old', 'old', $1, ${past})`,
      [personId],
    );
    await pool.query(
      `INSERT INTO person_verification (id, identifier, value, expires_at) VALUES ('old', 'x', 'x', ${past})`,
    );
    await pool.query(`INSERT INTO person_sign_in_failure (account, failures, since) VALUES ('old', 1, ${past})`);
    await removeEndedSessions.work(pool);
    for (const [table, key] of [
      ['person_session', 'id'],
      ['person_verification', 'id'],
      ['person_sign_in_failure', 'account'],
    ]) {
      expect((await pool.query(`SELECT FROM ${table} WHERE ${key} = 'old'`)).rowCount).toBe(0);
    }
    expect((await person.get('/me')).status).toBe(200);
  });
});

describe('an account', () => {
  it('changes its name and its password, which ends links, and the other sessions when asked to', async () => {
    await forgetAddresses();
    const here = await signedIn(world);
    const there = await signIn(world.baseUrl, here.credentials);
    expect((await here.put('/account', { name: ' Akello Grace ' })).status).toBe(200);
    expect((await here.get('/me')).body.data.person.name).toBe('Akello Grace');
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
    await signIn(world.baseUrl, { email, password: newPassword });
  });
});

/** The token of a link to set a password that a person asks for. */
async function linkMailedTo(email: string): Promise<string> {
  const earlier = mailServer.mails.length;
  await forgetAddresses();
  await new SignedIn(world.baseUrl, '').post('/auth/request-password-reset', { email });
  return await linkIn(earlier, email);
}

/** The token of the link in the first mail to a person that comes after so many mails. */
async function linkIn(earlier: number, email: string): Promise<string> {
  const mail = await waitUntil('the mail comes', 10_000, async () =>
    mailServer.mails.slice(earlier).find(({ to }) => to === email),
  );
  return /set-password\?token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
}

async function setPassword(token: string, newPassword = 'three green mangoes'): Promise<Answer> {
  return await new SignedIn(world.baseUrl, '').post('/auth/reset-password', { token, newPassword });
}

function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}
