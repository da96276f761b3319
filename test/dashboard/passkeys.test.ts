import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { disablePerson } from '../../src/access/people/people.ts';
import { type Answer, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { Authenticator } from './authenticator.ts';
import { MailServer } from './mail-server.ts';
import { cookiesOf, createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let mailServer: MailServer;
let site: { readonly rpId: string; readonly origin: string };
beforeAll(async () => {
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_TRUST_PROXY: '127.0.0.1',
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'Pay <pay@example.ug>',
  });
  site = { rpId: 'localhost', origin: world.baseUrl.replace('127.0.0.1', 'localhost') };
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

let addresses = 0;

/** Another address, so that nobody is kept waiting by how often this machine asks. */
function elsewhere(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
}

/** The same browser after an answer, whose cookies come in place of earlier ones. */
function withCookiesOf(browser: SignedIn, { headers }: Answer): SignedIn {
  const cookies = new Map(
    [browser.cookie, cookiesOf(headers)]
      .flatMap((text) => text.split('; '))
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair]),
  );
  return new SignedIn(browser.baseUrl, [...cookies.values()].join('; '), browser.headers);
}

/** Adds a passkey to the account of somebody signed in. */
async function addPasskey(
  person: SignedIn,
  authenticator = new Authenticator(site),
  { behaviour = {}, name = 'Phone' }: { behaviour?: object; name?: string } = {},
): Promise<{ authenticator: Authenticator; answer: Answer; browser: SignedIn }> {
  const offered = await person.post('/auth/passkey/generate-register-options', {});
  expect([offered.status, offered.body.rp?.id]).toEqual([200, site.rpId]);
  const asked = withCookiesOf(person, offered);
  const response = authenticator.create(offered.body, behaviour);
  const answer = await asked.post('/auth/passkey/verify-registration', { response, name });
  return { authenticator, answer, browser: withCookiesOf(asked, answer) };
}

/** Signs in with a passkey in a browser. */
async function usePasskey(
  visitor: SignedIn,
  authenticator: Authenticator,
  behaviour: object = {},
): Promise<{ answer: Answer; browser: SignedIn }> {
  const offered = await visitor.post('/auth/passkey/generate-authenticate-options', {});
  const asked = withCookiesOf(visitor, offered);
  const response = authenticator.get(offered.body, behaviour);
  const answer = await asked.post('/auth/passkey/verify-authentication', { response });
  return { answer, browser: withCookiesOf(asked, answer) };
}

const visitor = (headers = elsewhere()) => new SignedIn(world.baseUrl, '', headers);

async function actsOf(personId: string): Promise<{ action: string; details: Json }[]> {
  const { rows } = await world.database.pool.query(
    'SELECT action, details FROM audit_log WHERE subject = $1 ORDER BY audit_log_id',
    [`person ${personId}`],
  );
  return rows;
}

