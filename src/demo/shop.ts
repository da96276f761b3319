import { ugx } from '../money/ugx.ts';
import { isHoliday, isMonthEnd, timeOf, weekday } from './calendar.ts';
import { businesses } from './cast.ts';
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
import type { Outside, PaymentName } from './steps.ts';

const hours: BusyHours = [
  [8, 3],
  [9, 4],
  [10, 5],
  [11, 5],
  [12, 7],
  [13, 7],
  [14, 4],
  [15, 4],
  [16, 6],
  [17, 10],
  [18, 9],
];

const baskets = [
  'Groceries',
  'Sugar, cooking oil and soap',
  'Maize flour 10 kg and beans',
  'Milk, bread and eggs',
  'Rice 5 kg and groundnuts',
  'Charcoal stove and two sufurias',
  'School snacks and juice',
  'Matooke and Irish potatoes',
] as const;
const refundReasons = [
  'Customer returned the item, the seal was open',
  'Charged two times at the till, sorry ssebo',
  'Item was out of stock',
  'Milk had gone bad, customer brought it back',
] as const;

/** Payments of an ordinary day. */
const salesADay = 17;
const regulars = 180;
const ownPhone = outside(9100);

/**
 * A shop that collects from its customers all day, gives some money back, and withdraws in the evening. Its till is a program.
 */
export function planShop(wallet: PlannedWallet, window: Window): void {
  const { random, firstDay, lastDay } = window;
  const { finance } = businesses.shop;
  wallet.deposit({
    is: 'deposit',
    business: 'shop',
    atMs: timeOf(firstDay, 7, 30),
    amount: ugx(300_000),
    reason: 'Opening balance',
  });
  let sale = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const sold: { readonly payment: PaymentName; readonly amount: number; readonly atMs: number }[] = [];
    for (const atMs of timesOfDay(random, day, hours, random.count(salesADay * growth(window, day) * busyness(day)))) {
      sale += 1;
      const payment = `shop sale ${sale}`;
      const amount = roundAmount(random, 3_000, random.chance(0.1) ? 180_000 : 65_000, 500);
      const customer: Outside = regular(random, 1_000, regulars);
      const { end, takesMs } = endOfCollection(random);
      const planned = wallet.collect(
        {
          is: 'collect',
          atMs,
          business: 'shop',
          payment,
          maker: { by: 'program' },
          customer,
          amount: ugx(amount),
          description: random.pick(baskets),
          reference: `TILL${random.integer(1, 2)}-${String(sale).padStart(5, '0')}`,
        },
        takesMs,
        end,
      );
      if (planned && end.is === 'paid') sold.push({ payment, amount, atMs: atMs + takesMs });
    }
    const closingMs = timeOf(day, 19, 15);
    if (sold.length > 0 && random.chance(0.25)) {
      const back = random.pick(sold);
      wallet.payOut(
        {
          is: 'refund',
          // After the last customer, when the day's returns are booked.
          atMs: closingMs + random.integer(0, 600_000),
          business: 'shop',
          payment: `shop refund ${back.payment}`,
          maker: { by: 'person', email: finance.email },
          collection: back.payment,
          amount: ugx(random.chance(0.6) ? back.amount : Math.ceil(back.amount / 1_000) * 500),
          description: random.pick(refundReasons),
          reference: null,
        },
        random.integer(2_000, 20_000),
        { is: 'paid' },
      );
    }
    if (weekday(day) !== 0) withdrawInTheEvening(wallet, window, day);
  }
}

function busyness(day: number): number {
  const ofWeekday = [0.55, 0.85, 0.85, 0.9, 0.95, 1.15, 1.5][weekday(day)] ?? 1;
  return ofWeekday * (isMonthEnd(day) ? 1.35 : 1) * (isHoliday(day) ? 0.6 : 1);
}

/** Most of the day's money, to the owner's phone. */
function withdrawInTheEvening(wallet: PlannedWallet, { random }: Window, day: number): void {
  const atMs = timeOf(day, 19, 40) + random.integer(0, 2_400_000);
  const share = BigInt(random.integer(65, 85));
  const rounded = ((wallet.availableAt(atMs) * share) / 100n / 5_000n) * 5_000n;
  const amount = ugx(rounded > 4_000_000n ? 4_000_000n : rounded);
  if (amount < 20_000n) return;
  const { end, takesMs } = endOfPayout(random);
  wallet.payOut(
    {
      is: 'withdraw',
      atMs,
      business: 'shop',
      payment: `shop evening ${day}`,
      maker: { by: 'person', email: businesses.shop.owner.email },
      to: ownPhone,
      amount,
      description: 'Sales of today',
      reference: null,
    },
    takesMs,
    end,
  );
}
