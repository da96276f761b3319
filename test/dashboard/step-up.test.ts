import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Business, World } from '../journeys/world.ts';
import { Authenticator } from './authenticator.ts';
import { cookiesOf, createPerson, SignedIn, signedIn, signIn } from './person.ts';
import { type ApiRoute, routesOfApi } from './routes-of-api.ts';
import { totpCode } from './totp.ts';

const routes = await routesOfApi();
const changing = routes.filter(({ method }) => method !== 'GET');

/**
 * The routes that change something, or are POST, and ask for no factor. A new route is either here, in the group whose reason holds
 * for it, or has `stepUp` in its config.
 */
const withoutFactor = [
  // What the limits of the wallet, its approval threshold and the second person protect.
  'POST /clients/:clientId/:mode/bulk-payouts',
  'POST /clients/:clientId/:mode/bulk-payouts/:bulkPayoutId/cancel',
  'POST /clients/:clientId/:mode/bulk-payouts/:bulkPayoutId/confirm',
  'POST /clients/:clientId/:mode/bulk-payouts/:bulkPayoutId/retry',
  'POST /clients/:clientId/:mode/bulk-payouts/check',
  'POST /clients/:clientId/:mode/bulk-payouts/workbook',
  'POST /clients/:clientId/:mode/collect-payment',
  'POST /clients/:clientId/:mode/send-money',
  'POST /clients/:clientId/:mode/transactions/:transactionId/refund',
  'POST /clients/:clientId/:mode/withdraw/mobile',
  'POST /platform/clients/:clientId/:mode/adjustments',
  'POST /platform/reviews/:caseId/proposal',
  // What ends access, and must not wait.
  'DELETE /account/sessions',
  'DELETE /account/sessions/:sessionId',
  'DELETE /clients/:clientId/:mode/keys/:keyId',
  'DELETE /clients/:clientId/:mode/transactions/:transactionId/receipt-links/:linkId',
  'DELETE /clients/:clientId/:mode/webhooks/:webhookId',
  'DELETE /clients/:clientId/notifications/chat',
  'DELETE /platform/notifications/chat',
  // What moves no money and opens no access.
  'DELETE /clients/:clientId/:mode/recipients/:phone',
  'DELETE /platform/reconciliation/columns/:operator',
  'POST /clients/:clientId/:mode/collect-payment/preview',
  'POST /clients/:clientId/:mode/recipients',
  'POST /clients/:clientId/:mode/send-money/preview',
  'POST /clients/:clientId/:mode/withdraw/mobile/preview',
  'PUT /clients/:clientId/:mode/recipients/:phone',
  'POST /clients/:clientId/test/handset/prompts/:promptId/approve',
  'POST /clients/:clientId/test/handset/prompts/:promptId/decline',
  'POST /clients/:clientId/:mode/webhooks/:webhookId/deliveries/redeliver',
  'POST /clients/:clientId/:mode/webhooks/:webhookId/redeliver',
  'POST /clients/:clientId/:mode/webhooks/:webhookId/test',
  'POST /clients/:clientId/notifications/chat/test',
  'POST /platform/fees/preview',
  'POST /platform/ledger/audit',
  'POST /platform/notifications/chat/test',
  'POST /platform/reconciliation',
  'POST /platform/reconciliation/columns/:operator/try',
  'POST /platform/reconciliation/preview',
  'PUT /account',
  'PUT /clients/:clientId/notifications',
  'PUT /platform/notifications',
  'PUT /platform/clients/:clientId/:mode/one-collection-per-payer',
  'PUT /platform/clients/:clientId/:mode/unique-references',
  'PUT /platform/clients/:clientId/details',
  'PUT /platform/clients/:clientId/quotas',
  'PUT /platform/clients/:clientId/rate-limits',
  'PUT /platform/reconciliation/columns/:operator',
];

let world: World;
let shop: Business;
let site: { readonly rpId: string; readonly origin: string };
beforeAll(async () => {
  world = await World.open({ NSIMBI_TRUST_PROXY: '127.0.0.1' });
  shop = await world.business('Corner Shop', 10_000);
  site = { rpId: 'localhost', origin: world.baseUrl.replace('127.0.0.1', 'localhost') };
});
afterAll(() => world.close());

