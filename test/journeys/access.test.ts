import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey, rollApiKey } from '../../src/access/api-keys.ts';
import { serviceActor } from '../../src/access/audit-log.ts';
import { type Permission, permissions } from '../../src/access/principal.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { type Answer, type Business, Speaker, World } from './world.ts';

let world: World;
let secondUrl: string;
let hotel: Business;
let desk: Speaker;
let guest: Business;

beforeAll(async () => {
  world = await World.open();
  secondUrl = await world.startAnother();
  hotel = await world.business('Lake Hotel', 1_000_000);
  desk = await world.as(hotel);
  guest = await world.business('Guest House', 1_000_000);
});
afterAll(() => world.close());

const codeOf = ({ status, body }: Answer) => [status, body.code];

describe('interface-decisions 1, "404 not_found (somebody else’s resource too)"', () => {
  test('another client sees nothing of a transaction, a collection, its prompt, or its events', async () => {
    const stranger = await world.as(guest);
    const { body } = await desk.collect('256770000009', 5_000);
    const id = body.data.transaction_id;
    const [prompt] = (await desk.get('/test/prompts')).body.data;
    for (const answer of [
      await stranger.get(`/wallet/transactions/${id}`),
      await stranger.get(`/wallet/collections/${id}/status`),
      await stranger.post(`/test/prompts/${prompt.id}/approve`, {}),
      await stranger.post(`/test/prompts/${prompt.id}/decline`, {}),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    }
    expect((await stranger.get('/test/prompts')).body.data).toEqual([]);
    expect((await stranger.get('/wallet/transactions?phone=256770000009')).body.data).toEqual([]);
    expect((await stranger.events()).filter(({ data }) => data.id === id)).toEqual([]);
    expect((await desk.transaction(id)).status).toBe('processing');
    await desk.post(`/test/prompts/${prompt.id}/approve`, {});
    await desk.end(id);
  });
});

describe('interface-decisions 2, "Every key belongs to one mode and never sees the other"', () => {
  test('a live key of the same client sees no test money, transaction, event or test route', async () => {
    const live = await world.as(hotel, { mode: 'live' });
    const { body } = await desk.send(guest.phone, 1_000);
    expect((await live.get('/wallet/balance')).body.data).toMatchObject({ balance: 0, held_balance: 0, mode: 'live' });
    expect(codeOf(await live.get(`/wallet/transactions/${body.data.transaction_id}`))).toEqual([404, 'not_found']);
    expect((await live.get('/wallet/transactions')).body.data).toEqual([]);
    expect(await live.events()).toEqual([]);
    for (const answer of [
      await live.get('/test/prompts'),
      await live.post('/test/wallet/fund', { amount: 1_000 }),
      await live.post('/test/prompts/1/approve', {}),
      await live.post('/test/prompts/1/decline', {}),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'not_found']);
    }
    expect(codeOf(await live.send(guest.phone, 1_000))).toEqual([422, 'insufficient_funds']);
  });

  test('a key whose text says another mode is not valid', async () => {
    const forged = new Speaker(world.baseUrl, desk.apiKey.replace('nsk_test_', 'nsk_live_'));
    expect(codeOf(await forged.get('/wallet/balance'))).toEqual([401, 'unauthorized']);
  });

  test('"Key text": nsk_<mode>_<12>.<40> of base62', async () => {
    expect(desk.apiKey).toMatch(/^nsk_test_[0-9A-Za-z]{12}\.[0-9A-Za-z]{40}$/);
    expect((await world.key(hotel, { mode: 'live' })).apiKey).toMatch(/^nsk_live_[0-9A-Za-z]{12}\.[0-9A-Za-z]{40}$/);
  });

  test('"Only a hash of the secret is stored"', async () => {
    const secret = desk.apiKey.split('.')[1] ?? '';
    const { rows } = await world.database.pool.query<{ row: string }>('SELECT api_key::text AS row FROM api_key');
    const hex = Buffer.from(secret).toString('hex');
    for (const { row } of rows) expect(row.includes(secret) || row.includes(hex)).toBe(false);
  });
});

