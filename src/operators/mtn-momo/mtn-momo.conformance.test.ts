import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MtnStandIn, startMtnStandIn } from '../../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { openCallbackReceiver } from '../../../test/operators/callback-receiver.ts';
import { describeConnector } from '../../../test/operators/contract/conformance.ts';
import { call, refund, settingsFor } from '../../../test/operators/contract/mtn-momo.fixture.ts';
import type { MoneyCall, QueryResult, StatusQuery, SubmitResult } from '../contract.ts';
import { CallbackPaths } from './callback-path.ts';
import { MtnMomo } from './mtn-momo.ts';
import type { MtnMomoSettings } from './settings.ts';

// The connector against the stand-in, which was written from the same page without knowing of it.

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const patient = new AbortController().signal;

function settingsOf({ baseUrl, account }: MtnStandIn, publicUrl = 'http://localhost:1'): MtnMomoSettings {
  const { collection, disbursement } = account.credentials;
  return settingsFor(baseUrl, {
    collection: { ...collection, subscriptionKey: collection.primaryKey },
    disbursement: { ...disbursement, subscriptionKey: disbursement.primaryKey },
    publicUrl,
  });
}

/** Sets a fault plan of the stand-in, as a person would. */
async function plan(standIn: MtnStandIn, faults: object): Promise<void> {
  const answer = await fetch(`${standIn.baseUrl}/_faults`, { method: 'PUT', body: JSON.stringify(faults) });
  if (!answer.ok) throw new Error(await answer.text());
}

describeConnector('MTN MoMo', async () => {
  const standIn = await startMtnStandIn({ settleDelayMs: 50, queriesPerSecond: null });
  const phones = {
    pays: '256772000001',
    fails: '256773123451',
    stays: '256773123453',
    unknownRecipient: '256773223457',
    refusesUs: '256773223458',
    notReached: '256772000006',
    silent: '256772000007',
    named: '256772000001',
    nameless: '256772000008',
  };
  await plan(standIn, { numbers: { [phones.silent]: ['silent_done'], [phones.nameless]: ['person_nameless'] } });
  const settings = settingsOf(standIn);
  const gone = new MtnMomo({ ...settings, baseUrl: 'http://127.0.0.1:1' });
  /** MTN, gone for one number. */
  class MtnWithAGap extends MtnMomo {
    override collect(money: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
      return money.phone === phones.notReached ? gone.collect(money, signal) : super.collect(money, signal);
    }
    override payOut(money: MoneyCall, signal: AbortSignal): Promise<SubmitResult> {
      return money.phone === phones.notReached ? gone.payOut(money, signal) : super.payOut(money, signal);
    }
  }
  const connector = new MtnWithAGap(settings);
  const paths = new CallbackPaths(settings);
  return {
    connector,
    referenceForm: uuidV4,
    phones,
    countPayments: async (reference) => bookedUnder(standIn, reference).length,
    callbackAbout: (reference) => ({
      path: paths.pathOf(reference),
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ externalId: reference, status: 'SUCCESSFUL' })),
    }),
    async close() {
      await Promise.all([connector.close(), gone.close(), standIn.close()]);
    },
  };
});

function bookedUnder({ world }: MtnStandIn, reference: string) {
  return [...world.books.payments].filter((payment) => payment.reference === reference);
}

