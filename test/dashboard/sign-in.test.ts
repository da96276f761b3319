import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MailServer } from './mail-server.ts';
import { type Credentials, cookiesOf, createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'Pay <pay@example.ug>',
    NSIMBI_TRUST_PROXY: '127.0.0.1',
  });
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

/** A code works once, and that of the next 30 seconds is taken as well. */
const stepMs = 30_000;

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

/** Somebody at an address, without cookies. */
function visitorFrom(address = newAddress()): SignedIn {
  return new SignedIn(world.baseUrl, '', { 'x-forwarded-for': address });
}

function tryPassword(visitor: SignedIn, email: string, password = 'not this one'): Promise<Answer> {
  return visitor.post('/auth/sign-in/email', { email, password });
}

/** Waits over: what was delayed until a moment is accepted now, and the failures stay counted. */
async function endDelays(): Promise<void> {
  await world.database.pool.query('UPDATE person_sign_in_attempt SET next_attempt_at = clock_timestamp()');
}

/**
 * What is delayed now stays so for an hour, however slow this machine is. A success that came late moves next_attempt_at
 * too, and differs from a delay by the number of failures.
 */
async function extendDelays(): Promise<void> {
  await world.database.pool.query(
    `UPDATE person_sign_in_attempt SET next_attempt_at = next_attempt_at + interval '1 hour'
      WHERE next_attempt_at > last_attempt_at + interval '1 second' AND failures >= 5`,
  );
}

/** A person with an authenticator app, signed in; the app's address, the code that set it up, and recovery codes. */
async function withApp(): Promise<{
  here: SignedIn;
  credentials: Credentials;
  totpURI: string;
  setUpCode: string;
  backupCodes: string[];
}> {
  const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
  const { password } = person.credentials;
  const { totpURI, backupCodes } = (await person.post('/auth/two-factor/enable', { password })).body;
  const setUpCode = totpCode(totpURI, Date.now());
  const answer = await person.post('/auth/two-factor/verify-totp', { code: setUpCode });
  expect(answer.status).toBe(200);
  const here = new SignedIn(world.baseUrl, cookiesOf(answer.headers), { 'x-forwarded-for': newAddress() });
  return { here, credentials: person.credentials, totpURI, setUpCode, backupCodes };
}

/** Email and password are right; the code comes next. */
async function firstStep({ email, password }: Credentials, visitor = visitorFrom()): Promise<SignedIn> {
  const answer = await visitor.post('/auth/sign-in/email', { email, password });
  expect(answer.body).toMatchObject({ twoFactorRedirect: true });
  return new SignedIn(world.baseUrl, cookiesOf(answer.headers), visitor.headers);
}

