import { describe, expect, test } from 'vitest';
import { airtelFaults } from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { Faults } from '../../packages/operator-stand-ins/src/faults/faults.ts';
import { PlanError, readPlan } from '../../packages/operator-stand-ins/src/faults/read-plan.ts';
import { mtnFaults, startMtnStandIn } from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { MtnCaller } from './mtn-caller.ts';

const phones = Array.from({ length: 5_000 }, (_, index) => String(256_772_000_000 + index));

function drawn(seed: number, order: readonly string[], rates: object): Map<string, string | undefined> {
  const faults = new Faults();
  faults.follow(readPlan(mtnFaults, { seed, rates }));
  return new Map(order.map((phone) => [phone, faults.choose('call', { phone })?.fault]));
}

describe('faults at random', () => {
  const rates = { slow: 0.1, reset_before: 0.05, error_500_done: 0.05 };

  test('happen at the rates that were given', () => {
    const counts = new Map<string | undefined, number>();
    for (const fault of drawn(7, phones, rates).values()) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    // Five standard deviations of a binomial count around each.
    expect(Math.abs((counts.get('slow') ?? 0) - 500)).toBeLessThan(107);
    expect(Math.abs((counts.get('reset_before') ?? 0) - 250)).toBeLessThan(78);
    expect(Math.abs((counts.get('error_500_done') ?? 0) - 250)).toBeLessThan(78);
    expect([...counts.keys()].sort()).toEqual(['error_500_done', 'reset_before', 'slow', undefined]);
  });

  test('follow from the seed, in whatever order requests arrive', () => {
    const first = drawn(7, phones, rates);
    const backwards = drawn(7, [...phones].reverse(), rates);
    expect(phones.every((phone) => first.get(phone) === backwards.get(phone))).toBe(true);
    const other = drawn(8, phones, rates);
    expect(phones.every((phone) => first.get(phone) === other.get(phone))).toBe(false);
  });

  test('are drawn anew for the next request of a number', () => {
    const faults = new Faults();
    faults.follow(readPlan(mtnFaults, { rates: { slow: 0.5 } }));
    const draws = Array.from({ length: 200 }, () => faults.choose('call', { phone: '256772000001' })?.fault);
    expect(new Set(draws)).toEqual(new Set(['slow', undefined]));
  });

  test('stay the same for a payment in what is drawn once for it', () => {
    const faults = new Faults();
    faults.follow(readPlan(mtnFaults, { rates: { reason_object: 0.5 } }));
    const whom = { phone: '256772000001', ordinal: 3 };
    const draws = Array.from({ length: 50 }, () => faults.choose('reason', whom)?.fault);
    expect(new Set(draws).size).toBe(1);
  });

  test('draw delays inside the range', () => {
    const faults = new Faults();
    faults.follow(readPlan(mtnFaults, { delayRangeMs: [20, 40], rates: { slow: 1 } }));
    const delays = phones.map((phone) => faults.choose('call', { phone })!.delayMs);
    expect(Math.min(...delays)).toBe(20);
    expect(Math.max(...delays)).toBe(40);
  });
});

describe('faults by name', () => {
  test('of a reference come before those of its number, of everybody, and chance', () => {
    const faults = new Faults();
    faults.follow(
      readPlan(mtnFaults, {
        rates: { refused: 1 },
        always: [{ fault: 'html_403', times: 1 }],
        numbers: { 256772000001: [{ fault: 'slow', times: 1 }] },
        references: { 'ref-1': [{ fault: 'reset_after', times: 1 }] },
      }),
    );
    const next = () => faults.choose('call', { phone: '256772000001', reference: 'ref-1' })?.fault;
    expect([next(), next(), next(), next()]).toEqual(['reset_after', 'slow', 'html_403', 'refused']);
  });

  test('of several groups happen together', () => {
    const faults = new Faults();
    faults.follow(readPlan(mtnFaults, { always: ['slow', 'callback_twice', 'reason_object'] }));
    const whom = { phone: '256772000001', ordinal: 0 };
    expect(faults.choose('call', whom)?.fault).toBe('slow');
    expect(faults.choose('callback', whom)?.fault).toBe('callback_twice');
    expect(faults.choose('reason', whom)?.fault).toBe('reason_object');
    expect(faults.choose('query', whom)).toBeNull();
    expect(Object.fromEntries(faults.happened)).toEqual({ slow: 1, callback_twice: 1, reason_object: 1 });
  });
});

describe('a plan that cannot be', () => {
  test.each([
    ['an unknown fault', { rates: { explode: 0.1 } }, /no fault explode/],
    ['a rate above 1', { rates: { slow: 1.5 } }, /from 0 to 1/],
    ['rates of a group above 1 together', { rates: { slow: 0.6, refused: 0.6 } }, /add up to more than 1/],
    ['a seed that is text', { seed: '7' }, /seed is a whole number/],
    ['an unknown part', { rate: {} }, /no rate/],
    ['a fault without a name', { always: [{ times: 1 }] }, /with its name/],
    ['a fault with an unknown part', { always: [{ fault: 'slow', delay: 1 }] }, /not delay/],
    ['a range backwards', { delayRangeMs: [5, 1] }, /shorter delay/],
    ['no object', null, /JSON object/],
  ])('%s is refused in a sentence', (_what, plan, sentence) => {
    expect(() => readPlan(mtnFaults, plan)).toThrow(PlanError);
    expect(() => readPlan(mtnFaults, plan)).toThrow(sentence);
  });

  test('an operator has no fault that its documentation knows nothing like', () => {
    expect(() => readPlan(mtnFaults, { rates: { gateway_timeout_done: 0.1 } })).toThrow(PlanError);
    expect(() => readPlan(airtelFaults, { rates: { reason_object: 0.1 } })).toThrow(PlanError);
  });

  test('leaves the plan in force, over the admin path', async () => {
    const mtn = await startMtnStandIn();
    const caller = new MtnCaller(mtn);
    await caller.faults({ seed: 9, rates: { slow: 0.25 }, numbers: { 1: [{ fault: 'fails', code: 'EXPIRED' }] } });
    const refused = await caller.raw('PUT', '/_faults', {}, { rates: { explode: 1 } });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('explode')]);
    expect((await caller.raw('GET', '/_faults')).body).toMatchObject({
      plan: { seed: 9, rates: { slow: 0.25 }, numbers: { 1: [{ fault: 'fails', code: 'EXPIRED' }] } },
      faults: { callback: expect.arrayContaining(['callback_twice']) },
    });
    expect((await caller.raw('DELETE', '/_faults')).body.plan.rates).toEqual({});
    await mtn.close();
  });
});