describe('a passkey', () => {
  it('is added under a name, signs its person in alone, and is listed and removed', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { personId, email } = person.credentials;
    const { authenticator, answer, browser } = await addPasskey(person);
    expect([answer.status, answer.body]).toEqual([200, { name: 'Phone' }]);
    expect((await browser.get('/me')).body.data.person).toMatchObject({ two_factor_enabled: true, app_enabled: false });
    const listed = (await browser.get('/account/passkeys')).body.data;
    expect(listed).toEqual([{ id: expect.any(String), name: 'Phone', created_at: expect.any(String) }]);

    const used = await usePasskey(visitor(), authenticator);
    expect([used.answer.status, used.answer.body]).toEqual([200, { signed_in: true }]);
    expect((await used.browser.get('/me')).body.data.person.email).toBe(email);
    expect((await actsOf(personId)).at(-1)).toMatchObject({
      action: 'person.signed_in',
      details: { email, second_factor: 'passkey' },
    });

    const removed = await used.browser.post('/auth/passkey/delete-passkey', { id: listed[0].id });
    expect(removed.status).toBe(200);
    const here = withCookiesOf(used.browser, removed);
    expect((await here.get('/me')).body.data.person.two_factor_enabled).toBe(false);
    expect((await usePasskey(visitor(), authenticator)).answer.body).toEqual({
      code: 'PASSKEY_NOT_FOUND',
      message: 'This passkey is not known here. Sign in with your password, and add it again.',
    });
    const acts = (await actsOf(personId)).map(({ action, details }) => [action, details.passkey]);
    expect(acts).toContainEqual(['person.passkey_added', 'Phone']);
    expect(acts).toContainEqual(['person.passkey_removed', 'Phone']);
  });

  it('ends every other session and link when it is added, and when it is removed', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const thief = await signIn(world.baseUrl, person.credentials, elsewhere());
    const { browser, authenticator } = await addPasskey(person);
    expect((await thief.get('/me')).status).toBe(401);
    // The cookie of before was maybe copied too.
    expect((await person.get('/me')).status).toBe(401);
    const { browser: other } = await usePasskey(visitor(), authenticator);
    const [{ id }] = (await browser.get('/account/passkeys')).body.data;
    const removed = await browser.post('/auth/passkey/delete-passkey', { id });
    expect((await other.get('/me')).status).toBe(401);
    expect((await browser.get('/me')).status).toBe(401);
    expect((await withCookiesOf(browser, removed).get('/me')).status).toBe(200);
  });

  it('is asked for after the password, which alone lets nobody in any more', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, password } = person.credentials;
    const { authenticator } = await addPasskey(person);
    const half = await visitor().post('/auth/sign-in/email', { email, password });
    expect(half.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: [] });
    const waiting = withCookiesOf(visitor(), half);
    expect((await waiting.get('/me')).status).toBe(401);
    const offered = await waiting.post('/auth/passkey/generate-authenticate-options', { second_step: true });
    expect(offered.body).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key', id: authenticator.id, transports: ['internal'] }],
    });
    const asked = withCookiesOf(waiting, offered);
    const response = authenticator.get(offered.body);
    const answer = await asked.post('/auth/passkey/verify-authentication', { response });
    expect((await withCookiesOf(asked, answer).get('/me')).body.data.person.email).toBe(email);
    // Nobody who has not typed the password learns which passkeys there are.
    const stranger = await visitor().post('/auth/passkey/generate-authenticate-options', { second_step: true });
    expect(stranger.body.allowCredentials).toBeUndefined();
  });

  it('stands beside an authenticator app, of which each is enough and neither ends the other', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, password } = person.credentials;
    const { authenticator, browser } = await addPasskey(person);
    const thief = (await usePasskey(visitor(), authenticator)).browser;
    const { totpURI, backupCodes } = (await browser.post('/auth/two-factor/enable', { password })).body;
    // An app that is not set up to the end lets nobody in.
    const half = withCookiesOf(visitor(), await visitor().post('/auth/sign-in/email', { email, password }));
    const early = await half.post('/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
    expect([early.status, early.body.code]).toEqual([422, 'invalid_request']);
    const confirmed = await browser.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const here = withCookiesOf(browser, confirmed);
    expect((await here.get('/me')).body.data.person).toMatchObject({ two_factor_enabled: true, app_enabled: true });
    expect((await thief.get('/me')).status).toBe(401);
    expect((await usePasskey(visitor(), authenticator)).answer.status).toBe(200);
    const off = await here.post('/auth/two-factor/disable', { password, code: backupCodes[1] });
    expect(off.status).toBe(200);
    expect((await withCookiesOf(here, off).get('/me')).body.data.person).toMatchObject({
      two_factor_enabled: true,
      app_enabled: false,
    });
    expect((await visitor().post('/auth/sign-in/email', { email, password })).body.twoFactorRedirect).toBe(true);
  });

  it('is refused without a check of its person, from another page, with an old counter, and twice', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const unverified = await addPasskey(person, new Authenticator(site), { behaviour: { verifiesUser: false } });
    expect([unverified.answer.status, unverified.answer.body.code]).toEqual([401, 'USER_NOT_VERIFIED']);
    const nameless = await addPasskey(person, new Authenticator(site), { name: ' ' });
    expect([nameless.answer.status, nameless.answer.body.errors]).toEqual([422, { name: [expect.any(String)] }]);
    const elsewhereMade = await addPasskey(person, new Authenticator(site), {
      behaviour: { origin: 'https://evil.example' },
    });
    expect([elsewhereMade.answer.status, elsewhereMade.answer.body.message]).toEqual([
      400,
      'The passkey was not accepted; try again.',
    ]);
    expect((await person.get('/me')).body.data.person.two_factor_enabled).toBe(false);

    const { authenticator } = await addPasskey(person);
    const wrong: [object, number][] = [
      [{ verifiesUser: false }, 401],
      [{ origin: 'https://evil.example' }, 400],
      [{ origin: world.baseUrl }, 400],
    ];
    for (const [behaviour, status] of wrong) {
      const { answer, browser } = await usePasskey(visitor(), authenticator, behaviour);
      expect([behaviour, answer.status]).toEqual([behaviour, status]);
      expect((await browser.get('/me')).status).toBe(401);
    }
    expect((await usePasskey(visitor(), authenticator, { counter: 40 })).answer.status).toBe(200);
    expect((await usePasskey(visitor(), authenticator, { counter: 40 })).answer.status).toBe(400);
    const high = { counter: 4_000_000_000 };
    const { authenticator: old } = await addPasskey(await signedIn(world, {}, elsewhere()));
    expect((await usePasskey(visitor(), old, high)).answer.status).toBe(200);
    expect((await usePasskey(visitor(), old, high)).answer.status).toBe(400);

    const offered = await visitor().post('/auth/passkey/generate-authenticate-options', {});
    const asked = withCookiesOf(visitor(), offered);
    const response = authenticator.get(offered.body, { counter: 50 });
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => asked.post('/auth/passkey/verify-authentication', { response })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('CHALLENGE_NOT_FOUND');
  });

  it('of a disabled person lets nobody in, and is removed with the other factors by an administrator', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { personId } = person.credentials;
    const { authenticator } = await addPasskey(person);
    await disablePerson(world.database.pool, { personId, actor: serviceActor('test') });
    const { answer } = await usePasskey(visitor(), authenticator);
    expect([answer.status, answer.body.message]).toEqual([401, 'This account is disabled; ask an administrator.']);
    await waitUntil('the attempt is in the audit log', async () =>
      (await actsOf(personId)).some(({ details }) => details.reason === 'disabled'),
    );

    const lost = await signedIn(world, {}, elsewhere());
    await addPasskey(lost);
    const administrator = await signedIn(world, { platform: 'platform_administrator' }, elsewhere());
    // Who vouches for an account sees what it signs in with.
    const [listed] = (await administrator.get(`/platform/people?search=${lost.credentials.email}`)).body.data;
    expect(listed).toMatchObject({
      app_enabled: false,
      passkeys: [{ name: 'Phone', created_at: expect.stringMatching(/^20/) }],
    });
    const path = `/platform/people/${lost.credentials.personId}/second-factor`;
    expect((await administrator.delete(path)).status).toBe(200);
    const again = await signIn(world.baseUrl, lost.credentials, elsewhere());
    expect((await again.get('/account/passkeys')).body.data).toEqual([]);
  });

  it('that fails is delayed where it failed, and with a browser that was not used before is mailed', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { authenticator } = await addPasskey(person);
    const here = elsewhere();
    for (let failures = 0; failures < 5; failures += 1) {
      const { answer } = await usePasskey(visitor(here), authenticator, { verifiesUser: false });
      expect(answer.status).toBe(401);
    }
    await world.database.pool.query("UPDATE person_sign_in_attempt SET next_attempt_at = now() + interval '1 hour'");
    const delayed = await usePasskey(visitor(here), authenticator);
    expect([delayed.answer.status, delayed.answer.body.code]).toEqual([429, 'rate_limited']);
    const there = elsewhere();
    expect((await usePasskey(visitor(there), authenticator)).answer.status).toBe(200);
    // It also names the first sign-in of this person where both are due at the same time.
    await waitUntil('the mail comes', () =>
      mailServer.mails.some(
        ({ to, text }) =>
          to === person.credentials.email &&
          text.includes('not used before') &&
          text.includes(`Address: ${there['x-forwarded-for']}`),
      ),
    );
  });

  it('of another person is not theirs to remove, and nobody has more than twenty', async () => {
    const [owner, other] = [await signedIn(world, {}, elsewhere()), await signedIn(world, {}, elsewhere())];
    const { browser } = await addPasskey(owner);
    const [{ id }] = (await browser.get('/account/passkeys')).body.data;
    expect((await other.post('/auth/passkey/delete-passkey', { id })).status).toBe(404);
    expect((await visitor().post('/auth/passkey/delete-passkey', { id })).status).toBe(401);
    await world.database.pool.query(
      `INSERT INTO person_passkey (id, person_id, name, credential_id, public_key, counter, device_type, backed_up)
       SELECT 'more' || n, $1, 'More', 'more' || n, 'x', 0, 'singleDevice', false FROM generate_series(1, 19) AS n`,
      [owner.credentials.personId],
    );
    const refused = await browser.post('/auth/passkey/generate-register-options', {});
    expect(refused.body.message).toBe('You have 20 passkeys; remove one before you add another.');
    // Nor by steps that were begun before.
    await world.database.pool.query("DELETE FROM person_passkey WHERE id = 'more1'");
    const asked = withCookiesOf(browser, await browser.post('/auth/passkey/generate-register-options', {}));
    await world.database.pool.query(
      `INSERT INTO person_passkey (id, person_id, name, credential_id, public_key, counter, device_type, backed_up)
       VALUES ('last', $1, 'Last', 'last', 'x', 0, 'singleDevice', false)`,
      [owner.credentials.personId],
    );
    const late = await asked.post('/auth/passkey/verify-registration', { response: {}, name: 'Late' });
    expect(late.body.message).toBe('You have 20 passkeys; remove one before you add another.');
  });

  it('is only possible at an https address with a domain name, or at localhost', async () => {
    const options = async (baseUrl: string) => (await new SignedIn(baseUrl, '').get('/sign-in-options')).body.data;
    expect((await options(world.baseUrl)).passkey_origin).toBe(site.origin);
    const without = await world.startAnother({ NSIMBI_PUBLIC_URL: 'http://10.0.0.7:4500' });
    expect((await options(without)).passkey_origin).toBe(null);
    const person = await createPerson(world);
    const browser = await signIn(without, person, elsewhere());
    for (const path of ['generate-register-options', 'generate-authenticate-options', 'verify-authentication']) {
      const answer = await browser.post(`/auth/passkey/${path}`, {});
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'invalid_request']);
    }
    for (const path of ['update-passkey', 'list-user-passkeys']) {
      expect((await browser.post(`/auth/passkey/${path}`, {})).status).toBe(404);
    }
  });
});

