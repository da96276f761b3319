import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Business, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createPerson, SignedIn, signedIn, signIn } from './person.ts';

let world: World;
let otherUrl: string;
let shop: Business;
let owner: SignedIn;

beforeAll(async () => {
  world = await World.open();
  otherUrl = await world.startAnother();
  shop = await world.business('Corner Shop', 1_000_000);
  owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } });
});
afterAll(() => world.close());

/** An event stream of the dashboard. */
async function listen(person: SignedIn): Promise<{ readonly ended: () => boolean; readonly leave: () => void }> {
  const leaving = new AbortController();
  const response = await fetch(`${person.baseUrl}/dashboard/api/clients/${shop.clientId}/test/events/stream`, {
    headers: { cookie: person.cookie, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let ended = false;
  response.text().then(
    () => {
      ended = true;
    },
    () => undefined,
  );
  return { ended: () => ended, leave: () => leaving.abort() };
}

/** A second is promised, and more is for a busy machine: without a notice it takes a minute. */
const withinMs = 10_000;

const clerkPath = (personId: string) => `/clients/${shop.clientId}/team/${personId}`;

interface Clerk {
  readonly personId: string;
  readonly email: string;
  readonly password: string;
}

/** What ends the access of a clerk, done at one process while the clerk listens at another; what a request answers then. */
const acts: readonly (readonly [what: string, status: number, act: (clerk: Clerk) => Promise<unknown>])[] = [
  ['is removed from the team', 404, ({ personId }) => owner.delete(clerkPath(personId))],
  ['is disabled at the command line', 401, ({ email }) => world.terminal.ask('person', 'disable', email)],
  ['is signed out by an administrator', 401, ({ email }) => world.terminal.ask('person', 'end-sessions', email)],
  ['sets a new password by a link', 401, resetPassword],
  ['signs out everywhere else', 401, async (clerk) => (await signIn(world.baseUrl, clerk)).delete('/account/sessions')],
  [
    'has no second factor, and the client now asks for one',
    403,
    () => owner.put(`/clients/${shop.clientId}/second-factor`, { required: true }),
  ],
];

async function resetPassword({ email }: Clerk): Promise<void> {
  const [{ link }] = await world.terminal.ask('person', 'reset-password', email);
  const token = new URL(link).searchParams.get('token');
  const visitor = new SignedIn(world.baseUrl, '');
  const answer = await visitor.post('/auth/reset-password', { token, newPassword: 'matooke and beans' });
  expect(answer.status).toBe(200);
}

describe('whoever loses access at one process hears nothing more at another', () => {
  test.each(acts)('a clerk who %s: the event stream ends, and a request answers %i', async (_, status, act) => {
    const clerk = await createPerson(world, { clients: { [shop.clientId]: 'client_finance' } });
    const session = await signIn(otherUrl, clerk);
    const stream = await listen(session);
    const kept = await listen(new SignedIn(otherUrl, owner.cookie));
    await act(clerk);
    expect((await session.get(`/clients/${shop.clientId}/test/events`)).status).toBe(status);
    await waitUntil('the stream has ended', stream.ended, withinMs);
    if (status !== 403) expect(kept.ended()).toBe(false);
    kept.leave();
  });

  test('a supporter who leaves the staff: the event stream ends, and a request answers 404', async () => {
    const supporter = await createPerson(world, { platform: 'platform_support' });
    const administrator = await signedIn(world, { platform: 'platform_administrator' });
    const session = await signIn(otherUrl, supporter);
    // The last act asked a second factor of whoever works for the shop.
    await world.database.pool.query('UPDATE client SET two_factor_required = false');
    const stream = await listen(session);
    await administrator.put(`/platform/people/${supporter.personId}/role`, { role: null });
    expect((await session.get(`/clients/${shop.clientId}/test/events`)).status).toBe(404);
    await waitUntil('the stream has ended', stream.ended, withinMs);
  });
});
