import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { type Answer, type Business, World } from '../journeys/world.ts';
import { cookiesOf, createPerson, giveApp, SignedIn, signedIn } from './person.ts';
import { totpCode } from './totp.ts';

let world: World;
let shop: Business;
beforeAll(async () => {
  world = await World.open();
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop');
});
afterAll(() => world.close());

const newPassword = 'three green mangoes';

/** Uses the link by which a person sets a password, in a browser without a session. */
async function useLink(link: string, visitor = new SignedIn(world.baseUrl, '')): Promise<Answer> {
  const token = new URL(link).searchParams.get('token');
  return await visitor.post('/auth/reset-password', { token, newPassword });
}

async function linkFor(email: string): Promise<string> {
  const [{ link }] = await world.terminal.ask('person', 'reset-password', email);
  return link;
}

/** A browser with the cookies that a response has set. */
function browserAfter({ headers }: Answer): SignedIn {
  return new SignedIn(world.baseUrl, cookiesOf(headers));
}

async function actsOf(email: string): Promise<{ action: string; session: string | null }[]> {
  const { rows } = await world.database.pool.query<{ action: string; session: string | null }>(
    `SELECT action, session FROM audit_log WHERE details->>'email' = $1 AND action LIKE 'person.%' ORDER BY audit_log_id`,
    [email],
  );
  return rows;
}

async function sessionsOf(personId: string): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    'SELECT id FROM person_session WHERE person_id = $1',
    [personId],
  );
  return rows.map(({ id }) => id);
}

describe('who sets a password by a link', () => {
  it('of an invitation is signed in, and the audit log has the session', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const email = 'okello@example.ug';
    const invitation = { email, name: 'Okello', role: 'client_finance' };
    const { id, link } = (await owner.post(`/clients/${shop.clientId}/team`, invitation)).body.data;
    const answer = await useLink(link);
    expect([answer.status, answer.body.user.email]).toEqual([200, email]);
    const me = (await browserAfter(answer).get('/me')).body.data;
    expect([me.person.email, me.clients[0].client_id]).toEqual([email, shop.clientId]);
    const acts = await actsOf(email);
    expect(acts.map(({ action }) => action)).toEqual(['person.password_set_by_link', 'person.signed_in']);
    expect(acts[1]?.session).toBe((await sessionsOf(id))[0]);
  });

  it('that was forgotten is signed in, and every other session ends', async () => {
    const person = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const { email, personId } = person.credentials;
    const answer = await useLink(await linkFor(email));
    expect((await person.get('/me')).status).toBe(401);
    expect((await browserAfter(answer).get('/me')).body.data.person.email).toBe(email);
    expect(await sessionsOf(personId)).toHaveLength(1);
  });

  it('in the browser of somebody else is signed in as themselves', async () => {
    const other = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const { email } = await createPerson(world);
    const answer = await useLink(await linkFor(email), other);
    expect((await browserAfter(answer).get('/me')).body.data.person.email).toBe(email);
  });

  it('uses the link up: the second time nobody is signed in', async () => {
    const { email } = await createPerson(world);
    const link = await linkFor(email);
    expect((await useLink(link)).status).toBe(200);
    const again = await useLink(link);
    expect([again.status, again.headers.getSetCookie()]).toEqual([400, []]);
  });
});

describe('a link does not replace the second factor:', () => {
  it('who has an authenticator app is signed in after its code only', async () => {
    const person = await signedIn(world);
    const { email, password, personId } = person.credentials;
    const { totpURI } = (await person.post('/auth/two-factor/enable', { password })).body;
    const setUp = await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) });
    expect(setUp.status).toBe(200);

    const answer = await useLink(await linkFor(email));
    expect([answer.status, answer.body]).toMatchObject([200, { twoFactorRedirect: true }]);
    expect(answer.body.twoFactorMethods).toContain('totp');
    const half = browserAfter(answer);
    expect((await half.get('/me')).status).toBe(401);
    expect(await sessionsOf(personId)).toEqual([]);
    expect((await actsOf(email)).at(-1)?.action).toBe('person.password_set_by_link');
    expect((await half.post('/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401);

    const code = totpCode(totpURI, Date.now() + 30_000);
    const entered = await half.post('/auth/two-factor/verify-totp', { code });
    expect(entered.status).toBe(200);
    expect((await browserAfter(entered).get('/me')).body.data.person.email).toBe(email);
    expect((await actsOf(email)).at(-1)?.action).toBe('person.signed_in');
  });

  it('who has passkeys only is asked for one', async () => {
    const { email, personId } = await createPerson(world);
    await world.database.pool.query(
      `INSERT INTO person_passkey (id, person_id, name, credential_id, public_key, counter, device_type, backed_up)
       VALUES ('key of ' || $1, $1, 'Phone', 'credential of ' || $1, 'x', 0, 'multiDevice', true)`,
      [personId],
    );
    const answer = await useLink(await linkFor(email));
    expect([answer.status, answer.body.twoFactorRedirect, answer.body.user]).toEqual([200, true, undefined]);
    expect(answer.body.twoFactorMethods ?? []).not.toContain('totp');
    expect((await browserAfter(answer).get('/me')).status).toBe(401);
    expect(await sessionsOf(personId)).toEqual([]);
  });

  it('a second factor that comes while the password is checked ends the session that had begun', async () => {
    const { email, personId } = await createPerson(world);
    const link = await linkFor(email);
    // The library has looked for a second factor when it makes the session.
    await world.database.owner.query(`
      CREATE FUNCTION test_add_app() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO nsimbi.person_two_factor (id, person_id, secret, backup_codes, verified)
        VALUES ('app of ' || NEW.person_id, NEW.person_id, 'x', 'x', true);
        RETURN NEW;
      END $$;
      CREATE TRIGGER test_app_meanwhile AFTER INSERT ON nsimbi.person_session FOR EACH ROW EXECUTE FUNCTION test_add_app()`);
    try {
      const answer = await useLink(link);
      // The password is set; the page leads to the sign-in, which asks for the second factor.
      expect([answer.status, answer.body]).toEqual([200, { status: true }]);
      expect(await sessionsOf(personId)).toEqual([]);
      expect((await browserAfter(answer).get('/me')).status).toBe(401);
    } finally {
      await world.database.owner.query(
        'DROP TRIGGER test_app_meanwhile ON nsimbi.person_session; DROP FUNCTION test_add_app',
      );
    }
  });
});

it('a disabled person who still has a link is not signed in', async () => {
  const { email, personId } = await createPerson(world);
  const link = await linkFor(email);
  await world.database.pool.query('UPDATE person SET disabled_at = now() WHERE id = $1', [personId]);
  const answer = await useLink(link);
  expect([answer.status, answer.body]).toEqual([200, { status: true }]);
  expect(await sessionsOf(personId)).toEqual([]);
  expect((await actsOf(email)).map(({ action }) => action)).not.toContain('person.signed_in');
});

it('a challenge that was open before the password was set is over', async () => {
  const { email, password, personId } = await createPerson(world);
  await giveApp(world, personId);
  const before = await new SignedIn(world.baseUrl, '').post('/auth/sign-in/email', { email, password });
  expect(before.body.twoFactorRedirect).toBe(true);
  await useLink(await linkFor(email));
  const answer = await browserAfter(before).post('/auth/two-factor/verify-backup-code', { code: 'AAAAA-BBBBB' });
  expect([answer.status, answer.body.code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
});