/** Makes something else happen in the middle of a request: a trigger of the test's own, until the work has ended. */
async function withTrigger<T>(on: string, statement: string, work: () => Promise<T>): Promise<T> {
  const { owner } = world.database;
  await owner.query(
    `CREATE FUNCTION in_between() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp
     AS $$ BEGIN ${statement}; RETURN coalesce(NEW, OLD); END; $$`,
  );
  await owner.query(`CREATE TRIGGER in_between ${on} FOR EACH ROW EXECUTE FUNCTION in_between()`);
  try {
    return await work();
  } finally {
    await owner.query('DROP FUNCTION in_between CASCADE');
  }
}

async function sessionsOf(personId: string): Promise<number> {
  const { rows } = await world.database.pool.query('SELECT FROM person_session WHERE person_id = $1', [personId]);
  return rows.length;
}

async function ageFactor(personId: string, age: string): Promise<void> {
  await world.database.pool.query(
    'UPDATE person_session SET factor_given_at = trusted_now() - $2::interval WHERE person_id = $1',
    [personId, age],
  );
}

describe('at the same moment', () => {
  it('a passkey that another account adds confirms nobody, and signs in its own person', async () => {
    const [thief, other] = [await signedIn(world, {}, elsewhere()), await signedIn(world, {}, elsewhere())];
    const { authenticator } = await addPasskey(other);
    await addPasskey(thief).then(({ browser }) => Object.assign(thief, { cookie: browser.cookie }));
    const { owner } = world.database;
    await owner.query('CREATE TABLE late_passkey AS SELECT * FROM person_passkey WHERE person_id = $1', [
      other.credentials.personId,
    ]);
    const takeAway = () => owner.query('DELETE FROM person_passkey WHERE person_id = $1', [other.credentials.personId]);
    await takeAway();
    const before = await sessionsOf(other.credentials.personId);
    await ageFactor(thief.credentials.personId, '6 minutes');
    // The library takes its challenge after we looked whose passkey it is, and before it looks itself.
    const on = 'AFTER DELETE ON person_verification';
    const add = 'INSERT INTO person_passkey SELECT * FROM late_passkey';
    const offered = await thief.post('/auth/passkey/generate-authenticate-options', {});
    const asked = withCookiesOf(thief, offered);
    const response = authenticator.get(offered.body);
    const answer = await withTrigger(on, add, () => asked.post('/auth/step-up/passkey', { response }));
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'This passkey belongs to another account; use one of your own.',
    ]);
    expect(await sessionsOf(other.credentials.personId)).toBe(before);
    expect((await thief.post('/auth/passkey/generate-register-options', {})).body.code).toBe('factor_required');

    await takeAway();
    const used = await withTrigger(on, add, () => usePasskey(visitor(), authenticator));
    expect((await used.browser.get('/me')).body.data.person.email).toBe(other.credentials.email);
    expect((await actsOf(other.credentials.personId)).at(-1)?.action).toBe('person.signed_in');
  });

  it('a passkey that is removed lets nobody in', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { authenticator } = await addPasskey(person);
    const before = await sessionsOf(person.credentials.personId);
    const { answer } = await withTrigger(
      'AFTER UPDATE ON person_passkey',
      'DELETE FROM person_passkey WHERE id = OLD.id',
      () => usePasskey(visitor(), authenticator),
    );
    expect([answer.status, answer.body.code]).toEqual([401, 'PASSKEY_NOT_FOUND']);
    expect(await sessionsOf(person.credentials.personId)).toBe(before);
  });

  it('a password lets nobody in who has got a second factor since it was looked for', async () => {
    const { personId, email, password } = await createPerson(world);
    const answer = await withTrigger(
      'AFTER INSERT ON person_session',
      `INSERT INTO person_two_factor (id, person_id, secret, backup_codes) VALUES ('late', NEW.person_id, 'x', 'x')`,
      () => visitor().post('/auth/sign-in/email', { email, password }),
    );
    expect([answer.status, answer.body.code, answer.headers.getSetCookie()]).toEqual([401, 'unauthorized', []]);
    expect(await sessionsOf(personId)).toBe(0);
  });

  it('a session that ends leaves the new passkey, and what is written about it', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { personId } = person.credentials;
    const { answer } = await withTrigger(
      'AFTER INSERT ON person_passkey',
      'DELETE FROM person_session WHERE person_id = NEW.person_id',
      () => addPasskey(person),
    );
    expect([answer.status, answer.body.message]).toEqual([
      401,
      'The change was made, and your session has ended; sign in again.',
    ]);
    expect((await actsOf(personId)).at(-1)).toMatchObject({
      action: 'person.passkey_added',
      details: { passkey: 'Phone' },
    });
  });
});

