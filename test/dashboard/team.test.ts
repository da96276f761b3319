import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { MailServer } from './mail-server.ts';
import { createPerson, SignedIn, signedIn, signIn } from './person.ts';

let world: World;
let shop: Business;
let owner: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  world = await World.open();
  // One administrator alone; with two, as of test/security.
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop');
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

const team = () => `/clients/${shop.clientId}/team`;

describe('an invitation', () => {
  it('leads to a password, a sign-in and the client, without a mail server by a link for the inviter', async () => {
    const invited = await owner.post(team(), { email: 'New@Example.ug', name: 'Okello', role: 'client_finance' });
    expect(invited.status).toBe(200);
    const { id, link } = invited.body.data;
    expect(link).toMatch(new RegExp(`^${world.baseUrl}/set-password\\?token=`));
    expect(await memberOf(id)).toMatchObject({ email: 'new@example.ug', status: 'invited', role: 'client_finance' });
    // Another link, which ends the first, and of which there is a record.
    const again = (await owner.post(`${team()}/${id}/invitation`, {})).body.data.link;
    const { rows } = await world.database.pool.query(
      "SELECT actor FROM audit_log WHERE action = 'person.password_link_made' AND subject = $1",
      [`person ${id}`],
    );
    expect(rows).toEqual([{ actor: owner.credentials.email }]);
    const password = 'three green mangoes';
    const visitor = new SignedIn(world.baseUrl, '');
    const token = new URL(again).searchParams.get('token');
    expect((await visitor.post('/auth/reset-password', { token, newPassword: 'short' })).status).toBe(400);
    expect((await visitor.post('/auth/reset-password', { token, newPassword: password })).status).toBe(200);
    const person = await signIn(world.baseUrl, { email: 'new@example.ug', password });
    expect((await person.get('/me')).body.data.clients).toMatchObject([{ client_id: shop.clientId }]);
    expect((await memberOf(id)).status).toBe('active');
    // Whoever has a password is not given another by somebody else.
    expect((await owner.post(`${team()}/${id}/invitation`, {})).body.code).toBe('invalid_request');
  });

  it('is in the audit log as an invitation, and as joining when the password is set', async () => {
    const acts = async (email: string) => {
      const { rows } = await world.database.pool.query(
        `SELECT action, actor, details FROM audit_log
          WHERE action LIKE 'team.%' AND details->>'email' = $1 ORDER BY audit_log_id`,
        [email],
      );
      return rows;
    };
    const email = 'joining@example.ug';
    const details = { email, role: 'client_viewer' };
    const { link } = (await owner.post(team(), { email, name: 'Joining', role: 'client_viewer' })).body.data;
    const invited = { action: 'team.invited', actor: owner.credentials.email, details };
    expect(await acts(email)).toEqual([invited]);
    expect(await setPassword(link)).toBe(200);
    const joined = { action: 'team.joined', actor: email, details };
    expect(await acts(email)).toEqual([invited, joined]);

    // Whoever can sign in joins at once, and another password is not another invitation.
    const known = await createPerson(world);
    await owner.post(team(), { email: known.email, name: 'Known', role: 'client_viewer' });
    const [{ link: another }] = await world.terminal.ask('person', 'reset-password', known.email);
    expect(await setPassword(another)).toBe(200);
    expect((await acts(known.email)).map(({ action }) => action)).toEqual(['team.joined']);
  });

  it('of somebody who can sign in already gives them the client and nobody a link', async () => {
    const { email } = await createPerson(world);
    const invited = await owner.post(team(), { email, name: 'Other', role: 'client_viewer' });
    expect(invited.body.data.link).toBeNull();
    expect((await owner.post(team(), { email, name: 'Other', role: 'client_viewer' })).body).toMatchObject({
      code: 'invalid_request',
      errors: { email: [expect.stringContaining('already in the team')] },
    });
  });

  it('of somebody who is shut out says that only an administrator lets them in', async () => {
    const { email, personId } = await createPerson(world);
    await world.database.pool.query('UPDATE person SET disabled_at = now() WHERE id = $1', [personId]);
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const byOwner = await owner.post(team(), { email, name: 'Other', role: 'client_viewer' });
    const sentence = 'They are disabled; an administrator of the service must enable them.';
    expect(byOwner.body).toMatchObject({ message: sentence, data: { link: null, sentence } });
    const staff = { email, name: 'Other', role: 'platform_support' };
    const byAdministrator = await administrator.post('/platform/people', staff);
    expect(byAdministrator.body).toMatchObject({
      message: 'They have this role now, but are disabled until they are enabled again.',
      data: { person: { status: 'disabled' }, link: null },
    });
  });

  it('hands nobody the link of a person who is let in elsewhere too', async () => {
    const mallory = await world.business('Mallory');
    const thief = await signedIn(world, { clients: { [mallory.clientId]: 'client_owner' } });
    const at = `/clients/${mallory.clientId}/team`;
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const staff = { email: 'kato@example.ug', name: 'Kato', role: 'platform_support' };
    const mate = { email: 'babirye@example.ug', name: 'Babirye', role: 'client_owner' };
    const theirs = (await administrator.post('/platform/people', staff)).body.data;
    const ours = (await owner.post(team(), mate)).body.data;
    expect([theirs.link, ours.link]).toEqual([expect.any(String), expect.any(String)]);
    for (const [id, { email, name }] of [[theirs.person.id, staff] as const, [ours.id, mate] as const]) {
      const invited = await thief.post(at, { email, name, role: 'client_viewer' });
      const sentence = 'They are also invited elsewhere; ask an administrator of the service for their link.';
      expect([invited.status, invited.body.data]).toEqual([200, { id, link: null, sentence, proposal: null }]);
      expect((await thief.post(`${at}/${id}/invitation`, {})).body.data.link).toBeNull();
      // An administrator gives everybody links anyway.
      expect((await administrator.post(`/platform/people/${id}/password-link`, {})).body.data.link).not.toBeNull();
    }
  });

  it('does not open what the person is let into later', async () => {
    const mallory = await world.business('Mallory the Second');
    const thief = await signedIn(world, { clients: { [mallory.clientId]: 'client_owner' } });
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const early = async (email: string) => {
      const body = { email, name: 'Early', role: 'client_viewer' };
      return (await thief.post(`/clients/${mallory.clientId}/team`, body)).body.data.link;
    };
    const links = [await early('early1@example.ug'), await early('early2@example.ug')];
    const asStaff = { email: 'early1@example.ug', name: 'Early', role: 'platform_administrator' };
    const given = (await administrator.post('/platform/people', asStaff)).body.data.link;
    await owner.post(team(), { email: 'early2@example.ug', name: 'Early', role: 'client_owner' });
    for (const link of links) expect(await setPassword(link)).toBe(400);
    expect(await setPassword(given)).toBe(200);
  });

  it('is mailed where a mail server is set, and then the inviter never sees the link', async () => {
    const mailServer = await MailServer.open();
    const settings = { NSIMBI_SMTP_URL: mailServer.url, NSIMBI_MAIL_FROM: 'pay@example.ug' };
    const baseUrl = await world.startAnother(settings);
    const there = await signIn(baseUrl, owner.credentials);
    mailServer.refuses = true;
    const body = { email: 'mailed@example.ug', name: 'Mailed', role: 'client_developer' };
    expect((await there.post(team(), body)).status).toBe(500);
    mailServer.refuses = false;
    const { data: now } = (await there.get(team())).body;
    const { id } = now.members.find(({ email }: Json) => email === 'mailed@example.ug');
    const again = await there.post(`${team()}/${id}/invitation`, {});
    expect([again.status, again.body.data.link]).toEqual([200, null]);
    // The owner may have got one about the sign-in with a new browser.
    const mails = mailServer.mails.filter(({ to }) => to === 'mailed@example.ug');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('You are invited to Corner Shop');
    const token = /set-password\?token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    const set = { token, newPassword: 'three green mangoes' };
    expect((await new SignedIn(baseUrl, '').post('/auth/reset-password', set)).status).toBe(200);
    mailServer.close();
  });
});

