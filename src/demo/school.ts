import { ugx } from '../money/ugx.ts';
import { daysIntoTerm, isHoliday, isPayday, isWorkingDay, monthName, termName, timeOf, weekday } from './calendar.ts';
import { businesses } from './cast.ts';
import { type BusyHours, endOfCollection, endOfPayout, outside, roundAmount, timesOfDay, type Window } from './day.ts';
import type { PlannedWallet } from './planned-wallet.ts';
import type { Step } from './steps.ts';

const hours: BusyHours = [
  [7, 4],
  [8, 8],
  [9, 7],
  [10, 6],
  [11, 5],
  [12, 5],
  [13, 4],
  [15, 3],
  [17, 3],
  [19, 4],
  [20, 3],
];

const pupils = 420;
/** Shillings of a term, by class. */
const termFees = [380_000, 380_000, 390_000, 450_000, 450_000, 470_000, 520_000];
const givenNames = [
  'Kato',
  'Babirye',
  'Achan',
  'Mukasa',
  'Nansubuga',
  'Opolot',
  'Tendo',
  'Ayebare',
  'Kisakye',
  'Wasswa',
];
const salaries = [
  1_150_000, 720_000, 680_000, 650_000, 650_000, 620_000, 620_000, 600_000, 580_000, 560_000, 420_000, 350_000,
];
const supplies = [
  'Posho and beans for two weeks',
  'Firewood, one lorry',
  'Exercise books and chalk',
  'Repair of the water tank',
  'Uniform cloth from Kiyembe',
] as const;

const bursar = { by: 'person', email: businesses.school.finance.email } as const;
const director = businesses.school.owner.email;

/**
 * A school: parents pay term fees, most of them when a term begins; the bursar pays salaries and suppliers, and the director
 * approves what is at or above the threshold. One bulk payout is done, one payment is rejected and one waits.
 */
export function planSchool(wallet: PlannedWallet, window: Window): void {
  const { random, firstDay, lastDay } = window;
  wallet.deposit({
    is: 'deposit',
    business: 'school',
    atMs: timeOf(firstDay, 6, 30),
    amount: ugx(25_000_000),
    reason: 'Opening balance',
  });
  const workingDays = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index).filter(
    isWorkingDay,
  );
  // The last day may have just begun, and so nothing that must be there is planned for it.
  const [rejected, waiting] = [workingDays.at(-3) ?? firstDay, workingDays.at(-2) ?? firstDay];
  const allowances = workingDays.find((day) => day > firstDay && day < rejected) ?? firstDay;
  let receipt = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    // The balance that each finds is that of its time, so they are planned in the order of time.
    const ofDay: { readonly atMs: number; readonly plan: () => void }[] = [];
    const plan = (atMs: number, what: () => void) => ofDay.push({ atMs, plan: what });
    for (const atMs of timesOfDay(random, day, hours, random.count(feesOn(day)))) {
      receipt += 1;
      const number = receipt;
      plan(atMs, () => collectFee(wallet, window, day, atMs, number));
    }
    if (isPayday(day)) {
      const atMs = timeOf(day, 14);
      plan(atMs, () => paySalaries(wallet, window, day, atMs));
    }
    if (day === allowances) {
      const atMs = timeOf(day, 10);
      plan(atMs, () => payAllowances(wallet, window, day, atMs));
    }
    if (isWorkingDay(day) && (weekday(day) === 2 || day === firstDay)) {
      const atMs = timeOf(day, 11) + random.integer(0, 1_800_000);
      plan(atMs, () => paySupplier(wallet, window, day, atMs, { is: 'approve', email: director }));
    }
    if (day === rejected) {
      const atMs = timeOf(day, 12);
      const reason = 'No quotation is attached. Please get three quotations first.';
      plan(atMs, () => paySupplier(wallet, window, day, atMs, { is: 'reject', email: director, reason }));
    }
    if (day === waiting) {
      const atMs = timeOf(day, 12, 20);
      plan(atMs, () => paySupplier(wallet, window, day, atMs, null));
    }
    if (weekday(day) === 5 && isWorkingDay(day)) {
      const atMs = timeOf(day, 15, 10) + random.integer(0, 900_000);
      plan(atMs, () => withdrawPettyCash(wallet, window, day, atMs));
    }
    for (const { plan: planNow } of ofDay.sort((a, b) => a.atMs - b.atMs)) planNow();
  }
}

/** How many parents pay on a day, on average. */
function feesOn(day: number): number {
  if (weekday(day) === 0 || isHoliday(day)) return 0.4;
  const into = daysIntoTerm(day);
  const usual = into < 21 ? 11 : into >= 42 && into < 56 ? 6 : into < 85 ? 2.5 : 0.8;
  return weekday(day) === 6 ? usual * 0.5 : usual;
}