describe('interface-decisions 2, "Permissions"', () => {
  const phone = '256701234567';
  const routes: Record<string, { needs: readonly Permission[]; ask: (speaker: Speaker) => Promise<Answer> }> = {
    balance: { needs: ['wallet:read'], ask: (speaker) => speaker.get('/wallet/balance') },
    history: { needs: ['wallet:read'], ask: (speaker) => speaker.get('/wallet/transactions') },
    'one transaction': { needs: ['wallet:read'], ask: (speaker) => speaker.get('/wallet/transactions/1') },
    fees: {
      needs: ['wallet:read'],
      ask: (speaker) => speaker.get('/wallet/fees?operation=withdrawal&amount=1000'),
    },
    lookup: { needs: ['wallet:read'], ask: (speaker) => speaker.get(`/wallet/lookup?phone=${phone}`) },
    'a quote of a payment': {
      needs: ['wallet:send'],
      ask: (speaker) =>
        speaker.post('/wallet/quotes', { operation: 'send_money', recipient_phone: phone, amount: 1_000 }),
    },
    'a quote of a withdrawal': {
      needs: ['wallet:withdraw'],
      ask: (speaker) =>
        speaker.post('/wallet/quotes', { operation: 'withdrawal', recipient_phone: phone, amount: 1_000 }),
    },
    'send-money': { needs: ['wallet:send'], ask: (speaker) => speaker.send(phone, 1_000) },
    'withdraw/mobile': { needs: ['wallet:withdraw'], ask: (speaker) => speaker.withdraw(phone, 1_000) },
    'collect-payment': { needs: ['wallet:collect'], ask: (speaker) => speaker.collect(phone, 1_000) },
    'collection status': {
      needs: ['wallet:read', 'wallet:collect'],
      ask: (speaker) => speaker.get('/wallet/collections/1/status'),
    },
    'collection refund': {
      needs: ['wallet:send'],
      ask: (speaker) => speaker.post('/wallet/collections/1/refund', {}),
    },
    events: { needs: ['webhooks:read', 'webhooks:write'], ask: (speaker) => speaker.get('/events') },
  };

  test.each(Object.entries(routes))('%s takes the keys that have its permission, and only these', async (_, route) => {
    for (const permission of permissions) {
      const before = await world.transactionCount(hotel.wallets.test);
      const answer = await route.ask(await world.as(hotel, { permissions: [permission] }));
      if (route.needs.includes(permission)) {
        expect([200, 404]).toContain(answer.status);
      } else {
        expect(codeOf(answer)).toEqual([403, 'forbidden']);
        expect(answer.body.message).toContain(route.needs[0]);
        expect(answer.headers.has('x-ratelimit-limit')).toBe(true);
        expect(await world.transactionCount(hotel.wallets.test)).toBe(before);
      }
    }
  });

  test('a key with the contract’s two named permissions can collect and see the status', async () => {
    const speaker = await world.as(hotel, { permissions: ['wallet:collect', 'webhooks:write'] });
    const { body } = await speaker.collect(phone, 1_000);
    const path = `/wallet/collections/${body.data.transaction_id}/status`;
    await expect.poll(async () => (await speaker.get(path)).body.status).toBe('completed');
  });
});