let addresses = 0;

function elsewhere(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
}

/** Moves what was given in every session of a person into the past, by trusted time. */
async function ageFactor(person: { readonly credentials: { readonly personId: string } }, age: string): Promise<void> {
  await world.database.pool.query(
    'UPDATE person_session SET factor_given_at = trusted_now() - $2::interval WHERE person_id = $1',
    [person.credentials.personId, age],
  );
}

/** Everybody's rights at once: an administrator who owns the shop. */
async function everythingAllowed() {
  const roles = { platform: 'platform_administrator', clients: { [shop.clientId]: 'client_owner' } } as const;
  return await signedIn(world, roles, elsewhere());
}

/** A body that would be carried out where it can be, and nothing that exists below the client. */
function ask(person: SignedIn, { method, url }: ApiRoute, mode: string): Promise<Answer> {
  const path = url.replace(':clientId', String(shop.clientId)).replace(':mode', mode).replace(/:\w+/g, '999999999');
  if (method === 'DELETE') return person.delete(path);
  return person.ask(method, path, '{}', { 'content-type': 'application/json' });
}

/** What acts leave behind: the audit log without sign-ins, keys, roles, settings and people. */
async function readState(): Promise<object[]> {
  const { rows } = await world.database.pool.query<object>(
    `SELECT 'audit' AS of, count(*)::text AS state FROM audit_log
     UNION ALL SELECT 'key', string_agg(api_key::text, ' ' ORDER BY api_key_id) FROM api_key
     UNION ALL SELECT 'role', string_agg(xmin::text, ' ' ORDER BY person_id, client_id) FROM person_client_role
     UNION ALL SELECT 'client', string_agg(xmin::text, ' ' ORDER BY client_id) FROM client
     UNION ALL SELECT 'wallet', string_agg(xmin::text, ' ' ORDER BY wallet_id) FROM wallet
     UNION ALL SELECT 'link', count(*)::text FROM person_verification`,
  );
  return rows;
}

describe('a route that changes something', () => {
  it('asks for a recent factor, or is in the list of those that do not', () => {
    const named = changing.map((route) => [`${route.method} ${route.url}`, route.stepUp] as const);
    const unasked = named.filter(([, stepUp]) => stepUp === 'never').map(([name]) => name);
    expect(unasked.sort()).toEqual([...withoutFactor].sort());
  });

  it('that asks for one is refused without it and changes nothing, and reads are not refused', async () => {
    const person = await everythingAllowed();
    await ageFactor(person, '301 seconds');
    const marked = routes.filter(({ stepUp }) => stepUp !== 'never');
    expect(marked.every(({ method }) => method !== 'GET')).toBe(true);
    expect(marked.length).toBeGreaterThan(25);
    const before = await readState();
    for (const route of marked) {
      const answer = await ask(person, route, 'live');
      expect([route.url, answer.status, answer.body.code, answer.body.data]).toEqual([
        route.url,
        403,
        'factor_required',
        { factors: ['password'] },
      ]);
    }
    expect(await readState()).toEqual(before);
    for (const route of marked.filter(({ stepUp }) => stepUp === 'live')) {
      expect([route.url, (await ask(person, route, 'test')).body.code]).not.toEqual([route.url, 'factor_required']);
    }
    expect((await person.get(`/clients/${shop.clientId}/live/keys`)).status).toBe(200);
  });

  it('is carried out after the factor was given, and until five minutes later', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, elsewhere());
    const path = `/clients/${shop.clientId}/live/keys`;
    const body = { name: 'Till', permissions: ['wallet:read'] };
    const keyCount = async () => (await owner.get(path)).body.data.length;
    const before = await keyCount();
    await ageFactor(owner, '301 seconds');
    expect((await owner.post(path, body)).body.code).toBe('factor_required');
    expect(await keyCount()).toBe(before);
    const { password } = owner.credentials;
    expect((await owner.post('/auth/step-up/password', { password })).body).toEqual({ confirmed: true });
    const created = await owner.post(path, body);
    expect([created.status, await keyCount()]).toEqual([200, before + 1]);
    await ageFactor(owner, '290 seconds');
    expect((await owner.post(path, body)).status).toBe(200);
    // A session of before the column, and a time that lies ahead.
    for (const time of ['NULL', "trusted_now() + interval '1 hour'"]) {
      await world.database.pool.query(`UPDATE person_session SET factor_given_at = ${time}`);
      expect((await owner.post(path, body)).body.code).toBe('factor_required');
    }
  });

  it('knows the factor of its own session only, and a new sign-in gives one', async () => {
    const owner = await signedIn(world, { clients: { [shop.clientId]: 'client_owner' } }, elsewhere());
    await ageFactor(owner, '10 minutes');
    const there = await signIn(world.baseUrl, owner.credentials, elsewhere());
    const path = `/clients/${shop.clientId}/team/999999999`;
    expect((await owner.delete(path)).body.code).toBe('factor_required');
    expect((await there.delete(path)).status).toBe(404);
  });
});

