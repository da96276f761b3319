import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/access/audit-log.ts';
import { giveClientRole } from '../../src/access/people/memberships.ts';
import { removeSecondFactor } from '../../src/access/people/people.ts';
import { type Business, type Json, World } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { MailServer } from './mail-server.ts';
import { cookiesOf, createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { totpCode } from './totp.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const stepMs = 30_000;

let world: World;
let mailServer: MailServer;
let shop: Business;
let support: SignedIn;
beforeAll(async () => {
  mailServer = await MailServer.open();
  world = await World.open({
    NSIMBI_SMTP_URL: mailServer.url,
    NSIMBI_MAIL_FROM: 'Pay <pay@example.ug>',
    NSIMBI_TRUST_PROXY: '127.0.0.1',
  });
  shop = await world.business('Corner Shop', 10_000);
  support = await signedIn(world, { platform: 'platform_support' });
});
afterAll(async () => {
  await world.close();
  mailServer.close();
});

/** What a browser at an address sends with each request. */
function at(address: string): Readonly<Record<string, string>> {
  return { 'x-forwarded-for': address, 'user-agent': firefox };
}

/** Sentences about a person in the audit log of the platform, oldest first. */
async function sentencesAbout(personId: string): Promise<string[]> {
  const { data } = (await support.get(`/platform/audit-log?limit=100&subject=person%20${personId}`)).body;
  return data.map(({ sentence }: Json) => sentence).reverse();
}

async function waitForSentence(personId: string, text: string): Promise<void> {
  await waitUntil(`"${text}" is in the audit log`, async () =>
    (await sentencesAbout(personId)).includes(text) ? true : undefined,
  );
}

describe('the audit log', () => {
  it('says in sentences who signed in, changed the second factor and the password, and signed out', async () => {
    const person = await signedIn(world, {}, at('203.0.113.7'));
    const { email, password, personId } = person.credentials;
    const from = 'from 203.0.113.7 with Firefox on Windows';
    const { totpURI, backupCodes } = (await person.post('/auth/two-factor/enable', { password })).body;
    const code = totpCode(totpURI, Date.now());
    const confirmed = await person.post('/auth/two-factor/verify-totp', { code });
    const here = new SignedIn(world.baseUrl, cookiesOf(confirmed.headers), at('203.0.113.7'));
    const replaced = await here.post('/auth/two-factor/generate-backup-codes', { password, code: backupCodes[0] });
    const first = await here.post('/auth/sign-in/email', { email, password });
    const half = new SignedIn(world.baseUrl, cookiesOf(first.headers), at('203.0.113.7'));
    const byApp = await half.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now() + stepMs) });
    expect(byApp.status).toBe(200);
    const second = await here.post('/auth/sign-in/email', { email, password });
    const half2 = new SignedIn(world.baseUrl, cookiesOf(second.headers), at('203.0.113.7'));
    const [recoveryCode, last] = replaced.body.backupCodes;
    expect((await half2.post('/auth/two-factor/verify-backup-code', { code: recoveryCode })).status).toBe(200);
    const off = await here.post('/auth/two-factor/disable', { password, code: last });
    const after = new SignedIn(world.baseUrl, cookiesOf(off.headers), at('203.0.113.7'));
    const newPassword = 'three green mangoes';
    const changed = await after.post('/auth/change-password', { currentPassword: password, newPassword });
    expect(changed.status).toBe(200);
    expect((await after.post('/auth/sign-out', {})).status).toBe(200);
    const again = await signIn(world.baseUrl, { email, password: newPassword }, at('203.0.113.7'));
    expect((await again.delete('/account/sessions')).status).toBe(200);
    expect(await sentencesAbout(personId)).toEqual([
      `${email} signed in ${from}.`,
      `${email} set up an authenticator app ${from}.`,
      `${email} used a recovery code ${from}.`,
      `${email} replaced the recovery codes ${from}.`,
      `${email} signed in with a code of the authenticator app ${from}.`,
      `${email} used a recovery code ${from}.`,
      `${email} signed in with a recovery code ${from}.`,
      `${email} used a recovery code ${from}.`,
      `${email} turned the authenticator app off ${from}.`,
      `${email} changed the password ${from}.`,
      `${email} signed out ${from}.`,
      `${email} signed in ${from}.`,
      `${email} signed out everywhere ${from}.`,
    ]);
    const { rows } = await world.database.pool.query<{ details: string }>('SELECT details::text FROM audit_log');
    const all = rows.map(({ details }) => details).join('\n');
    for (const secret of [password, newPassword, code, backupCodes[0], recoveryCode, last]) {
      expect(all).not.toContain(secret);
    }
  });

  it('says who failed, who was delayed, and who requested and used a link', async () => {
    const { email, personId } = await createPerson(world);
    const from = 'from 203.0.113.8 with Firefox on Windows';
    const visitor = new SignedIn(world.baseUrl, '', at('203.0.113.8'));
    for (let failures = 0; failures < 5; failures += 1) {
      await visitor.post('/auth/sign-in/email', { email, password: 'not this one' });
    }
    await world.database.pool.query(
      "UPDATE person_sign_in_attempt SET next_attempt_at = next_attempt_at + interval '1 hour' WHERE failures = 5",
    );
    expect((await visitor.post('/auth/sign-in/email', { email, password: 'not this one' })).status).toBe(429);
    await visitor.post('/auth/request-password-reset', { email });
    const token = await mailServer.passwordToken(email);
    expect((await visitor.post('/auth/reset-password', { token, newPassword: 'three green mangoes' })).status).toBe(
      200,
    );
    await waitForSentence(personId, `Somebody requested a link to set a new password for ${email} ${from}.`);
    expect(await sentencesAbout(personId)).toEqual(
      expect.arrayContaining([
        `Somebody typed a wrong password for ${email} ${from}.`,
        `Attempts to sign in for ${email} were delayed after too many failures ${from}.`,
        `${email} set a password by a link ${from}.`,
      ]),
    );
    // The other four failures follow in one line at the end of the minute.
    const failures = (await sentencesAbout(personId)).filter((sentence) => sentence.startsWith('Somebody typed'));
    expect(failures).toHaveLength(1);
    // What somebody typed who is nobody here may be a password, and is not kept.
    await visitor.post('/auth/sign-in/email', { email: 'my secret@example.ug'.replace(' ', '-'), password: 'x' });
    const none = await waitUntil('the failure is in the audit log', async () => {
      const { data } = (await support.get('/platform/audit-log?subject=sign-in')).body;
      return data.length > 0 ? data : undefined;
    });
    expect(none[0].sentence).toBe(`Somebody typed a wrong password for an account that does not exist ${from}.`);
    expect(JSON.stringify(none)).not.toContain('my-secret');
  });

  it('says who downloaded what, with the filters, without the middle of a phone', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, at('203.0.113.9'));
    const { email } = owner.credentials;
    const desk = `/clients/${shop.clientId}/live`;
    const file = await owner.get(`${desk}/exports/transactions.csv?status=failed&phone=256772123456`);
    expect(file.status).toBe(200);
    expect((await owner.get(`${desk}/statements/statement.pdf?from=2026-11-01&to=2026-11-02`)).status).toBe(200);
    expect((await support.get('/platform/audit-log.csv?action=none')).status).toBe(200);
    const { data } = (await support.get('/platform/audit-log?action=file.downloaded')).body;
    const from = 'from 203.0.113.9 with Firefox on Windows';
    expect(data.map(({ subject }: Json) => subject)).toEqual([
      'platform',
      `client ${shop.clientId} live`,
      `client ${shop.clientId} live`,
    ]);
    expect(data[1].sentence).toBe(
      `${email} downloaded statement-${shop.wallets.live}-2026-11-01-2026-11-02.pdf ${from}.`,
    );
    expect(data[2].sentence).toBe(`${email} downloaded transactions-${shop.clientId}-live.csv ${from}.`);
    expect(data[2].details.filters).toEqual({ status: 'failed', phone: '25677*****56' });
  });

  it('leaves as CSV with the sentences', async () => {
    const { text } = await support.get('/platform/audit-log.csv?action=file.downloaded');
    expect(text).toContain(
      `downloaded transactions-${shop.clientId}-live.csv from 203.0.113.9 with Firefox on Windows.`,
    );
  });
});