describe('MTN MoMo and the faults of its stand-in', () => {
  let standIn: MtnStandIn;
  let mtn: MtnMomo;
  beforeAll(async () => {
    standIn = await startMtnStandIn({ settleDelayMs: 20, queriesPerSecond: null });
  });
  afterEach(async () => {
    await plan(standIn, {});
    await mtn.close();
  });
  afterAll(() => standIn.close());

  /** A new process, which has no token yet. */
  const fresh = (): MtnMomo => {
    mtn = new MtnMomo(settingsOf(standIn));
    return mtn;
  };
  const payment = (): MoneyCall => ({ ...call, reference: crypto.randomUUID() });
  const finalWord = async (query: StatusQuery): Promise<QueryResult> => {
    let result: QueryResult = { is: 'pending' };
    await expect
      .poll(async () => {
        result = await mtn.query(query, patient);
        return result;
      })
      .not.toMatchObject({ is: 'pending' });
    return result;
  };

  test.each([
    ['slow', 'accepted', 1],
    ['silent_done', 'unknown', 1],
    ['reset_before', 'unknown', 0],
    ['reset_after', 'unknown', 1],
    ['error_500_done', 'unknown', 1],
    ['error_500_not_done', 'unknown', 0],
    ['error_503_done', 'unknown', 1],
    ['error_503_not_done', 'unknown', 0],
    ['html_403', 'unknown', 0],
    ['html_503', 'unknown', 0],
    ['html_503_done', 'unknown', 1],
    ['conflict_done', 'accepted', 1],
    ['rate_limited', 'refused', 0],
    ['refused', 'refused', 0],
  ])('a call under the fault %s is %s', async (fault, is, payments) => {
    fresh();
    for (const pay of [mtn.collect, mtn.payOut]) {
      const money = payment();
      await plan(standIn, { always: [{ fault, delayMs: 50, times: 1 }] });
      expect(await pay.call(mtn, money, AbortSignal.timeout(500))).toMatchObject({ is });
      expect(bookedUnder(standIn, money.reference)).toHaveLength(payments);
      // Whatever happened, the same reference is taken or known afterwards, and is one payment.
      expect(await pay.call(mtn, money, patient)).toMatchObject({ is: 'accepted' });
      expect(bookedUnder(standIn, money.reference)).toHaveLength(1);
    }
  });

  test('rule 12: a token that MTN drops in mid-flight costs one more call, and makes one payment', async () => {
    fresh();
    const money = payment();
    await plan(standIn, { always: [{ fault: 'unauthorized', times: 1 }] });
    expect(await mtn.payOut(money, patient)).toEqual({ is: 'accepted', paid: false });
    await plan(standIn, { always: [{ fault: 'query_unauthorized', times: 1 }] });
    expect(await finalWord({ direction: 'payout', reference: money.reference })).toMatchObject({ is: 'succeeded' });
    expect(bookedUnder(standIn, money.reference)).toMatchObject([{ calls: 1 }]);
  });

  test.each(['token_reset', 'token_500', 'token_html_503', 'token_rate_limited'])(
    'without a token, because of %s, nothing is sent',
    async (fault) => {
      fresh();
      const money = payment();
      await plan(standIn, { always: [fault] });
      expect(await mtn.payOut(money, patient)).toMatchObject({ is: 'not_reached' });
      await plan(standIn, {});
      expect(await mtn.payOut(money, patient)).toMatchObject({ is: 'accepted' });
      expect(bookedUnder(standIn, money.reference)).toMatchObject([{ calls: 1 }]);
    },
  );

  test.each([
    ['query_silent', 'unknown'],
    ['query_reset', 'unknown'],
    ['query_500', 'unknown'],
    ['query_503', 'unknown'],
    ['query_html_403', 'unknown'],
    ['query_html_503', 'unknown'],
    ['query_rate_limited', 'unknown'],
    ['query_not_found', 'not_found'],
  ])('a query under the fault %s is %s', async (fault, is) => {
    fresh();
    const money = payment();
    await mtn.collect(money, patient);
    const query = { direction: 'collection', reference: money.reference } as const;
    await plan(standIn, { always: [fault] });
    expect(await mtn.query(query, AbortSignal.timeout(300))).toMatchObject({ is });
    await plan(standIn, {});
    expect(await finalWord(query)).toMatchObject({ is: 'succeeded' });
  });

  test.each(['numbers_as_numbers', 'numbers_as_strings'])('%s read the same', async (fault) => {
    await plan(standIn, { always: [fault] });
    fresh();
    const money = payment();
    await mtn.payOut(money, patient);
    expect(await finalWord({ direction: 'payout', reference: money.reference })).toEqual({
      is: 'succeeded',
      receipt: expect.stringMatching(/^\d+$/),
      amount: money.amount,
      reported: { currency: 'UGX', phone: money.phone, reference: money.reference },
    });
  });

  test.each(['reason_string', 'reason_object'])('rule 18: %s reads the same', async (fault) => {
    await plan(standIn, { always: [fault, { fault: 'fails', code: 'NOT_ENOUGH_FUNDS' }] });
    fresh();
    const money = payment();
    await mtn.collect(money, patient);
    expect(await finalWord({ direction: 'collection', reference: money.reference })).toMatchObject({
      is: 'failed',
      code: 'customer_insufficient_funds',
    });
  });

  test.each([
    ['other_amount', (word: QueryResult) => word.is === 'succeeded' && word.amount],
    ['other_currency', (word: QueryResult) => word.is === 'succeeded' && word.reported?.currency],
    ['other_phone', (word: QueryResult) => word.is === 'succeeded' && word.reported?.phone],
    ['other_reference', (word: QueryResult) => word.is === 'succeeded' && word.reported?.reference],
  ])('rule 11: %s is reported', async (fault, part) => {
    fresh();
    const money = payment();
    await mtn.collect(money, patient);
    const query = { direction: 'collection', reference: money.reference } as const;
    const truth = part(await finalWord(query));
    await plan(standIn, { always: [fault] });
    const reported = part(await mtn.query(query, patient));
    expect(reported).not.toBe(truth);
    expect(reported).toBeTruthy();
  });

  test.each(['late_success', 'late_failure'])('rule 9: %s is reported as it is, each time', async (fault) => {
    // Long enough for a busy machine to see the first state.
    await plan(standIn, { always: [{ fault, delayMs: 2_000 }] });
    fresh();
    const money = payment();
    await mtn.collect(money, patient);
    const query = { direction: 'collection', reference: money.reference } as const;
    const [first, second] = fault === 'late_success' ? ['failed', 'succeeded'] : ['succeeded', 'failed'];
    expect(await finalWord(query)).toMatchObject({ is: first });
    await expect.poll(() => mtn.query(query, patient)).toMatchObject({ is: second });
  });

  test('a refund of what was not paid fails, and of what was paid succeeds once', async () => {
    fresh();
    const collection = payment();
    await mtn.collect(collection, patient);
    await finalWord({ direction: 'collection', reference: collection.reference });
    const ends: string[] = [];
    for (const collectionReference of [crypto.randomUUID(), collection.reference, collection.reference]) {
      const reference = crypto.randomUUID();
      expect(await mtn.refund({ ...refund, reference, collectionReference }, patient)).toMatchObject({
        is: 'accepted',
      });
      ends.push((await finalWord({ direction: 'refund', reference })).is);
    }
    expect(ends).toEqual(['failed', 'succeeded', 'failed']);
  });

  test('rule 15: the keys of one product are refused by the other', async () => {
    fresh();
    const settings = settingsOf(standIn);
    const mixed = new MtnMomo({ ...settings, disbursement: settings.collection });
    expect(await mixed.payOut(payment(), patient)).toMatchObject({ is: 'refused', by: 'configuration' });
    expect(await mixed.balance('payout', patient)).toMatchObject({ is: 'refused' });
    expect(await mixed.balance('collection', patient)).toMatchObject({ is: 'known' });
    await mixed.close();
  });

  test.each([
    ['callback_put', 'PUT'],
    ['callback_post', 'POST'],
  ])(
    'a callback by %s names its payment, and a lie at the same address names no more than that',
    async (fault, method) => {
      const receiver = await openCallbackReceiver();
      mtn = new MtnMomo(settingsOf(standIn, receiver.baseUrl));
      await plan(standIn, { always: [fault, 'callback_forged'] });
      const money = payment();
      await mtn.collect(money, patient);
      await expect.poll(() => receiver.received.length).toBe(2);
      for (const { path, raw, ...received } of receiver.received) {
        expect(received.method).toBe(method);
        expect(mtn.readCallback({ path, body: Buffer.from(raw) })).toEqual({ reference: money.reference });
      }
      await receiver.close();
    },
  );
});