describe('a factor given again', () => {
  /** A person with an app or a passkey, or both. */
  async function personWith(factors: { readonly app?: boolean; readonly passkey?: boolean }) {
    let person: SignedIn & { credentials: { personId: string; email: string; password: string } } = await signedIn(
      world,
      { clients: { [shop.clientId]: 'client_owner' } },
      elsewhere(),
    );
    const { credentials } = person;
    const goOn = (answer: Answer) => {
      const cookies = new Map(
        [person.cookie, cookiesOf(answer.headers)]
          .flatMap((text) => text.split('; '))
          .filter((pair) => pair !== '')
          .map((pair) => [pair.slice(0, pair.indexOf('=')), pair]),
      );
      person = Object.assign(new SignedIn(world.baseUrl, [...cookies.values()].join('; '), person.headers), {
        credentials,
      });
    };
    const authenticator = new Authenticator(site);
    let totpUri = '';
    let recoveryCodes: string[] = [];
    if (factors.app === true) {
      const { totpURI, backupCodes } = (await person.post('/auth/two-factor/enable', credentials)).body;
      totpUri = totpURI;
      recoveryCodes = backupCodes;
      goOn(await person.post('/auth/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) }));
    }
    if (factors.passkey === true) {
      const offered = await person.post('/auth/passkey/generate-register-options', {});
      goOn(offered);
      const response = authenticator.create(offered.body);
      goOn(await person.post('/auth/passkey/verify-registration', { response, name: 'Phone' }));
    }
    const usePasskey = async (other = authenticator) => {
      const offered = await person.post('/auth/passkey/generate-authenticate-options', {});
      goOn(offered);
      return await person.post('/auth/step-up/passkey', { response: other.get(offered.body) });
    };
    const attempt = () => person.delete(`/clients/${shop.clientId}/team/999999999`);
    return { credentials, attempt, usePasskey, totpUri, recoveryCodes, get: () => person };
  }

  it('is a code of the app, once, or a recovery code, and no password', async () => {
    const person = await personWith({ app: true });
    await ageFactor(person, '6 minutes');
    expect((await person.attempt()).body).toMatchObject({ code: 'factor_required', data: { factors: ['code'] } });
    const { password } = person.credentials;
    expect((await person.get().post('/auth/step-up/password', { password })).status).toBe(422);
    expect((await person.attempt()).body.code).toBe('factor_required');
    const code = totpCode(person.totpUri, Date.now() + 30_000);
    expect((await person.get().post('/auth/step-up/code', { code })).body).toEqual({ confirmed: true });
    expect((await person.attempt()).status).toBe(404);
    await ageFactor(person, '6 minutes');
    expect((await person.get().post('/auth/step-up/code', { code })).body.code).toBe('CODE_USED');
    expect((await person.attempt()).body.code).toBe('factor_required');
    const [recoveryCode] = person.recoveryCodes;
    expect((await person.get().post('/auth/step-up/code', { code: recoveryCode })).status).toBe(200);
    expect((await person.attempt()).status).toBe(404);
  });

  it('is one of the person’s own passkeys, and leaves no other session behind', async () => {
    const person = await personWith({ passkey: true });
    const other = await personWith({ passkey: true });
    const sessions = async () => (await person.get().get('/account/sessions')).body.data.length;
    await ageFactor(person, '6 minutes');
    expect((await person.attempt()).body.data).toEqual({ factors: ['passkey'] });
    const stranger = new Authenticator(site);
    expect((await person.usePasskey(stranger)).body.code).toBe('PASSKEY_NOT_FOUND');
    const foreign = await other.get().post('/auth/passkey/generate-authenticate-options', {});
    expect(foreign.body.allowCredentials).toHaveLength(1);
    expect((await person.attempt()).body.code).toBe('factor_required');
    const answer = await person.usePasskey();
    expect([answer.status, answer.body, answer.headers.getSetCookie()]).toEqual([200, { confirmed: true }, []]);
    expect([(await person.attempt()).status, await sessions()]).toEqual([404, 1]);
    const { rows } = await world.database.pool.query(
      "SELECT details ->> 'factor' AS factor FROM audit_log WHERE action = 'person.confirmed' AND subject = $1",
      [`person ${person.credentials.personId}`],
    );
    expect(rows).toEqual([{ factor: 'passkey' }]);
  });

  it('that belongs to somebody else confirms nobody', async () => {
    const [owner, thief] = [await personWith({ passkey: true }), await personWith({ app: true })];
    await ageFactor(thief, '6 minutes');
    const offered = await thief.get().post('/auth/passkey/generate-authenticate-options', {});
    const cookie = [thief.get().cookie, cookiesOf(offered.headers)].join('; ');
    const asked = new SignedIn(world.baseUrl, cookie, thief.get().headers);
    const { rows } = await world.database.pool.query('SELECT credential_id FROM person_passkey WHERE person_id = $1', [
      owner.credentials.personId,
    ]);
    const response = { ...new Authenticator(site).get(offered.body), id: rows[0].credential_id };
    const answer = await asked.post('/auth/step-up/passkey', { response });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'This passkey belongs to another account; use one of your own.',
    ]);
    expect((await thief.attempt()).body.code).toBe('factor_required');
  });

  it('that is wrong is counted and delayed like one at the sign-in', async () => {
    const person = await personWith({ app: true });
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await person.get().post('/auth/step-up/code', { code: '000000' })).status).toBe(401);
    }
    const extend = "UPDATE person_sign_in_attempt SET next_attempt_at = now() + interval '1 hour'";
    await world.database.pool.query(extend);
    const code = totpCode(person.totpUri, Date.now() + 30_000);
    expect((await person.get().post('/auth/step-up/code', { code })).status).toBe(429);
    const careless = await signedIn(world, {}, elsewhere());
    for (let failures = 0; failures < 5; failures += 1) {
      const answer = await careless.post('/auth/step-up/password', { password: 'not this one' });
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_PASSWORD']);
    }
    await world.database.pool.query(extend);
    const { password } = careless.credentials;
    expect((await careless.post('/auth/step-up/password', { password })).status).toBe(429);
  });

  it('is asked for before the person’s own factors and password change', async () => {
    const person = await personWith({ passkey: true });
    await ageFactor(person, '6 minutes');
    const { password } = person.credentials;
    const acts: [string, object][] = [
      ['passkey/generate-register-options', {}],
      ['passkey/verify-registration', { name: 'x', response: {} }],
      ['passkey/delete-passkey', { id: 'x' }],
      ['two-factor/enable', { password }],
      ['change-password', { currentPassword: password, newPassword: 'three green mangoes' }],
    ];
    for (const [path, body] of acts) {
      const answer = await person.get().post(`/auth/${path}`, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'factor_required']);
    }
    expect((await person.get().get('/account/passkeys')).body.data).toHaveLength(1);
    const visitor = new SignedIn(world.baseUrl, '', elsewhere());
    for (const way of ['code', 'passkey', 'password']) {
      expect((await visitor.post(`/auth/step-up/${way}`, { code: '1', password: 'x' })).status).toBe(401);
    }
  });

  it('is the password where the person has nothing else', async () => {
    const credentials = await createPerson(world);
    const person = Object.assign(await signIn(world.baseUrl, credentials, elsewhere()), { credentials });
    await ageFactor(person, '6 minutes');
    expect((await person.post('/auth/passkey/generate-register-options', {})).body.data).toEqual({
      factors: ['password'],
    });
    expect((await person.post('/auth/step-up/password', { password: credentials.password })).status).toBe(200);
    expect((await person.post('/auth/passkey/generate-register-options', {})).status).toBe(200);
  });
});