describe('the activity of a team', () => {
  it('shows owners what their own people did since they joined, and nothing else', async () => {
    const cafe = await world.business('Hill Café');
    const other = await world.business('Other Shop');
    const owner = await signedIn(world, { clients: { [cafe.clientId]: 'client_owner' } }, at('203.0.113.20'));
    const clerk = await signedIn(world, { clients: { [other.clientId]: 'client_finance' } }, at('203.0.113.21'));
    const stranger = await signedIn(world, { clients: { [other.clientId]: 'client_owner' } }, at('203.0.113.22'));
    const { personId, email, password } = clerk.credentials;
    const clientId = cafe.clientId;
    await giveClientRole(world.database.pool, { personId, clientId, role: 'client_viewer', actor: 'test' });
    const again = await signIn(world.baseUrl, { email, password }, at('203.0.113.23'));
    await again.get(`/clients/${other.clientId}/test/exports/transactions.csv`);
    await again.get(`/clients/${clientId}/test/exports/transactions.csv`);
    // Another role does not hide what the person did before.
    await giveClientRole(world.database.pool, { personId, clientId, role: 'client_finance', actor: 'test' });
    const path = `/clients/${clientId}/team/activity`;
    await removeSecondFactor(world.database.pool, { personId, actor: serviceActor('cli:root') });
    const back = await signIn(world.baseUrl, { email, password }, at('203.0.113.24'));
    const sentencesOf = (body: Json) => body.data.map(({ sentence }: Json) => sentence);
    expect(sentencesOf((await owner.get(path)).body)).toEqual([
      `${email} signed in from 203.0.113.24 with Firefox on Windows.`,
      `cli:root removed the second factor of ${email}.`,
      `${email} downloaded transactions-${clientId}-test.csv from 203.0.113.23 with Firefox on Windows.`,
      `${email} signed in from 203.0.113.23 with Firefox on Windows.`,
      `${owner.credentials.email} signed in from 203.0.113.20 with Firefox on Windows.`,
    ]);
    const one = (await owner.get(`${path}?limit=1&person=${encodeURIComponent(email)}`)).body;
    expect([sentencesOf(one), one.pagination.has_more]).toEqual([
      [`${email} signed in from 203.0.113.24 with Firefox on Windows.`],
      true,
    ]);
    const next = await owner.get(
      `${path}?limit=1&person=${encodeURIComponent(email)}&cursor=${one.pagination.next_cursor}`,
    );
    expect([sentencesOf(next.body), next.body.pagination.has_more]).toEqual([
      [`cli:root removed the second factor of ${email}.`],
      true,
    ]);
    expect(sentencesOf((await owner.get(`${path}?to=2020-01-01T00:00:00Z`)).body)).toEqual([]);
    const file = await owner.get(`${path}.csv`);
    expect(file.text).toContain(`${email} signed in from 203.0.113.23`);
    expect(file.text).not.toContain('203.0.113.21');
    expect((await back.get(path)).status).toBe(403);
    expect((await stranger.get(path)).status).toBe(404);
  });
});
