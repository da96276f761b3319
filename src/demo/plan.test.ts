import { describe, expect, test } from 'vitest';
import { kampalaDay, kampalaTime } from '../ledger/kampala-day.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import { isPayday, isWorkingDay, weekday } from './calendar.ts';
import { type BusinessKey, businesses, businessKeys } from './cast.ts';
import { planDemo } from './plan.ts';
import type { FeeAt, Step } from './steps.ts';

const basisPoints = { collection: 500n, send_money_external: 600n, send_money_internal: 0n, withdrawal: 350n };
const feeAt: FeeAt = (operation, amount) => ugx((amount * basisPoints[operation] + 5_000n) / 10_000n);

const ends = {
  'a Friday afternoon in November': '2026-11-27T16:20:00+03:00',
  'just after midnight on a Monday': '2026-03-02T00:00:30+03:00',
  'a Sunday night': '2026-05-31T23:59:00+03:00',
  'New Year, after days that are mostly holidays': '2027-01-01T08:00:00+03:00',
} as const;

const planned = (seed: number, days: number, end: string): readonly Step[] =>
  planDemo({ seed, days, nowMs: Date.parse(end), feeAt });

const cases = Object.entries(ends).flatMap(([name, end]) =>
  [1, 2, 77].flatMap((seed) => [7, 8, 31, 90].map((days) => ({ name, end, seed, days }))),
);

/** Steps of one kind. */
function of<Kind extends Step['is']>(steps: readonly Step[], kind: Kind): Extract<Step, { is: Kind }>[] {
  return steps.filter((step): step is Extract<Step, { is: Kind }> => step.is === kind);
}

describe.each(cases)('$days days with seed $seed that end on $name', ({ end, seed, days }) => {
  const steps = planned(seed, days, end);

  test('the steps are in the order of time, within the days, and none is still to come', () => {
    const times = steps.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const lastDay = kampalaDay(Date.parse(end));
    expect(kampalaDay(times[0] ?? 0)).toBe(lastDay - days + 1);
    expect(times.at(-1)).toBeLessThanOrEqual(Date.parse(end));
  });

  test('no wallet pays what it does not have', () => {
    expect(balancesOf(steps).lowest).toEqual([]);
  });

  test('each payment is opened once, before what follows, and ends, but for the one that waits', () => {
    const opened = new Set<string>();
    const ended = new Set<string>();
    for (const step of steps) {
      if (!('payment' in step)) continue;
      if ('amount' in step) {
        expect(opened).not.toContain(step.payment);
        opened.add(step.payment);
        if (step.is === 'pay' && step.payee.is !== 'outside') ended.add(step.payment);
        if (step.is === 'refund') expect(ended).toContain(step.collection);
      } else {
        expect(opened).toContain(step.payment);
        ended.add(step.payment);
      }
    }
    const waiting = [...opened].filter((payment) => !ended.has(payment));
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatch(/^school supplier \d+ waits$/);
  });

  test('it has approvals by a second person, a rejection, bulk payouts, refunds, failures and review cases', () => {
    expect(of(steps, 'approve').length).toBeGreaterThan(0);
    expect(of(steps, 'reject')).toHaveLength(1);
    const makers = new Map(of(steps, 'pay').map(({ payment, maker }) => [payment, maker]));
    for (const decision of [...of(steps, 'approve'), ...of(steps, 'reject')]) {
      expect(makers.get(decision.payment)).toEqual({ by: 'person', email: businesses.school.finance.email });
      expect(decision.email).toBe(businesses.school.owner.email);
    }
    expect(of(steps, 'open_bulk').map(({ approver }) => approver !== null)).toEqual([true, false]);
    expect(of(steps, 'end_bulk')).toHaveLength(1);
    const settled = of(steps, 'settle');
    expect(settled.filter((step) => step.end.is === 'failed').length).toBeGreaterThan(2);
    const late = settled.filter(({ payment }) => payment.startsWith('deliveries late'));
    expect(late.map((step) => step.end.is)).toEqual(['failed', 'paid', 'failed', 'paid']);
    expect(of(steps, 'resolve')).toHaveLength(1);
    expect(of(steps, 'deposit').length).toBeGreaterThan(2);
    for (const business of businessKeys) {
      expect(of(steps, 'collect').filter((step) => step.business === business).length).toBeGreaterThan(0);
    }
  });

  test('only what is to wait is at or above the threshold of its business, so the ledger asks for approval as planned', () => {
    const decided = new Set([...of(steps, 'approve'), ...of(steps, 'reject')].map(({ payment }) => payment));
    for (const step of [...of(steps, 'pay'), ...of(steps, 'withdraw')]) {
      const threshold = businesses[step.business].approvalThreshold;
      const here = step.is === 'pay' && step.payee.is !== 'outside';
      const gross =
        step.amount +
        (here ? 0n : feeAt(step.is === 'pay' ? 'send_money_external' : 'withdrawal', step.amount, step.atMs));
      const isToWait = decided.has(step.payment) || step.payment.endsWith('waits');
      expect([step.payment, threshold !== null && gross >= threshold]).toEqual([step.payment, isToWait]);
    }
  });
});

test('the same seed plans the same on the same day, and another seed plans something else', () => {
  const end = ends['a Friday afternoon in November'];
  expect(planned(5, 30, end)).toEqual(planned(5, 30, end));
  expect(planned(5, 30, end)).not.toEqual(planned(6, 30, end));
});

