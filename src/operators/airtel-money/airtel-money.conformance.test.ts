import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { airtelFaults, startAirtelStandIn } from '../../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { never, usualSettings } from '../../../test/operators/contract/airtel.fixture.ts';
import { describeConnector } from '../../../test/operators/contract/conformance.ts';
import { ugx } from '../../money/ugx.ts';
import { unobserved } from '../connector-observer.ts';
import type { MoneyCall, OperatorConnector } from '../contract.ts';
import { AirtelMoney } from './airtel-money.ts';
import { readRsaPublicKey } from './rsa-public-key.ts';
import type { AirtelMoneySettings } from './settings.ts';
import { airtelReferenceForm } from './texts.ts';

// The numbers of the stand-in: 7008010NN ends a collection with DP008000010NN, 7009010NN refuses a payout with DP009000010NN.
const phones = {
  pays: '256701234567',
  fails: '256700801002',
  stays: '256702000001',
  unknownRecipient: '256700901012',
  refusesUs: '256700901010',
  notReached: '256702000002',
  silent: '256702000003',
  named: '256701234567',
  nameless: '256702200004',
};
/** Nobody listens on the discard port of a machine of ours. */
const nobody = 'http://127.0.0.1:9';

const accounts: readonly (readonly [string, Partial<AirtelMoneySettings>])[] = [
  ['collections v1 and disbursements v2, unsigned, as is usual', {}],
  ['collections v2 and disbursements v2, signed', { collectionVersion: 'v2', signing: true }],
  ['collections and disbursements v2, unsigned', { collectionVersion: 'v2' }],
  ['a sandbox under a prefix', { pathPrefix: '/simulate' }],
];

async function openBench(variant: Partial<AirtelMoneySettings>) {
  const { pathPrefix = '', signing = false } = variant;
  const standIn = await startAirtelStandIn({
    pathPrefix,
    settleDelayMs: 50,
    signing: signing ? 'required' : 'off',
    // Short enough that tokens end while the suite runs.
    tokenLifetimeMs: 1_000,
  });
  const { clientId, clientSecret, pin, callbackKey } = standIn.account;
  const pinPublicKey = readRsaPublicKey(standIn.world.keys.pinKey);
  if (pinPublicKey === undefined) throw new Error('the stand-in has no key for the PIN');
  const settings: AirtelMoneySettings = {
    ...usualSettings(standIn.baseUrl, pinPublicKey),
    clientId,
    clientSecret,
    pin,
    callbackKey,
    queriesPerSecond: 1_000,
    ...variant,
  };
  const airtel = new AirtelMoney(settings, unobserved);
  return {
    standIn,
    airtel,
    settings,
    async follow(plan: object) {
      await fetch(`${standIn.baseUrl}/_faults`, { method: 'PUT', body: JSON.stringify(plan) });
    },
    paymentOf: (reference: string) => standIn.world.books.find(reference),
    async close() {
      await airtel.close();
      await standIn.close();
    },
  };
}

for (const [what, variant] of accounts) {
  describeConnector(`Airtel with ${what}`, async () => {
    const bench = await openBench(variant);
    await bench.follow({ numbers: { '702000001': ['never_ends'], '702000003': ['silent_done'] } });
    const unreachable = new AirtelMoney({ ...bench.settings, baseUrl: nobody }, unobserved);
    return {
      connector: withUnreachable(bench.airtel, unreachable),
      referenceForm: airtelReferenceForm,
      tellsNoAmount: true,
      phones,
      countPayments: async (reference) => (bench.paymentOf(reference) === undefined ? 0 : 1),
      callbackAbout(reference) {
        const transaction = { id: reference, message: 'words', status_code: 'TS', airtel_money_id: 'MP1' };
        const hash = createHmac('sha256', bench.standIn.account.callbackKey)
          .update(JSON.stringify(transaction))
          .digest('base64');
        return { path: '/', body: Buffer.from(JSON.stringify({ transaction, hash })) };
      },
      async close() {
        await unreachable.close();
        await bench.close();
      },
    };
  });
}