describe('interface-decisions 1, 401 and 403', () => {
  test.each([
    ['no key', ''],
    ['not a key', 'hello'],
    ['an unknown id', `nsk_test_${'a'.repeat(12)}.${'b'.repeat(40)}`],
  ])('%s is unauthorized', async (_, text) => {
    const answer = await new Speaker(world.baseUrl, text).get('/wallet/balance');
    expect(codeOf(answer)).toEqual([401, 'unauthorized']);
    expect(Number(answer.headers.get('x-ratelimit-limit'))).toBe(30);
  });

  test('a wrong secret is unauthorized, with the words of an unknown id', async () => {
    const wrong = desk.apiKey.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const answer = await new Speaker(world.baseUrl, wrong).get('/wallet/balance');
    const unknown = await new Speaker(world.baseUrl, `nsk_test_${'c'.repeat(12)}.${'d'.repeat(40)}`).get(
      '/wallet/balance',
    );
    expect(codeOf(answer)).toEqual([401, 'unauthorized']);
    expect(answer.body.message).toBe(unknown.body.message);
  });

  test('key_expired once its time has come', async () => {
    const expiresAtMs = Date.now() + 5_000;
    const speaker = await world.as(hotel, { expiresAtMs });
    expect((await speaker.get('/wallet/balance')).status).toBe(200);
    await expect
      .poll(async () => codeOf(await speaker.get('/wallet/balance')), { interval: 100 })
      .toEqual([401, 'key_expired']);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs);
  });

  test('ip_not_allowed from an address that is not on the key’s list', async () => {
    const elsewhere = await world.as(hotel, { allowedIps: ['203.0.113.0/24', '2001:db8::1'] });
    expect(codeOf(await elsewhere.get('/wallet/balance'))).toEqual([403, 'ip_not_allowed']);
    const here = await world.as(hotel, { allowedIps: ['203.0.113.0/24', '127.0.0.0/8'] });
    expect((await here.get('/wallet/balance')).status).toBe(200);
  });
});

describe('interface-decisions 2, "can be revoked or rolled"', () => {
  const within = { timeout: 3_000, interval: 50 };

  test('a revoked key stops on every process within a second, though both had let it in', async () => {
    const { apiKey, apiKeyId } = await world.key(hotel);
    const speakers = [new Speaker(world.baseUrl, apiKey), new Speaker(secondUrl, apiKey)];
    for (const speaker of speakers) expect((await speaker.get('/wallet/balance')).status).toBe(200);
    await revokeApiKey(world.database.pool, { apiKeyId, actor: serviceActor('test') });
    const revokedAt = performance.now();
    for (const speaker of speakers) {
      await expect
        .poll(async () => codeOf(await speaker.get('/wallet/balance')), within)
        .toEqual([401, 'unauthorized']);
    }
    expect(performance.now() - revokedAt).toBeLessThan(1_500);
  });

  test('rolled, the old one works for the overlap and the new one at once, with the same rights', async () => {
    const old = await world.key(hotel, { permissions: ['wallet:read'] });
    const before = new Speaker(secondUrl, old.apiKey);
    expect((await before.get('/wallet/balance')).status).toBe(200);
    const rolled = await rollApiKey(world.database.pool, {
      apiKeyId: old.apiKeyId,
      overlapMs: 5_000,
      actor: serviceActor('test'),
    });
    const after = new Speaker(world.baseUrl, rolled.apiKey);
    expect((await after.get('/wallet/balance')).status).toBe(200);
    expect(codeOf(await after.send(guest.phone, 1_000))).toEqual([403, 'forbidden']);
    expect((await before.get('/wallet/balance')).status).toBe(200);
    await expect
      .poll(async () => codeOf(await before.get('/wallet/balance')), { interval: 100 })
      .toEqual([401, 'key_expired']);
    expect((await after.get('/wallet/balance')).status).toBe(200);
  });
});

describe('interface-decisions 9, "Failed authentication is limited per address (30 per minute)"', () => {
  test('it refuses only failing requests, and a good key goes on', async () => {
    const third = await world.startAnother();
    const stranger = new Speaker(third, `nsk_test_${'e'.repeat(12)}.${'f'.repeat(40)}`);
    let answer = await stranger.get('/wallet/balance');
    for (let tried = 1; answer.status === 401 && tried < 90; tried += 1) answer = await stranger.get('/wallet/balance');
    expect(codeOf(answer)).toEqual([429, 'rate_limited']);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('30');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await desk.at(third).get('/wallet/balance')).status).toBe(200);
  });
});

test('after all this the books agree', async () => {
  await expect.poll(async () => (await desk.get('/wallet/transactions?status=processing')).body.data.length).toBe(0);
  expect(await auditFindings(world.database.pool)).toEqual([]);
});
