import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeLiveMode } from '../database.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { type Credentials, createPerson, SignedIn, signedIn, signIn } from './person.ts';

let world: World;
let shop: Business;
let administrator: SignedIn & { readonly credentials: Credentials };
let support: SignedIn & { readonly credentials: Credentials };
beforeAll(async () => {
  world = await World.open();
  // One administrator alone; with two, as of test/security.
  await beforeLiveMode(world.database);
  shop = await world.business('Corner Shop');
  await world.database.pool.query('UPDATE person SET disabled_at = now()');
  administrator = await signedIn(world, { platform: 'platform_administrator' });
  support = await signedIn(world, { platform: 'platform_support' });
});
afterAll(() => world.close());

describe('the people of the platform', () => {
  it('are found by name or address, with what they are', async () => {
    const owner = await createPerson(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { data } = (await support.get(`/platform/people?search=${owner.email.toUpperCase()}`)).body;
    expect(data).toMatchObject([
      {
        id: owner.personId,
        email: owner.email,
        status: 'active',
        platform_role: null,
        clients: [{ client_id: shop.clientId, name: 'Corner Shop', role: 'client_owner' }],
      },
    ]);
    const staff = (await support.get('/platform/people?staff=true')).body.data;
    expect(staff.every((one: Json) => one.platform_role !== null)).toBe(true);
    expect((await (await signIn(world.baseUrl, owner)).get('/platform/people')).status).toBe(403);
  });

  it('turn pages by address', async () => {
    const emails: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, pagination } = (await support.get(`/platform/people?limit=1${cursor}`)).body;
      emails.push(...data.map((one: Json) => one.email));
      if (!pagination.has_more) break;
      cursor = `&cursor=${pagination.next_cursor}`;
    }
    expect(emails.length).toBeGreaterThan(2);
    expect(emails).toEqual([...new Set(emails)].sort());
  });

  it('are invited with a link that sets a password, once', async () => {
    const invited = { email: 'Nakato@Example.ug', name: 'Nakato', role: 'platform_support' };
    expect((await support.post('/platform/people', invited)).status).toBe(403);
    const answer = await administrator.post('/platform/people', invited);
    expect(answer.body.data.person).toMatchObject({
      email: 'nakato@example.ug',
      status: 'invited',
      platform_role: 'platform_support',
    });
    const token = new URL(answer.body.data.link).searchParams.get('token');
    const visitor = new SignedIn(world.baseUrl, '');
    const password = 'a password of her own';
    expect((await visitor.post('/auth/reset-password', { token, newPassword: password })).status).toBe(200);
    const nakato = await signIn(world.baseUrl, { email: 'nakato@example.ug', password });
    expect((await nakato.get('/platform/people')).status).toBe(200);
    expect((await visitor.post('/auth/reset-password', { token, newPassword: 'another password' })).status).toBe(400);
    const again = await administrator.post('/platform/people', invited);
    expect(again.body.errors).toHaveProperty('email');
    const wrong = await administrator.post('/platform/people', { email: 'nobody', name: ' ', role: 'king' });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['email', 'name', 'role']);
  });

  it('get a link to set a new password, and the one that they have stays until then', async () => {
    const person = await createPerson(world, { platform: 'platform_support' });
    const answer = await administrator.post(`/platform/people/${person.personId}/password-link`, {});
    expect(answer.body.data.link).toContain('/set-password?token=');
    await signIn(world.baseUrl, person);
    const acts = (await support.get(`/platform/audit-log?subject=person%20${person.personId}`)).body.data;
    expect(acts.map(({ action }: Json) => action)).toContain('person.password_link_made');
    expect(JSON.stringify(acts)).not.toContain('token=');
    expect((await support.post(`/platform/people/${person.personId}/password-link`, {})).status).toBe(403);
  });

  it('change their role, and what they may do changes with it', async () => {
    const session = await signedIn(world, { platform: 'platform_support' });
    const { personId } = session.credentials;
    const path = `/platform/people/${personId}/role`;
    await administrator.put(path, { role: 'platform_administrator' });
    expect((await session.put(path, { role: 'platform_administrator' })).status).toBe(200);
    expect((await administrator.put(path, { role: null })).body.data.platform_role).toBeNull();
    expect((await session.get('/platform/people')).status).toBe(403);
    expect((await administrator.put('/platform/people/nobody/role', { role: null })).status).toBe(404);
    expect((await administrator.put(path, { role: 'client_owner' })).body.errors).toHaveProperty('role');
  });

  it('are shut out with their sessions, and let in again', async () => {
    const session = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
    const { credentials } = session;
    const path = `/platform/people/${credentials.personId}/access`;
    expect((await administrator.put(path, { allowed: false })).body.data.status).toBe('disabled');
    expect((await session.get('/me')).status).toBe(401);
    await expect(signIn(world.baseUrl, credentials)).rejects.toThrow();
    expect((await administrator.post(`/platform/people/${credentials.personId}/password-link`, {})).status).toBe(422);
    await administrator.put(path, { allowed: true });
    expect((await session.get('/me')).status).toBe(401);
    expect((await (await signIn(world.baseUrl, credentials)).get('/me')).status).toBe(200);
  });

  it('are signed out everywhere by an administrator or at the command line, and can sign in again', async () => {
    const clerk = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
    const sessions = [await signIn(world.baseUrl, clerk), await signIn(world.baseUrl, clerk)];
    const path = `/platform/people/${clerk.personId}/sessions`;
    expect((await support.delete(path)).status).toBe(403);
    expect((await administrator.delete('/platform/people/nobody/sessions')).status).toBe(404);
    expect((await administrator.delete(path)).body.data).toEqual({ ended: 2 });
    for (const session of sessions) expect((await session.get('/me')).status).toBe(401);
    const again = await signIn(world.baseUrl, clerk);
    expect((await again.get('/me')).status).toBe(200);
    expect(await world.terminal.ask('person', 'end-sessions', clerk.email)).toEqual([
      { person_id: clerk.personId, email: clerk.email, ended: 1 },
    ]);
    expect((await again.get('/me')).status).toBe(401);
    const subject = `subject=person%20${clerk.personId}`;
    const { data } = (await support.get(`/platform/audit-log?action=person.sessions_ended&${subject}`)).body;
    expect(data).toMatchObject([
      { address: 'command line', details: { email: clerk.email, ended: 1 } },
      {
        sentence: `${administrator.credentials.email} signed ${clerk.email} out everywhere.`,
        on_behalf_of: 'platform',
        details: { email: clerk.email, ended: 2 },
      },
    ]);
    // What the ended sessions did stays on record.
    const signIns = (await support.get(`/platform/audit-log?action=person.signed_in&${subject}`)).body.data;
    expect(signIns).toHaveLength(3);
  });

  it('always include an administrator who can sign in', async () => {
    const { personId } = administrator.credentials;
    const role = await administrator.put(`/platform/people/${personId}/role`, { role: 'platform_support' });
    expect([role.status, Object.keys(role.body.errors)]).toEqual([422, ['role']]);
    expect((await administrator.put(`/platform/people/${personId}/access`, { allowed: false })).status).toBe(422);
    // One who was only invited could not help.
    const invited = { email: 'later@example.ug', name: 'Later', role: 'platform_administrator' };
    await administrator.post('/platform/people', invited);
    expect((await administrator.put(`/platform/people/${personId}/role`, { role: null })).status).toBe(422);

    const second = await signedIn(world, { platform: 'platform_administrator' });
    const each = await Promise.all([
      administrator.put(`/platform/people/${second.credentials.personId}/role`, { role: null }),
      second.put(`/platform/people/${personId}/role`, { role: null }),
    ]);
    expect(each.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { rows } = await world.database.pool.query(
      `SELECT FROM person WHERE platform_role = 'platform_administrator' AND disabled_at IS NULL
          AND EXISTS (SELECT FROM person_credential WHERE person_id = person.id)`,
    );
    expect(rows).toHaveLength(1);
  });
});