describe('whatever goes wrong with a call', () => {
  const callFaults = [...airtelFaults].filter(([, group]) => group === 'call').map(([fault]) => fault);
  const directions = ['collection', 'payout'] as const;
  let bench: Awaited<ReturnType<typeof openBench>>;
  beforeAll(async () => {
    bench = await openBench({});
  });
  afterAll(() => bench.close());

  const callOf = (phone: string): MoneyCall => ({
    reference: bench.airtel.newReference(),
    transactionId: 1,
    phone,
    amount: ugx(50_000),
    description: null,
    merchantName: 'Kampala Books',
  });

  test.each(directions.flatMap((direction) => callFaults.map((fault) => [direction, fault] as const)))(
    'rule 2: a %s is never called refused when it was taken, nor taken when it was not: %s',
    async (direction, fault) => {
      await bench.follow({ always: [{ fault, delayMs: 10 }] });
      const { airtel, paymentOf } = bench;
      for (let times = 0; times < 5; times += 1) {
        const call = callOf('256701234567');
        const cut = AbortSignal.timeout(300);
        const word = await (direction === 'collection' ? airtel.collect(call, cut) : airtel.payOut(call, cut));
        const allowed = paymentOf(call.reference) ? ['accepted', 'unknown'] : ['refused', 'not_reached', 'unknown'];
        expect(allowed).toContain(word.is);
        await bench.follow({});
        const query = { direction, reference: call.reference };
        await expect
          .poll(async () => (await airtel.query(query, never)).is)
          .toBe(paymentOf(call.reference) ? 'succeeded' : 'not_found');
        await bench.follow({ always: [{ fault, delayMs: 10 }] });
      }
    },
  );

  test.each(['token_slow', 'token_reset', 'token_500', 'token_html_503', 'token_rate_limited'])(
    'rule 12: a token that does not come means that nothing was sent: %s',
    async (fault) => {
      const tokenless = new AirtelMoney(bench.settings, unobserved);
      await bench.follow({ always: [{ fault, delayMs: 10 }] });
      const call = callOf('256701234567');
      const word = await tokenless.payOut(call, never);
      expect(word.is).toBe(fault === 'token_slow' ? 'accepted' : 'not_reached');
      expect(bench.paymentOf(call.reference) !== undefined).toBe(fault === 'token_slow');
      await bench.follow({});
      expect(await tokenless.balance('payout', never)).toMatchObject({ is: 'known' });
      await tokenless.close();
    },
  );

  test.each(['success_in_process', 'success_not_success'])(
    'rule 20: a success whose answer says something else too is a success: %s',
    async (fault) => {
      await bench.follow({ always: [fault] });
      const call = callOf('256701234567');
      await bench.airtel.collect(call, never);
      const query = { direction: 'collection', reference: call.reference } as const;
      await expect.poll(async () => (await bench.airtel.query(query, never)).is).toBe('succeeded');
      await bench.follow({});
    },
  );

  test('rule 16: a refund whose answer is lost is unknown, and Airtel was asked once', async () => {
    const { airtel, paymentOf, standIn } = bench;
    const collection = callOf('256701234567');
    await airtel.collect(collection, never);
    const query = { direction: 'collection', reference: collection.reference } as const;
    await expect.poll(async () => (await airtel.query(query, never)).is).toBe('succeeded');
    const paid = await airtel.query(query, never);
    if (paid.is !== 'succeeded') throw new Error('the collection is no longer paid');
    await bench.follow({ always: ['reset_after'] });
    const refund = {
      ...collection,
      collectionReference: collection.reference,
      collectionReceipt: paid.receipt,
      reference: airtel.newReference(),
    };
    expect(await airtel.refund(refund, never)).toMatchObject({ is: 'unknown' });
    expect(paymentOf(`refund-${paid.receipt}`)).toMatchObject({ calls: 1, paid: true });
    expect([...standIn.world.books.payments].filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    await bench.follow({});
  });
});

/** The connector, except that money calls about one number go to an address where nobody listens. */
function withUnreachable(airtel: AirtelMoney, unreachable: AirtelMoney): OperatorConnector {
  return new Proxy(airtel, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        const isUnreachable = (given[0] as { phone?: string } | undefined)?.phone === phones.notReached;
        const one: AirtelMoney = isUnreachable ? unreachable : target;
        return value.apply(one, given);
      };
    },
  });
}