describe('a team', () => {
  it('keeps an owner who can sign in', async () => {
    const cafe = await world.business('Cafe');
    const only = await signedIn(world, { clients: { [cafe.clientId]: 'client_owner' } });
    const at = `/clients/${cafe.clientId}/team`;
    const self = `${at}/${only.credentials.personId}`;
    await only.post(at, { email: 'not-yet@example.ug', name: 'Not yet', role: 'client_owner' });
    const last = { code: 'invalid_request', message: expect.stringContaining('last owner') };
    expect((await only.delete(self)).body).toMatchObject(last);
    expect((await only.put(self, { role: 'client_viewer' })).body).toMatchObject(last);
    const other = await createPerson(world, { clients: { [cafe.clientId]: 'client_owner' } });
    expect((await only.delete(`${at}/${other.personId}`)).status).toBe(200);
    expect((await only.delete(`${at}/${other.personId}`)).status).toBe(404);
  });

  it('of two owners who remove each other at once keeps one', async () => {
    const bar = await world.business('Bar');
    const owners = await Promise.all(
      [1, 2].map(() => signedIn(world, { clients: { [bar.clientId]: 'client_owner' } })),
    );
    const answers = await Promise.all(
      owners.map((one, index) =>
        one.delete(`/clients/${bar.clientId}/team/${owners[1 - index]?.credentials.personId}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('knows when its people were last seen, also those who signed out, or signed in long ago', async () => {
    const clerk = await createPerson(world, { clients: { [shop.clientId]: 'client_viewer' } });
    expect((await memberOf(clerk.personId)).last_seen_at).toBeNull();
    const session = await signIn(world.baseUrl, clerk);
    const { pool } = world.database;
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const seenSinceThen = async () => Date.parse((await memberOf(clerk.personId)).last_seen_at) - Number(rows[0]?.now);
    await session.get('/me');
    expect(await seenSinceThen()).toBeGreaterThanOrEqual(0);
    // As if the session were of yesterday; the sign-in library renews it once a day.
    await pool.query("UPDATE person SET last_seen_at = last_seen_at - interval '20 hours' WHERE id = $1", [
      clerk.personId,
    ]);
    await pool.query("UPDATE person_session SET updated_at = updated_at - interval '20 hours' WHERE person_id = $1", [
      clerk.personId,
    ]);
    await session.get('/me');
    expect(await seenSinceThen()).toBeGreaterThanOrEqual(0);
    await session.delete('/account/sessions');
    expect(await seenSinceThen()).toBeGreaterThanOrEqual(0);
  });

  it('changes roles, which hold at once and stand in the audit log', async () => {
    const other = await signedIn(world, { clients: { [shop.clientId]: 'client_viewer' } });
    const { personId } = other.credentials;
    expect((await other.get(`/clients/${shop.clientId}/test/keys`)).status).toBe(403);
    expect((await owner.put(`${team()}/${personId}`, { role: 'client_developer' })).status).toBe(200);
    expect((await other.get(`/clients/${shop.clientId}/test/keys`)).status).toBe(200);
    const { rows } = await world.database.pool.query(
      "SELECT actor, details FROM audit_log WHERE action = 'team.role_changed' AND details->>'person' = $1",
      [personId],
    );
    expect(rows).toEqual([
      {
        actor: owner.credentials.email,
        details: { person: personId, from: 'client_viewer', to: 'client_developer' },
      },
    ]);
  });
});

describe('nsimbi person', () => {
  it('invites, lists, helps who is locked out, shuts out and lets in again', async () => {
    const { terminal } = world;
    const words = ['--email', 'cli@example.ug', '--name', 'From the terminal'];
    const half = await terminal.run('person', 'invite', ...words, '--client', String(shop.clientId));
    expect(half).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('--role')] });
    const [invited] = await terminal.ask('person', 'invite', ...words, '--platform-role', 'platform_support');
    const visitor = new SignedIn(world.baseUrl, '');
    const set = async (link: string, newPassword: string) => {
      const token = new URL(link).searchParams.get('token');
      expect((await visitor.post('/auth/reset-password', { token, newPassword })).status).toBe(200);
      return await signIn(world.baseUrl, { email: 'cli@example.ug', password: newPassword });
    };
    const first = await set(invited.link, 'three green mangoes');
    expect((await first.get('/me')).body.data.platform_role).toBe('platform_support');

    await terminal.ask('person', 'remove-second-factor', 'cli@example.ug');
    const [reset] = await terminal.ask('person', 'reset-password', 'cli@example.ug');
    const second = await set(reset.link, 'four green mangoes');
    expect((await first.get('/me')).status).toBe(401);

    await terminal.ask('person', 'disable', 'CLI@example.ug');
    expect((await second.get('/me')).status).toBe(401);
    const listed = await terminal.ask('person', 'list');
    expect(listed.find(({ email }) => email === 'cli@example.ug')).toMatchObject({ status: 'disabled' });
    await terminal.ask('person', 'enable', 'cli@example.ug');
    await signIn(world.baseUrl, { email: 'cli@example.ug', password: 'four green mangoes' });
    expect(await terminal.run('person', 'disable', 'nobody@example.ug')).toMatchObject({ exitCode: 1 });
  });

  it('changes the role of staff who are there, but not the last administrator’s', async () => {
    const { terminal, database } = world;
    await database.pool.query("UPDATE person SET platform_role = NULL WHERE platform_role = 'platform_administrator'");
    const last = await createPerson(world, { platform: 'platform_administrator' });
    const invite = (email: string, role: string) =>
      terminal.run('person', 'invite', '--email', email, '--name', 'Staff', '--platform-role', role);
    const refused = await invite(last.email, 'platform_support');
    expect(refused).toMatchObject({ exitCode: 1, errors: [expect.stringContaining('last administrator')] });
    const second = await createPerson(world, { platform: 'platform_support' });
    expect(await invite(second.email, 'platform_administrator')).toMatchObject({ exitCode: 0 });
    expect(await invite(last.email, 'platform_support')).toMatchObject({ exitCode: 0 });
    const { rows } = await database.pool.query(
      "SELECT details FROM audit_log WHERE action = 'person.staff' AND subject = $1 ORDER BY audit_log_id DESC LIMIT 1",
      [`person ${last.personId}`],
    );
    const details = { email: last.email, from: 'platform_administrator', platform_role: 'platform_support' };
    expect(rows).toEqual([{ details }]);
  });
});

/** Sets a password by a link. @returns the status of the answer. */
async function setPassword(link: string): Promise<number> {
  const set = { token: new URL(link).searchParams.get('token'), newPassword: 'three green mangoes' };
  return (await new SignedIn(world.baseUrl, '').post('/auth/reset-password', set)).status;
}

async function memberOf(id: string): Promise<Json> {
  const { body } = await owner.get(team());
  return body.data.members.find((member: Json) => member.id === id);
}
