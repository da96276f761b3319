import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AirtelStandIn, startAirtelStandIn } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { type MtnStandIn, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { AirtelCaller } from './airtel-caller.ts';
import { MtnCaller } from './mtn-caller.ts';
import type { Reply } from './send-request.ts';

let mtn: MtnStandIn;
let mtnCaller: MtnCaller;
let airtel: AirtelStandIn;
let airtelCaller: AirtelCaller;

beforeAll(async () => {
  mtn = await startMtnStandIn({ queriesPerSecond: null, settleDelayMs: 0 });
  mtnCaller = new MtnCaller(mtn);
  airtel = await startAirtelStandIn({ settleDelayMs: 0 });
  airtelCaller = new AirtelCaller(airtel);
});
afterAll(async () => {
  await mtn.close();
  await airtel.close();
});

/** What a caller sees: a status with the code inside, `html`, or `cut` when no answer came. */
async function seen(call: Promise<Reply>): Promise<string> {
  const answer = await call.catch(() => null);
  if (answer === null) return 'cut';
  if (answer.text.includes('<html>')) return `${answer.status} html`;
  const { code, status_code, error, status } = answer.body ?? {};
  return `${answer.status} ${code ?? status_code ?? error ?? status?.response_code ?? status?.result_code ?? ''}`.trim();
}

type Case = readonly [fault: string, answer: RegExp, booked: boolean];

describe('faults of a money call at MTN', () => {
  const cases: readonly Case[] = [
    ['reset_before', /^cut$/, false],
    ['reset_after', /^cut$/, true],
    ['error_500_done', /^500( INTERNAL_PROCESSING_ERROR)?$/, true],
    ['error_500_not_done', /^500( INTERNAL_PROCESSING_ERROR)?$/, false],
    ['error_503_done', /^503 SERVICE_UNAVAILABLE$/, true],
    ['error_503_not_done', /^503 SERVICE_UNAVAILABLE$/, false],
    ['html_403', /^403 html$/, false],
    ['html_503', /^503 html$/, false],
    ['html_503_done', /^503 html$/, true],
    ['conflict_done', /^409 RESOURCE_ALREADY_EXIST$/, true],
    ['unauthorized', /^401$/, false],
    ['rate_limited', /^429$/, false],
    ['refused', /^500 [A-Z_]+$/, false],
  ];

  test.each(cases)('%s: a transfer sees %s, and whether it is in the books is %s', async (fault, answer, booked) => {
    const reference = crypto.randomUUID();
    await mtnCaller.headers('disbursement');
    await mtnCaller.faults({ references: { [reference]: [fault] } });
    const body = { ...mtnCaller.body(), payee: { partyIdType: 'MSISDN', partyId: '256772000031' } };
    expect(await seen(mtnCaller.post('/disbursement/v1_0/transfer', reference, body))).toMatch(answer);
    expect(mtn.world.books.find(reference) !== undefined).toBe(booked);
    mtnCaller.forgetTokens();
    await mtnCaller.faults({});
  });
});

describe('faults of a money call at Airtel', () => {
  const collection: readonly Case[] = [
    ['reset_before', /^cut$/, false],
    ['reset_after', /^cut$/, true],
    ['error_500_done', /^500( DP00800001005)?$/, true],
    ['error_500_not_done', /^500( DP00800001005)?$/, false],
    ['error_503_done', /^503$/, true],
    ['error_503_not_done', /^503$/, false],
    ['html_403', /^403 html$/, false],
    ['html_503', /^503 html$/, false],
    ['html_503_done', /^503 html$/, true],
    ['conflict_done', /^200 DP00800001000$/, true],
    ['unauthorized', /^401 invalid_token$/, false],
    ['rate_limited', /^429/, false],
    ['refused', /^200 DP008000010(03|04|08|10)$/, false],
    ['timeout_408_done', /^408 CONNECTION_TIMEOUT$/, true],
    ['timeout_408_not_done', /^408 CONNECTION_TIMEOUT$/, false],
    ['gateway_timeout_done', /^(200|504) ROUTER117$/, true],
    ['gateway_timeout_not_done', /^(200|504) ROUTER117$/, false],
    ['went_wrong_done', /^200 (ESB00000[14]|DP008000010(24|00))$/, true],
    ['went_wrong_not_done', /^200 (ESB00000[14]|DP008000010(24|00))$/, false],
  ];

  test.each(collection)(
    '%s: a collection sees %s, and whether it is in the books is %s',
    async (fault, answer, booked) => {
      const id = crypto.randomUUID();
      await airtelCaller.headers();
      await airtelCaller.faults({ references: { [id]: [fault] } });
      expect(await seen(airtelCaller.collect('752000031', { id }))).toMatch(answer);
      expect(airtel.world.books.find(id) !== undefined).toBe(booked);
      airtelCaller.forgetToken();
      await airtelCaller.faults({});
    },
  );

  test('a payout that went wrong, or did not, has the codes of payouts and was paid, or was not', async () => {
    for (const done of [true, false]) {
      await airtelCaller.faults({ always: [done ? 'went_wrong_done' : 'went_wrong_not_done'] });
      const { id, body } = await airtelCaller.disburse('752000032');
      const { response_code, result_code } = body.status;
      expect(['DP00900001014', 'DP00900001000', 'ESB000001', 'ESB000004']).toContain(response_code ?? result_code);
      expect(airtel.world.books.find(id)?.paid).toBe(done ? true : undefined);
    }
    await airtelCaller.faults({});
  });

  test('a refund that is reset afterwards has happened', async () => {
    const { id } = await airtelCaller.collect('752000033');
    await expect.poll(async () => (await airtelCaller.booked(id)).state).toBe('TS');
    const { airtel_money_id } = (await airtelCaller.enquire(id)).body.data.transaction;
    await airtelCaller.faults({ numbers: { '752000033': ['reset_after'] } });
    expect(await seen(airtelCaller.refund(airtel_money_id))).toBe('cut');
    await airtelCaller.faults({});
    expect(await airtelCaller.booked(`refund-${airtel_money_id}`)).toMatchObject({ paid: true, calls: 1 });
  });
});

describe('faults of a money call in time', () => {
  test('slow: the answer comes so much later, and the payment was made at once', async () => {
    await mtnCaller.faults({ always: [{ fault: 'slow', delayMs: 1_500 }] });
    const begunAtMs = Date.now();
    const { status, reference } = await mtnCaller.collect('256772000032');
    expect(status).toBe(202);
    expect(Date.now() - begunAtMs).toBeGreaterThanOrEqual(1_495);
    expect((await mtnCaller.booked(reference)).createdAtMs - begunAtMs).toBeLessThan(1_450);
    await mtnCaller.faults({});
  });

  test('silent_done: no answer until the caller leaves, and the payment was made', async () => {
    const reference = crypto.randomUUID();
    await mtnCaller.faults({ references: { [reference]: ['silent_done'] } });
    const cut = new AbortController();
    const body = { ...mtnCaller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000033' } };
    let ended = false;
    const call = mtnCaller
      .post('/collection/v1_0/requesttopay', reference, body, {}, cut.signal)
      .catch(() => 'cut')
      .finally(() => {
        ended = true;
      });
    await expect.poll(async () => (await mtnCaller.booked(reference)).state).toBe('SUCCESSFUL');
    expect(ended).toBe(false);
    cut.abort();
    expect(await call).toBe('cut');
    await mtnCaller.faults({});
  });

  test('unauthorized: a token that was good is good no longer, for every call, until there is a new one', async () => {
    await mtnCaller.headers('collection');
    await mtnCaller.faults({ numbers: { 256772000034: [{ fault: 'unauthorized', times: 1 }] } });
    expect((await mtnCaller.collect('256772000034')).status).toBe(401);
    expect((await mtnCaller.get('/collection/v1_0/account/balance')).status).toBe(401);
    mtnCaller.forgetTokens();
    expect((await mtnCaller.collect('256772000034')).status).toBe(202);
    await mtnCaller.faults({});
  });

  test('a repeated reference under a …_done fault is still told that it exists', async () => {
    const { reference } = await mtnCaller.collect('256772000035');
    await mtnCaller.faults({ references: { [reference]: ['error_500_done'] } });
    const body = { ...mtnCaller.body(), payer: { partyIdType: 'MSISDN', partyId: '256772000035' } };
    const again = await mtnCaller.post('/collection/v1_0/requesttopay', reference, body);
    expect(again.status).toBe(409);
    await mtnCaller.faults({});
  });
});

describe('faults of reading', () => {
  const onQuery: readonly (readonly [string, RegExp, RegExp])[] = [
    ['query_reset', /^cut$/, /^cut$/],
    ['query_500', /^500/, /^500/],
    ['query_503', /^503 SERVICE_UNAVAILABLE$/, /^503$/],
    ['query_html_403', /^403 html$/, /^403 html$/],
    ['query_html_503', /^503 html$/, /^503 html$/],
    ['query_not_found', /^404 RESOURCE_NOT_FOUND$/, /^404 DP00800001025$/],
    ['query_unauthorized', /^401$/, /^401 invalid_token$/],
    ['query_rate_limited', /^429$/, /^429/],
  ];

  test.each(onQuery)(
    '%s: MTN’s query sees %s, Airtel’s %s, and the next one the truth',
    async (fault, atMtn, atAirtel) => {
      const { reference } = await mtnCaller.collect('256772000036');
      const { id } = await airtelCaller.collect('752000036');
      const plan = { always: [{ fault, times: 1 }] };
      await mtnCaller.faults(plan);
      expect(await seen(mtnCaller.statusOf(reference))).toMatch(atMtn);
      mtnCaller.forgetTokens();
      expect((await mtnCaller.statusOf(reference)).status).toBe(200);
      await airtelCaller.faults(plan);
      expect(await seen(airtelCaller.enquire(id))).toMatch(atAirtel);
      airtelCaller.forgetToken();
      expect((await airtelCaller.enquire(id)).body.data.transaction.id).toBe(id);
    },
  );

  test('query_not_found with a time: 404 for a while, then the payment', async () => {
    await mtnCaller.faults({ numbers: { 256772000037: [{ fault: 'query_not_found', delayMs: 1_500 }] } });
    const { reference } = await mtnCaller.collect('256772000037');
    expect((await mtnCaller.statusOf(reference)).status).toBe(404);
    await expect.poll(async () => (await mtnCaller.statusOf(reference)).status, { interval: 20 }).toBe(200);
    expect(Date.now() - (await mtnCaller.booked(reference)).createdAtMs).toBeGreaterThanOrEqual(1_500);
    await mtnCaller.faults({});
  });

  test('query_slow and query_silent', async () => {
    const { reference } = await mtnCaller.collect('256772000038');
    await mtnCaller.faults({ always: [{ fault: 'query_slow', delayMs: 200 }] });
    const begunAtMs = Date.now();
    expect((await mtnCaller.statusOf(reference)).status).toBe(200);
    expect(Date.now() - begunAtMs).toBeGreaterThanOrEqual(195);
    await mtnCaller.faults({ always: ['query_silent'] });
    const silent = fetch(`${mtn.baseUrl}/collection/v1_0/requesttopay/${reference}`, {
      headers: await mtnCaller.headers('collection'),
      signal: AbortSignal.timeout(200),
    });
    await expect(silent).rejects.toThrow(/aborted/);
    await mtnCaller.faults({});
  });

  const onLookup: readonly (readonly [string, RegExp])[] = [
    ['lookup_reset', /^cut$/],
    ['lookup_500', /^500/],
    ['lookup_html_503', /^503 html$/],
    ['lookup_rate_limited', /^429/],
  ];

  test.each(onLookup)('%s: a name is asked for and %s is seen', async (fault, answer) => {
    for (const caller of [mtnCaller, airtelCaller]) await caller.faults({ always: [fault] });
    expect(await seen(mtnCaller.get('/collection/v1_0/accountholder/msisdn/256772000001/basicuserinfo'))).toMatch(
      answer,
    );
    expect(await seen(airtelCaller.get('/standard/v1/users/752000001'))).toMatch(answer);
    for (const caller of [mtnCaller, airtelCaller]) await caller.faults({});
  });

  const onToken: readonly (readonly [string, RegExp])[] = [
    ['token_reset', /^cut$/],
    ['token_500', /^500/],
    ['token_html_503', /^503 html$/],
    ['token_rate_limited', /^429/],
  ];

  test.each(onToken)('%s: a token is asked for and %s is seen', async (fault, answer) => {
    for (const caller of [mtnCaller, airtelCaller]) await caller.faults({ always: [{ fault, times: 1 }] });
    expect(await seen(mtnCaller.login('collection'))).toMatch(answer);
    expect(await seen(airtelCaller.login())).toMatch(answer);
    expect((await mtnCaller.login('collection')).status).toBe(200);
    expect((await airtelCaller.login()).status).toBe(200);
  });
});

describe('faults of what becomes of a payment at MTN', () => {
  const states = async (reference: string) =>
    (await mtnCaller.booked(reference)).turns.map(({ state }: { state: string }) => state);

  test.each([
    ['fails', ['PENDING', 'FAILED']],
    ['late_success', ['PENDING', 'FAILED', 'SUCCESSFUL']],
    ['late_failure', ['PENDING', 'SUCCESSFUL', 'FAILED']],
    ['ends_late', ['PENDING', 'SUCCESSFUL']],
  ])('%s: a collection goes %j', async (fault, expected) => {
    await mtnCaller.faults({ always: [{ fault, delayMs: 100 }] });
    const { reference } = await mtnCaller.collect('256772000041');
    await expect.poll(() => states(reference), { interval: 10 }).toEqual(expected);
    await mtnCaller.faults({});
    expect((await mtnCaller.booked(reference)).paid).toBe(expected.at(-1) === 'SUCCESSFUL');
  });

  test('never_ends: it stays PENDING, until it is decided by hand', async () => {
    await mtnCaller.faults({ always: ['never_ends'] });
    const { reference } = await mtnCaller.collect('256772000042');
    await mtnCaller.faults({});
    const decided = await mtnCaller.raw('PUT', `/_books/${reference}`, {}, { state: 'FAILED', reason: 'EXPIRED' });
    expect(decided.body).toMatchObject({ state: 'FAILED', reason: 'EXPIRED' });
    expect((await mtnCaller.statusOf(reference)).body).toMatchObject({ status: 'FAILED', reason: 'EXPIRED' });
  });

  test.each([
    ['other_amount', { amount: '125000' }],
    ['other_currency', { currency: 'RWF' }],
    ['other_phone', { payer: { partyIdType: 'MSISDN', partyId: '256772000044' } }],
    ['other_reference', { externalId: '47110' }],
  ])('%s: the status speaks of another payment, and the books do not', async (fault, difference) => {
    const { reference } = await mtnCaller.collect('256772000043');
    await mtnCaller.faults({ references: { [reference]: [fault] } });
    expect((await mtnCaller.statusOf(reference)).body).toMatchObject(difference);
    expect(await mtnCaller.booked(reference)).toMatchObject({ amount: 25_000, phone: '256772000043' });
    await mtnCaller.faults({});
  });
});