describe('a second factor', () => {
  it('is known to the sign-in while one of two cannot be removed, and whatever is written beside it', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { personId, email, password } = person.credentials;
    const { browser } = await addPasskey(person);
    const { totpURI, backupCodes } = (await browser.post('/auth/two-factor/enable', { password })).body;
    const confirmed = await browser.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    const here = withCookiesOf(browser, confirmed);
    const off = await withTrigger('BEFORE DELETE ON person_two_factor', "RAISE EXCEPTION 'cut off'", () =>
      here.post('/auth/two-factor/disable', { password, code: backupCodes[0] }),
    );
    expect(off.status).toBe(500);
    // As a library or a program of before would.
    await world.database.pool.query('UPDATE person SET two_factor_enabled = false WHERE id = $1', [personId]);
    const { rows } = await world.database.pool.query(
      `SELECT two_factor_enabled, (SELECT count(*)::int FROM person_two_factor WHERE person_id = person.id) AS apps
         FROM person WHERE id = $1`,
      [personId],
    );
    expect(rows).toEqual([{ two_factor_enabled: true, apps: 1 }]);
    expect((await visitor().post('/auth/sign-in/email', { email, password })).body.twoFactorRedirect).toBe(true);
    expect((await actsOf(personId)).map(({ action }) => action)).not.toContain('person.second_factor_turned_off');
  });

  it('that is added gives none in the session: the one before it was given as long ago as it was', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { personId } = person.credentials;
    await ageFactor(personId, '4 minutes');
    await addPasskey(person);
    const { rows } = await world.database.pool.query(
      `SELECT trusted_now() - factor_given_at > interval '3 minutes' AS is_old FROM person_session WHERE person_id = $1`,
      [personId],
    );
    expect(rows).toEqual([{ is_old: true }]);
  });

  it('that changes, and a password that changes, is mailed with what to do', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, password } = person.credentials;
    const texts = () => mailServer.mails.filter(({ to }) => to === email).map(({ text }) => text);
    const { browser } = await addPasskey(person);
    const { totpURI, backupCodes } = (await browser.post('/auth/two-factor/enable', { password })).body;
    const confirmed = await browser.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    let here = withCookiesOf(browser, confirmed);
    here = withCookiesOf(here, await here.post('/auth/two-factor/disable', { password, code: backupCodes[0] }));
    const newPassword = 'three green mangoes';
    await here.post('/auth/change-password', { currentPassword: password, newPassword });
    const [{ id }] = (await here.get('/account/passkeys')).body.data;
    await here.post('/auth/passkey/delete-passkey', { id });
    const expected = [
      'A passkey was added to your account',
      'An authenticator app was set up for your account',
      'The authenticator app of your account was turned off',
      'The password of your account was changed',
      'A passkey was removed from your account',
    ];
    await waitUntil('the mails come', () =>
      expected.every((subject) => texts().some((text) => text.includes(`Subject: ${subject}`))),
    );
    for (const text of texts()) expect(text).toContain('remove every passkey that is not yours');
  });
});