/** A code that the app shows at no time near now. */
function wrongCodeFor(totpURI: string): string {
  const real = new Set([-2, -1, 0, 1, 2].map((steps) => totpCode(totpURI, Date.now() + steps * stepMs)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !real.has(code)) ?? '';
}

describe('wrong passwords', () => {
  it.each(['a person', 'nobody'])('of %s delay their source more and more, with the same words', async (whose) => {
    const { email, password } = await createPerson(world);
    const tried = whose === 'nobody' ? `no-${email}` : email;
    const visitor = visitorFrom();
    const delays: number[] = [];
    for (let failures = 1; failures <= 8; failures += 1) {
      expect((await tryPassword(visitor, tried.toUpperCase())).status).toBe(401);
      const { rows } = await world.database.pool.query<{ seconds: number }>(
        `SELECT extract(epoch FROM max(next_attempt_at - last_attempt_at))::float8 AS seconds FROM person_sign_in_attempt
          WHERE failures = $1 AND last_attempt_at = (SELECT max(last_attempt_at) FROM person_sign_in_attempt
                                                      WHERE failures = $1 AND next_attempt_at > last_attempt_at)`,
        [failures],
      );
      delays.push(Math.round(rows[0]?.seconds ?? 0));
      if (failures < 8) await endDelays();
    }
    expect(delays).toEqual([0, 0, 0, 0, 2, 4, 8, 16]);
    await extendDelays();
    const refused = await tryPassword(visitor, tried, password);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(refused.body.message).toBe(
      `Too many wrong passwords for this account; try again in ${Math.ceil(seconds / 60)} minutes, or set a new password by a link.`,
    );
  });

  it('of a stranger keep the owner out neither elsewhere nor in a browser that signed in before', async () => {
    const person = await createPerson(world);
    const shared = newAddress();
    const before = await signIn(world.baseUrl, person, { 'x-forwarded-for': shared });
    const stranger = visitorFrom(shared);
    for (let failures = 0; failures < 7; failures += 1) await tryPassword(stranger, person.email);
    await extendDelays();
    expect((await tryPassword(stranger, person.email, person.password)).status).toBe(429);
    // Another address.
    expect((await tryPassword(visitorFrom(), person.email, person.password)).status).toBe(200);
    // The same address, behind which a mobile carrier has thousands.
    expect((await tryPassword(before, person.email, person.password)).status).toBe(200);
  });

  it('from many addresses slow down browsers that are not known, for a minute at most', async () => {
    const person = await createPerson(world);
    const before = await signIn(world.baseUrl, person, { 'x-forwarded-for': newAddress() });
    for (let failures = 0; failures < 50; failures += 1) {
      expect((await tryPassword(visitorFrom(), person.email)).status).toBe(401);
    }
    await extendDelays();
    const slowed = await tryPassword(visitorFrom(), person.email, person.password);
    expect(slowed.status).toBe(429);
    await world.database.pool.query('UPDATE person_sign_in_attempt SET failures = 5000 WHERE failures = 50');
    await endDelays();
    expect((await tryPassword(visitorFrom(), person.email)).status).toBe(401);
    const longest = await tryPassword(visitorFrom(), person.email, person.password);
    expect(longest.status).toBe(429);
    expect(Number(longest.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await tryPassword(before, person.email, person.password)).status).toBe(200);
  });

  it('are counted before the password is looked at, so that many at once are no way around', async () => {
    const { email } = await createPerson(world);
    const visitor = visitorFrom();
    const answers = await Promise.all(Array.from({ length: 18 }, () => tryPassword(visitor, email)));
    // Five, and one more for each delay that passes meanwhile on a slow machine.
    const evaluated = answers.filter(({ status }) => status === 401).length;
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThan(10);
  });

  it('are forgotten when the right one comes', async () => {
    const { email, password } = await createPerson(world);
    const visitor = visitorFrom();
    for (let failures = 0; failures < 4; failures += 1) expect((await tryPassword(visitor, email)).status).toBe(401);
    expect((await tryPassword(visitor, email, password)).status).toBe(200);
    for (let failures = 0; failures < 5; failures += 1) expect((await tryPassword(visitor, email)).status).toBe(401);
    await extendDelays();
    expect((await tryPassword(visitor, email)).status).toBe(429);
  });

  it('delay a known browser of its own, which no cookie of another person or of a stranger is', async () => {
    const [owner, clerk] = [await createPerson(world), await createPerson(world)];
    const address = newAddress();
    const before = await signIn(world.baseUrl, owner, { 'x-forwarded-for': address });
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await tryPassword(before, owner.email)).status).toBe(401);
    }
    await extendDelays();
    expect((await tryPassword(before, owner.email, owner.password)).status).toBe(429);
    const stranger = visitorFrom(address);
    for (let failures = 0; failures < 5; failures += 1) await tryPassword(stranger, clerk.email);
    await extendDelays();
    const forged = new SignedIn(world.baseUrl, 'nsimbi.browser=abc.def', stranger.headers);
    for (const one of [before, stranger, forged]) {
      expect((await tryPassword(one, clerk.email, clerk.password)).status).toBe(429);
    }
  });

  it('of somebody with a stolen session are counted where the password is asked for again', async () => {
    const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
    const body = { currentPassword: 'not this one', newPassword: 'three green mangoes' };
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await person.post('/auth/change-password', body)).status).toBe(400);
    }
    await extendDelays();
    expect((await person.post('/auth/change-password', body)).status).toBe(429);
    expect((await person.post('/auth/two-factor/enable', { password: 'not this one' })).status).toBe(429);
  });

  it('cannot be tried through another path that is written into the name of the host', async () => {
    const { email, password } = await createPerson(world);
    const { port } = new URL(world.baseUrl);
    for (const header of ['host', 'x-forwarded-host']) {
      const asked = request({
        port,
        path: '/dashboard/api/auth/sign-out',
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: 'x/dashboard/api/auth/sign-in/email?x=' },
      });
      asked.end(JSON.stringify({ email, password }));
      const [answer] = await once(asked, 'response');
      answer.resume();
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined]);
    }
  });
});

