import { ugx } from '../money/ugx.ts';
import { isHoliday, timeOf, weekday } from './calendar.ts';
import { businesses, traderNames } from './cast.ts';
import {
  type BusyHours,
  endOfCollection,
  endOfPayout,
  growth,
  outside,
  regular,
  roundAmount,
  timesOfDay,
  type Window,
} from './day.ts';
import type { PlannedWallet } from './planned-wallet.ts';

const hours: BusyHours = [
  [7, 3],
  [8, 6],
  [9, 6],
  [10, 5],
  [11, 6],
  [12, 8],
  [13, 8],
  [14, 5],
  [15, 5],
  [16, 6],
  [17, 8],
  [18, 8],
  [19, 7],
  [20, 4],
];

const areas = [
  'Ntinda',
  'Kisaasi',
  'Bukoto',
  'Wandegeya',
  'Makerere Kikoni',
  'Kololo',
  'Namuwongo',
  'Najjera',
  'Kireka',
  'Muyenga',
] as const;

/** Payments of an ordinary day. */
const paymentsADay = 15;
const collectionsADay = 4;
const riders = 45;
const customers = 140;

const program = { by: 'program' } as const;
const { owner, finance } = businesses.deliveries;

/**
 * A delivery business whose program pays riders outside and traders here, many small amounts a day, and collects from customers.
 * Two payments failed and were paid all the same: one review case is resolved, the other one is open. A bulk payout waits.
 */
export function planDeliveries(wallet: PlannedWallet, window: Window): void {
  const { random, firstDay, lastDay } = window;
  const resolvedOn = Math.floor((firstDay + lastDay) / 2);
  // The last day may have just begun.
  const openOn = lastDay - 2;
  let number = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    topUp(wallet, window, day);
    if (day === resolvedOn || day === openOn) payLate(wallet, window, day, day === resolvedOn ? 'resolved' : 'open');
    const payments = random.count(paymentsADay * growth(window, day) * busyness(day));
    for (const atMs of timesOfDay(random, day, hours, payments)) {
      number += 1;
      if (atMs > timeOf(day, 7, 30)) pay(wallet, window, number, atMs);
    }
    for (const atMs of timesOfDay(random, day, [[21, 1]], random.count(collectionsADay * busyness(day)))) {
      number += 1;
      collect(wallet, window, number, atMs);
    }
  }
  wallet.steps.push({
    is: 'open_bulk',
    atMs: timeOf(lastDay - 1, 16, 20),
    business: 'deliveries',
    bulk: 'deliveries commissions',
    name: 'Riders, commission of the week',
    maker: finance.email,
    approver: null,
    rows: Array.from({ length: 12 }, (_, index) => ({
      ...outside(4_000 + index),
      amount: ugx(roundAmount(random, 15_000, 45_000, 1_000)),
      description: 'Commission of the week',
      reference: `COM-${lastDay}-${index + 1}`,
    })),
  });
}

/** On the first day, and on Mondays with little money left. */
function topUp(wallet: PlannedWallet, { random, firstDay }: Window, day: number): void {
  const atMs = timeOf(day, 6, 45);
  if (day !== firstDay && (weekday(day) !== 1 || wallet.availableAt(atMs) > 1_200_000n)) return;
  wallet.deposit({
    is: 'deposit',
    business: 'deliveries',
    atMs,
    amount: ugx(roundAmount(random, 1_400_000, 1_800_000, 50_000)),
    reason: day === firstDay ? 'Opening balance' : 'Top-up for the week',
  });
}

function busyness(day: number): number {
  const ofWeekday = [0.6, 0.9, 0.9, 1, 1, 1.25, 1.2][weekday(day)] ?? 1;
  return ofWeekday * (isHoliday(day) ? 0.7 : 1);
}

function pay(wallet: PlannedWallet, { random }: Window, number: number, atMs: number): void {
  const order = `PB-${String(number).padStart(6, '0')}`;
  const opening = {
    is: 'pay',
    atMs,
    business: 'deliveries',
    payment: `deliveries ${number}`,
    maker: program,
    bulk: null,
  } as const;
  const area = random.pick(areas);
  if (random.chance(0.3)) {
    const place = random.integer(0, traderNames.length);
    wallet.payHere({
      ...opening,
      payee: place === traderNames.length ? { is: 'business', key: 'shop' } : { is: 'trader', place },
      amount: ugx(roundAmount(random, 4_000, 30_000, 500)),
      description: `Goods of order ${order}, ${area}`,
      reference: order,
    });
    return;
  }
  const { end, takesMs } = endOfPayout(random);
  wallet.payOut(
    {
      ...opening,
      payee: { is: 'outside', ...regular(random, 4_000, riders) },
      amount: ugx(roundAmount(random, 3_000, 18_000, 500)),
      description: `Boda trip to ${area}`,
      reference: order,
    },
    takesMs,
    end,
  );
}

/** Customers pay in the evening for what was delivered in the day. */
function collect(wallet: PlannedWallet, { random }: Window, number: number, atMs: number): void {
  const { end, takesMs } = endOfCollection(random);
  wallet.collect(
    {
      is: 'collect',
      atMs,
      business: 'deliveries',
      payment: `deliveries ${number}`,
      maker: program,
      customer: regular(random, 5_000, customers),
      amount: ugx(roundAmount(random, 6_000, 70_000, 500)),
      description: 'Delivery, pay on arrival',
      reference: `CASH-${String(number).padStart(6, '0')}`,
    },
    takesMs,
    end,
  );
}

/** A payment that its operator reports as failed, and as paid some time later, so that two people decide what follows. */
function payLate(wallet: PlannedWallet, { random }: Window, day: number, state: 'resolved' | 'open'): void {
  const payment = `deliveries late ${day}`;
  const atMs = timeOf(day, 7, 5);
  const amount = ugx(roundAmount(random, 20_000, 40_000, 500));
  const planned = wallet.payOut(
    {
      is: 'pay',
      atMs,
      business: 'deliveries',
      payment,
      maker: { by: 'person', email: owner.email },
      payee: { is: 'outside', ...outside(4_100) },
      amount,
      description: 'Fuel for the week',
      reference: `FUEL-${day}`,
      bulk: null,
    },
    40_000,
    { is: 'failed', stage: 'settlement', code: 'operator_failed' },
  );
  if (!planned) throw new Error('the top-up of the week pays for fuel');
  wallet.steps.push({ is: 'settle', atMs: atMs + 900_000, payment, end: { is: 'paid' } });
  if (state === 'resolved') {
    wallet.charge(
      {
        is: 'resolve',
        atMs: atMs + 1_200_000,
        payment,
        resolution: 'charged',
        reason: 'The operator confirmed that the rider has the money',
      },
      amount,
    );
  }
}