function collectFee(wallet: PlannedWallet, { random }: Window, day: number, atMs: number, number: number): void {
  const pupil = random.integer(1, pupils);
  const level = pupil % 7;
  const fee = termFees[level] ?? 0;
  const share = random.pickWeighted([
    [1, 25],
    [0.5, 45],
    [0.3, 30],
  ] as const);
  const { end, takesMs } = endOfCollection(random);
  wallet.collect(
    {
      is: 'collect',
      atMs,
      business: 'school',
      payment: `school fee ${number}`,
      maker: { by: 'program' },
      customer: outside(2_000 + pupil),
      amount: ugx(Math.round((fee * share) / 10_000) * 10_000),
      description: `${termName(day)} fees, ${givenNames[pupil % givenNames.length]} P${level + 1}`,
      reference: `BH-${String(pupil).padStart(3, '0')}-${String(number).padStart(5, '0')}`,
    },
    takesMs,
    end,
  );
}

function paySalaries(wallet: PlannedWallet, { random }: Window, day: number, firstMs: number): void {
  for (const [index, salary] of salaries.entries()) {
    const atMs = firstMs + index * 95_000;
    const { phone, name } = outside(6_000 + index);
    const step = {
      is: 'pay',
      atMs,
      business: 'school',
      payment: `school salary ${day} ${index}`,
      maker: bursar,
      payee: { is: 'outside', phone, name },
      amount: ugx(salary),
      description: `Salary ${monthName(day)}`,
      reference: `SAL-${monthName(day).replace(' ', '-')}-${index + 1}`,
      bulk: null,
    } as const satisfies Step;
    if (wallet.needsApproval(wallet.costOf('send_money_external', step.amount, atMs))) {
      const decidedMs = timeOf(day, 15, 40) + random.integer(0, 1_200_000);
      wallet.payWhenApproved(step, { is: 'approve', atMs: decidedMs, payment: step.payment, email: director });
    } else {
      const { end, takesMs } = endOfPayout(random);
      wallet.payOut(step, takesMs, end);
    }
  }
}

/** A bulk payout that the director approves. */
function payAllowances(wallet: PlannedWallet, { random }: Window, day: number, openedMs: number): void {
  const bulk = `school allowances ${day}`;
  const rows = Array.from({ length: 9 }, (_, index) => ({
    ...outside(6_100 + index),
    amount: ugx(roundAmount(random, 40_000, 90_000, 5_000)),
    description: 'Housing allowance, support staff',
    reference: `ALW-${day}-${index + 1}`,
  }));
  wallet.steps.push({
    is: 'open_bulk',
    atMs: openedMs,
    business: 'school',
    bulk,
    name: `Allowances ${monthName(day)}`,
    maker: bursar.email,
    approver: director,
    rows,
  });
  const approvedMs = openedMs + 40 * 60_000;
  for (const [index, { phone, name, amount, description, reference }] of rows.entries()) {
    const planned = wallet.payOut(
      {
        is: 'pay',
        atMs: approvedMs + index * 1_200,
        business: 'school',
        payment: `${bulk} ${index}`,
        maker: bursar,
        payee: { is: 'outside', phone, name },
        amount,
        description,
        reference,
        bulk: { bulk, row: index + 1 },
      },
      random.integer(2_000, 9_000),
      // One number is wrong in every list.
      index === 4 ? { is: 'failed', stage: 'submission', code: 'recipient_not_found' } : { is: 'paid' },
    );
    if (!planned) throw new Error('the opening balance of the school pays its bulk payout');
  }
  wallet.steps.push({ is: 'end_bulk', atMs: approvedMs + 60_000, bulk });
}

function paySupplier(
  wallet: PlannedWallet,
  { random }: Window,
  day: number,
  atMs: number,
  decision:
    | { readonly is: 'approve'; readonly email: string }
    | { readonly is: 'reject'; readonly email: string; readonly reason: string }
    | null,
): void {
  const payment = `school supplier ${day} ${decision?.is ?? 'waits'}`;
  const { phone, name } = outside(6_200 + random.integer(0, 5));
  const decidedMs = atMs + random.integer(3_600_000, 4 * 3_600_000);
  wallet.payWhenApproved(
    {
      is: 'pay',
      atMs,
      business: 'school',
      payment,
      maker: bursar,
      payee: { is: 'outside', phone, name },
      amount: ugx(roundAmount(random, 1_200_000, 2_600_000, 50_000)),
      description: random.pick(supplies),
      reference: `LPO-${day}-${decision?.is === 'approve' ? 1 : 2}`,
      bulk: null,
    },
    decision === null ? null : { ...decision, atMs: decidedMs, payment },
  );
}

function withdrawPettyCash(wallet: PlannedWallet, { random }: Window, day: number, atMs: number): void {
  const { end, takesMs } = endOfPayout(random);
  wallet.payOut(
    {
      is: 'withdraw',
      atMs,
      business: 'school',
      payment: `school petty cash ${day}`,
      maker: bursar,
      to: outside(9_200),
      amount: ugx(roundAmount(random, 300_000, 700_000, 50_000)),
      description: 'Petty cash for next week',
      reference: null,
    },
    takesMs,
    end,
  );
}