describe('requests to sign-in paths', () => {
  it('have bodies of 4 KiB at most', async () => {
    const answer = await tryPassword(visitorFrom(), 'akello@example.ug', 'x'.repeat(5_000));
    expect([answer.status, answer.body.message]).toEqual([413, 'The body is larger than 4 KiB; send a smaller one.']);
  });

  it('are counted and looked up before their body is read', async () => {
    // More than twice the limit, because a minute of the clock may end in between.
    const many = Array.from({ length: 45 }, () => 'sign-in/email');
    const address = newAddress();
    const asked = ['sign-up/email', ...many].map((path) =>
      request(`${world.baseUrl}/dashboard/api/auth/${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': 60,
          origin: world.baseUrl,
          'x-forwarded-for': address,
        },
      }),
    );
    const statuses: (number | undefined)[] = [];
    for (const one of asked) {
      // Those that are not refused still wait for their body when the test ends.
      one.on('error', () => undefined).on('response', ({ statusCode }) => statuses.push(statusCode));
      one.flushHeaders();
    }
    await waitUntil('one path is not found and one request is too many', () => {
      expect(statuses).not.toContain(408);
      return statuses.includes(404) && statuses.includes(429);
    });
    for (const one of asked) one.destroy();
  });

  it('give the library the fields that our pages send and no others', async () => {
    const { email, password } = await createPerson(world);
    const callbackURL = 'https://elsewhere.example/';
    const answer = await visitorFrom().post('/auth/sign-in/email', { email, password, callbackURL });
    expect([answer.status, answer.body.redirect, answer.body.url]).toEqual([200, false, undefined]);
  });

  it('come from our own page too when a proxy that is not named takes https away', async () => {
    const { email, password } = await createPerson(world);
    const origin = world.baseUrl.replace('http:', 'https:');
    const visitor = new SignedIn(world.baseUrl, '', { 'x-forwarded-for': newAddress(), origin });
    expect((await tryPassword(visitor, email, password)).status).toBe(200);
  });

  it.each(['sign-in/email', 'request-password-reset'])('are refused by %s for an address with a zero', async (path) => {
    const answer = await visitorFrom().post(`/auth/${path}`, {
      email: 'akello\0@example.ug',
      password: 'not this one',
    });
    expect(answer.status).toBe(400);
  });
});

describe('many passwords at once', () => {
  it('wait in a queue, beyond which they are refused with a time to come back, while others go on working', async () => {
    const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
    const { email, password } = person.credentials;
    const answers = Array.from({ length: 100 }, (_, index) => tryPassword(visitorFrom(), `${index}-${email}`));
    const meanwhile = await Promise.all(Array.from({ length: 10 }, () => person.get('/me')));
    expect(meanwhile.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429);
    for (const { body, headers } of refused) {
      expect([body.code, headers.get('retry-after')]).toEqual(['rate_limited', '3']);
    }
    expect((await tryPassword(visitorFrom(), email, password)).status).toBe(200);
  });

  it('of strangers keep nobody waiting in a browser that signed in before', async () => {
    const person = await createPerson(world);
    const { email, password } = person;
    const before = await signIn(world.baseUrl, person, { 'x-forwarded-for': newAddress() });
    const counts = { evaluated: 0, refused: 0, sent: 0 };
    let isOver = false;
    // More than are served and wait at once, so that the strangers' places are always taken.
    const strangers = Array.from({ length: 30 }, async () => {
      while (!isOver) {
        counts.sent += 1;
        const address = `10.${counts.sent >> 16}.${(counts.sent >> 8) & 255}.${counts.sent & 255}`;
        const { status } = await tryPassword(visitorFrom(address), `${counts.sent}-${email}`);
        if (status === 401) counts.evaluated += 1;
        if (status === 429) counts.refused += 1;
      }
    });
    await waitUntil('strangers are refused', () => counts.refused > 0);
    const answers: Answer[] = [];
    const evaluatedMeanwhile: number[] = [];
    for (let signIns = 0; signIns < 3; signIns += 1) {
      const { evaluated } = counts;
      answers.push(await tryPassword(before, email, password));
      evaluatedMeanwhile.push(counts.evaluated - evaluated);
    }
    isOver = true;
    await Promise.all(strangers);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Twenty strangers waited all the time.
    for (const evaluated of evaluatedMeanwhile) expect(evaluated).toBeLessThan(20);
  });

  it('and codes leave half of the connections to the database to others', async () => {
    const { credentials } = await withApp();
    const half = await firstStep(credentials);
    const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
    const locking = await world.database.pool.connect();
    const held = async () => {
      const { rows } = await world.database.pool.query<{ held: number }>(
        `SELECT count(*)::integer AS held FROM pg_locks
          WHERE relation = 'person_sign_in_attempt'::regclass AND NOT granted`,
      );
      return rows[0]?.held ?? 0;
    };
    let heldMax = 0;
    const answers: Promise<Answer>[] = [];
    try {
      await locking.query(`
        BEGIN;
        SET LOCAL idle_in_transaction_session_timeout = 0;
        LOCK TABLE person_sign_in_attempt`);
      for (let strangers = 0; strangers < 30; strangers += 1) {
        const other = new SignedIn(world.baseUrl, half.cookie, { 'x-forwarded-for': newAddress() });
        answers.push(tryPassword(visitorFrom(), `${strangers}-${credentials.email}`));
        answers.push(other.post('/auth/two-factor/verify-totp', { code: '000000' }));
      }
      await waitUntil('requests wait for the lock', async () => (await held()) >= 4);
      for (let reads = 0; reads < 10; reads += 1) {
        expect((await person.get('/me')).status).toBe(200);
        heldMax = Math.max(heldMax, await held());
      }
    } finally {
      await locking.query('ROLLBACK');
      locking.release();
    }
    await Promise.all(answers);
    // Five of the ten, and one of the housekeeping.
    expect(heldMax).toBeLessThanOrEqual(6);
  });
});

describe('a requested link to a new password', () => {
  it('ends neither an invitation nor a sign-in that waits for its second step, until it is used', async () => {
    const owner = await withApp();
    const half = await firstStep(owner.credentials);
    const invitation = await invite('Okello Moses', 'okello@example.ug');
    const link = await requestLink(owner.credentials.email);
    const other = await requestLink('okello@example.ug');
    const code = totpCode(owner.totpURI, Date.now() + stepMs);
    expect((await half.post('/auth/two-factor/verify-totp', { code })).status).toBe(200);
    expect((await setPassword(invitation)).status).toBe(200);
    expect((await setPassword(other)).status).toBe(400);
    const again = await firstStep(owner.credentials);
    expect((await setPassword(link)).status).toBe(200);
    expect((await again.post('/auth/two-factor/verify-totp', { code: '000000' })).body.code).toBe(
      'INVALID_TWO_FACTOR_COOKIE',
    );
  });

  it('is mailed three times a minute at most, however many addresses ask for it', async () => {
    const { email, personId } = await createPerson(world);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitorFrom().post('/auth/request-password-reset', { email })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const other = await createPerson(world);
    await requestLink(other.email);
    const countMails = () => mailServer.mails.filter(({ to }) => to === email).length;
    // What was not mailed is removed: it neither works nor fills the database.
    await waitUntil('as many links are left as were mailed', async () => {
      const { rowCount } = await world.database.pool.query('SELECT FROM person_verification WHERE value = $1', [
        personId,
      ]);
      return rowCount === countMails() ? true : undefined;
    });
    expect(countMails()).toBeGreaterThan(0);
    // The minute of the clock may end in between.
    expect(countMails()).toBeLessThanOrEqual(6);
  });

  it('makes the browser that used it known, so that a stranger cannot hold up who has the mailbox', async () => {
    const { email } = await createPerson(world);
    const link = await requestLink(email);
    const visitor = visitorFrom();
    for (let failures = 0; failures < 6; failures += 1) await tryPassword(visitor, email);
    await extendDelays();
    const password = 'three green mangoes';
    const answer = await visitor.post('/auth/reset-password', { token: link, newPassword: password });
    expect(answer.status).toBe(200);
    expect((await tryPassword(visitor, email, password)).status).toBe(429);
    const known = new SignedIn(world.baseUrl, cookiesOf(answer.headers), visitor.headers);
    expect((await tryPassword(known, email, password)).status).toBe(200);
  });
});

describe('a known browser', () => {
  it('is forgotten when the person signs out everywhere', async () => {
    const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
    const { email, password } = person.credentials;
    const address = newAddress();
    for (let failures = 0; failures < 5; failures += 1) await tryPassword(visitorFrom(address), email);
    await extendDelays();
    const here = new SignedIn(world.baseUrl, person.cookie, { 'x-forwarded-for': address });
    expect((await tryPassword(here, email, password)).status).toBe(200);
    expect((await here.delete('/account/sessions')).status).toBe(200);
    expect((await tryPassword(here, email, password)).status).toBe(429);
  });
});

describe('codes of the second factor', () => {
  it('are evaluated less than ten times of 300 guesses at once, and then delayed', async () => {
    const { credentials, totpURI } = await withApp();
    const code = wrongCodeFor(totpURI);
    const halves: SignedIn[] = [];
    for (let sources = 0; sources < 30; sources += 1) halves.push(await firstStep(credentials));
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, guess) =>
        (halves[guess % 30] as SignedIn).post('/auth/two-factor/verify-totp', { code }),
      ),
    );
    // Five, and one more for each delay that passes meanwhile on a slow machine.
    const evaluated = answers.filter(({ body }) => body.code === 'INVALID_CODE').length;
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThan(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(300 - evaluated);
    await extendDelays();
    const right = await (await firstStep(credentials)).post('/auth/two-factor/verify-totp', {
      code: totpCode(totpURI, Date.now() + stepMs),
    });
    expect(right.status).toBe(429);
  });

  it('are counted for a signed-in browser too, and for recovery codes', async () => {
    const { here, totpURI, credentials } = await withApp();
    const code = wrongCodeFor(totpURI);
    for (let guesses = 0; guesses < 5; guesses += 1) {
      expect((await here.post('/auth/two-factor/verify-totp', { code })).status).toBe(401);
    }
    await extendDelays();
    expect((await here.post('/auth/two-factor/verify-totp', { code })).status).toBe(429);
    const half = await firstStep(credentials);
    const statuses: number[] = [];
    for (let guesses = 0; guesses < 6; guesses += 1) {
      const next = guesses === 4 ? await firstStep(credentials) : half;
      await extendDelays();
      statuses.push((await next.post('/auth/two-factor/verify-backup-code', { code: 'AAAAA-BBBBB' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('work once: of two uses at once one signs in, and neither that code nor an older one works again', async () => {
    const { credentials, totpURI } = await withApp();
    const code = totpCode(totpURI, Date.now() + stepMs);
    const halves = [await firstStep(credentials), await firstStep(credentials)];
    const answers = await Promise.all(halves.map((half) => half.post('/auth/two-factor/verify-totp', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 401)?.body).toEqual({
      code: 'CODE_USED',
      message: 'This code was already used; wait for the next one that your authenticator app shows.',
    });
    const older = await (await firstStep(credentials)).post('/auth/two-factor/verify-totp', {
      code: totpCode(totpURI, Date.now()),
    });
    expect(older.status).toBe(401);
  });

  it('that were used to set the app up do not sign in', async () => {
    const person = await signedIn(world, {}, { 'x-forwarded-for': newAddress() });
    const { password } = person.credentials;
    const { totpURI } = (await person.post('/auth/two-factor/enable', { password })).body;
    const code = totpCode(totpURI, Date.now());
    expect((await person.post('/auth/two-factor/verify-totp', { code })).status).toBe(200);
    const again = await (await firstStep(person.credentials)).post('/auth/two-factor/verify-totp', { code });
    expect([again.status, again.body.code]).toEqual([401, 'CODE_USED']);
  });

  it('for recovery sign in once, also when they are used at once', async () => {
    const { credentials, backupCodes } = await withApp();
    const halves = [await firstStep(credentials), await firstStep(credentials), await firstStep(credentials)];
    const answers = await Promise.all(
      halves.map((half) => half.post('/auth/two-factor/verify-backup-code', { code: backupCodes[0] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the second factor', () => {
  it.each(['disable', 'generate-backup-codes'])('is asked for by %s besides the password', async (act) => {
    const { here, credentials, totpURI, backupCodes } = await withApp();
    const { password } = credentials;
    const withoutCode = await here.post(`/auth/two-factor/${act}`, { password });
    expect([withoutCode.status, withoutCode.body.errors]).toEqual([
      422,
      { code: ['Enter the code that your authenticator app shows, or one of your recovery codes.'] },
    ]);
    const wrong = await here.post(`/auth/two-factor/${act}`, { password, code: wrongCodeFor(totpURI) });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CODE']);
    // A mistyped password uses up no recovery code.
    const [code] = backupCodes;
    expect((await here.post(`/auth/two-factor/${act}`, { password: 'not this one', code })).status).toBe(400);
    expect((await here.get('/me')).body.data.person.two_factor_enabled).toBe(true);
    expect((await here.post(`/auth/two-factor/${act}`, { password, code })).status).toBe(200);
  });

  it('is turned off with a code of the app, once', async () => {
    const { here, credentials, totpURI, setUpCode } = await withApp();
    const { password } = credentials;
    const used = await here.post('/auth/two-factor/disable', { password, code: setUpCode });
    expect([used.status, used.body.code]).toEqual([401, 'CODE_USED']);
    const code = totpCode(totpURI, Date.now() + stepMs);
    const turnedOff = await here.post('/auth/two-factor/disable', { password, code });
    expect(turnedOff.status).toBe(200);
    const after = new SignedIn(world.baseUrl, cookiesOf(turnedOff.headers), here.headers);
    expect((await after.get('/me')).body.data.person.two_factor_enabled).toBe(false);
  });

  it('is never shown again: its key is given with the password at the set-up only', async () => {
    const { here, credentials } = await withApp();
    const { password } = credentials;
    expect((await here.post('/auth/two-factor/get-totp-uri', { password })).status).toBe(404);
    expect((await here.post('/auth/two-factor/get-totp-ur%69', { password })).status).toBe(404);
    expect((await here.post('/auth/two-factor/disable/', { password })).status).toBe(404);
    expect((await here.post('/auth/two-factor/enable', { password })).body).toMatchObject({
      code: 'TOTP_ALREADY_ENABLED',
    });
  });
});

/** The token of a link to set a password that somebody requests. */
async function requestLink(email: string): Promise<string> {
  const earlier = mailServer.mails.length;
  await visitorFrom().post('/auth/request-password-reset', { email });
  return await mailServer.passwordToken(email, earlier);
}

/** The token of the link by which a new person is invited to the staff. */
async function invite(name: string, email: string): Promise<string> {
  const administrator = await signedIn(world, { platform: 'platform_administrator' });
  const earlier = mailServer.mails.length;
  const answer = await administrator.post('/platform/people', { email, name, role: 'platform_support' });
  expect(answer.status).toBe(200);
  return await mailServer.passwordToken(email, earlier);
}

async function setPassword(token: string, newPassword = 'three green mangoes'): Promise<Answer> {
  return await visitorFrom().post('/auth/reset-password', { token, newPassword });
}