describe('a challenge', () => {
  it('is none where another signed text of ours stands in its cookie', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, password } = person.credentials;
    const { authenticator } = await addPasskey(person);
    const half = withCookiesOf(visitor(), await visitor().post('/auth/sign-in/email', { email, password }));
    const cookie = half.cookie.replace(/two_factor=/, 'passkey=');
    expect(cookie).toContain('passkey=');
    const forged = new SignedIn(world.baseUrl, cookie, elsewhere());
    const response = authenticator.get({ challenge: 'x' });
    const answer = await forged.post('/auth/passkey/verify-authentication', { response });
    expect([answer.status, answer.body.code]).toEqual([400, 'CHALLENGE_NOT_FOUND']);
  });

  it('that fails in a session is written with the session', async () => {
    const person = await signedIn(world, {}, elsewhere());
    const { email, personId } = person.credentials;
    await person.post('/auth/step-up/password', { password: 'not this one' });
    await waitUntil('the failure is in the audit log', async () =>
      (await actsOf(personId)).some(({ details }) => details.reason === 'wrong_password'),
    );
    const { rows } = await world.database.pool.query(
      `SELECT actor, session IN (SELECT id FROM person_session WHERE person_id = $1) AS is_theirs FROM audit_log
        WHERE subject = 'person ' || $1 AND action = 'person.sign_in_failed'`,
      [personId],
    );
    expect(rows).toEqual([{ actor: email, is_theirs: true }]);
  });
});