describe('three months', () => {
  const steps = planned(1, 90, ends['a Friday afternoon in November']);
  const collections = (business: BusinessKey) => of(steps, 'collect').filter((step) => step.business === business);

  test('the shop sells between 8 and 19, most on Saturdays, and more in the last month than in the first', () => {
    const sales = collections('shop');
    for (const { atMs } of sales) {
      const hour = Number(kampalaTime(atMs).slice(11, 13));
      expect([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]).toContain(hour);
    }
    const byWeekday = Array.from({ length: 7 }, () => 0);
    for (const { atMs } of sales)
      byWeekday[weekday(kampalaDay(atMs))] = (byWeekday[weekday(kampalaDay(atMs))] ?? 0) + 1;
    expect(byWeekday.indexOf(Math.max(...byWeekday))).toBe(6);
    expect(byWeekday.indexOf(Math.min(...byWeekday))).toBe(0);
    const [first = 0, last = 0] = [sales[0]?.atMs, sales.at(-1)?.atMs];
    const month = 30 * 86_400_000;
    const inFirst = sales.filter(({ atMs }) => atMs < first + month).length;
    const inLast = sales.filter(({ atMs }) => atMs > last - month).length;
    expect(inLast).toBeGreaterThan(inFirst);
  });

  test('the shop withdraws in the evening, never on a Sunday', () => {
    const withdrawals = of(steps, 'withdraw').filter(({ business }) => business === 'shop');
    expect(withdrawals.length).toBeGreaterThan(60);
    for (const { atMs } of withdrawals) {
      expect(kampalaTime(atMs).slice(11, 13)).toMatch(/19|20/);
      expect(weekday(kampalaDay(atMs))).not.toBe(0);
    }
  });

  test('the school pays salaries once a month on a working day, and has most fees after the beginning of a term', () => {
    const days = new Set(
      of(steps, 'pay')
        .filter(({ payment }) => payment.startsWith('school salary'))
        .map(({ atMs }) => kampalaDay(atMs)),
    );
    expect(days.size).toBe(3);
    for (const day of days) expect([isPayday(day), isWorkingDay(day)]).toEqual([true, true]);
    const inSeptember = collections('school').filter(({ atMs }) => {
      const date = kampalaTime(atMs).slice(0, 10);
      return date >= '2026-09-15' && date < '2026-10-06';
    });
    expect(inSeptember.length).toBeGreaterThan(collections('school').length / 3);
  });

  test('the delivery business pays phones and wallets here, with failures of several kinds', () => {
    const payments = of(steps, 'pay').filter(({ business }) => business === 'deliveries');
    for (const kind of ['outside', 'trader', 'business'] as const) {
      expect(payments.filter(({ payee }) => payee.is === kind).length).toBeGreaterThan(30);
    }
    const codes = of(steps, 'settle').flatMap(({ end }) => (end.is === 'failed' ? [end.code] : []));
    expect(new Set(codes)).toEqual(
      new Set([
        'customer_insufficient_funds',
        'customer_refused',
        'prompt_expired',
        'recipient_not_found',
        'recipient_limit_reached',
        'operator_failed',
        'operator_unavailable',
      ]),
    );
  });

  test('all phones outside are test numbers without a fixed behaviour, and notes are in place', () => {
    const phones = steps.flatMap((step) => {
      if (step.is === 'collect') return [step.customer.phone];
      if (step.is === 'withdraw') return [step.to.phone];
      return step.is === 'pay' && step.payee.is === 'outside' ? [step.payee.phone] : [];
    });
    for (const phone of new Set(phones)) expect(phone).toMatch(/^256(77|70)000[1-9]\d{3}$/);
    for (const step of of(steps, 'pay')) expect([step.description, step.reference]).not.toContain('');
  });
});

/** Plays the steps with the money that each moves. @returns the payments for which a wallet had too little. */
function balancesOf(steps: readonly Step[]): { readonly lowest: string[] } {
  const available = new Map<BusinessKey, bigint>(businessKeys.map((key) => [key, 0n]));
  const lowest: string[] = [];
  const open = new Map<string, { readonly business: BusinessKey; readonly failed: bigint; readonly paid: bigint }>();
  const move = (business: BusinessKey, amount: bigint, name: string) => {
    const after = (available.get(business) ?? 0n) + amount;
    available.set(business, after);
    if (after < 0n) lowest.push(name);
  };
  const grossOf = (step: Extract<Step, { is: 'pay' | 'withdraw' | 'refund' }>): Ugx | bigint => {
    if (step.is === 'refund') return step.amount;
    if (step.is === 'withdraw') return step.amount + feeAt('withdrawal', step.amount, step.atMs);
    return (
      step.amount +
      feeAt(step.payee.is === 'outside' ? 'send_money_external' : 'send_money_internal', step.amount, step.atMs)
    );
  };
  for (const step of steps) {
    if (step.is === 'deposit') move(step.business, step.amount, step.reason);
    if (step.is === 'collect') {
      open.set(step.payment, {
        business: step.business,
        failed: 0n,
        paid: step.amount - feeAt('collection', step.amount, step.atMs),
      });
    }
    if (step.is === 'pay' || step.is === 'withdraw' || step.is === 'refund') {
      const gross = grossOf(step);
      move(step.business, -gross, step.payment);
      open.set(step.payment, { business: step.business, failed: gross, paid: 0n });
      if (step.is === 'pay' && step.payee.is === 'business') move(step.payee.key, step.amount, step.payment);
    }
    if (step.is === 'settle') {
      const payment = open.get(step.payment);
      if (payment !== undefined)
        move(payment.business, step.end.is === 'paid' ? payment.paid : payment.failed, step.payment);
      open.delete(step.payment);
    }
    if (step.is === 'reject') {
      const payment = open.get(step.payment);
      if (payment !== undefined) move(payment.business, payment.failed, step.payment);
    }
  }
  return { lowest };
}
