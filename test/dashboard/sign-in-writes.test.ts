import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { createPerson, SignedIn } from './person.ts';

/** A world of its own, because the audit log lists only so many failures in a minute. */
let world: World;
beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => world.close());

let addresses = 0;

/** Somebody at an address of their own, without cookies. */
function newVisitor(): SignedIn {
  addresses += 1;
  return new SignedIn(world.baseUrl, '', { 'x-forwarded-for': `198.51.100.${addresses}` });
}

function tryPassword(visitor: SignedIn, email: string): Promise<Answer> {
  return visitor.post('/auth/sign-in/email', { email, password: 'not this one' });
}

test('wrong passwords beyond the limit of a source are refused before anything is written', async () => {
  const { email } = await createPerson(world);
  const visitor = newVisitor();
  let before = await readWritten();
  let answer = await tryPassword(visitor, email);
  // More than twice the limit, because a minute of the clock may end in between.
  for (let attempts = 1; answer.status !== 429 && attempts < 45; attempts += 1) {
    before = await readWritten();
    answer = await tryPassword(visitor, `${attempts}-${email}`);
  }
  expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
  expect(answer.body.message).toMatch(/^Too many requests from here; try again in \d+ seconds\.$/);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await readWritten()).toEqual(before);
  const audited = await readAudited(visitor);
  expect(audited.filter(({ action }) => action !== 'person.sign_in_failed')).toEqual([]);
});

test('requests to sign-in paths that do not exist write nothing', async () => {
  const { email, password } = await createPerson(world);
  const visitor = newVisitor();
  const before = await readWritten();
  for (const path of ['sign-up/email', 'sign-in/social', 'get-session', 'delete-user', 'constructor', 'sign-in']) {
    const answer = await visitor.post(`/auth/${path}`, { email, password, name: 'Okot' });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect(await readWritten()).toEqual(before);
  expect(await readAudited(visitor)).toEqual([]);
});

/** Every row that signing in writes, except the audit log. */
async function readWritten(): Promise<object[]> {
  const { rows } = await world.database.pool.query<object>(
    `SELECT 'attempt' AS of, subject AS id, xmin::text FROM person_sign_in_attempt
     UNION ALL SELECT 'person', id, xmin::text FROM person
     UNION ALL SELECT 'session', id, xmin::text FROM person_session
     UNION ALL SELECT 'verification', id, xmin::text FROM person_verification
     UNION ALL SELECT 'browser', person_id, xmin::text FROM person_browser
     ORDER BY 1, 2, 3`,
  );
  return rows;
}

/** What the audit log has of a visitor, when all of it is written. */
async function readAudited(visitor: SignedIn): Promise<{ action: string }[]> {
  const read = async ({ headers }: SignedIn) => {
    const { rows } = await world.database.pool.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE details ->> 'address' = $1",
      [headers['x-forwarded-for']],
    );
    return rows;
  };
  // Entries are written one after the other: that of a later visitor is the last.
  const later = newVisitor();
  await tryPassword(later, 'later@example.ug');
  await waitUntil('a later failure is in the audit log', async () => (await read(later)).length > 0);
  return await read(visitor);
}
