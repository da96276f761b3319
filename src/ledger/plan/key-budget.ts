import { addUgx, type Ugx, zeroUgx } from '../../money/ugx.ts';
import { kampalaDay, monthOfKampalaDay, startOfKampalaDay, startOfKampalaMonth } from '../kampala-day.ts';
import type { KeyBudget } from '../rows/key-budget.ts';
import type { Transaction } from '../transaction.ts';
import type { Draft } from './draft.ts';
import type { LedgerRefusal } from './outcome.ts';

/** What counts against a budget at a moment, gross, in shillings. */
export interface BudgetUse {
  /** The day in Kampala, as days since 1970, that a payment now counts to. */
  readonly day: number;
  readonly dayOut: Ugx;
  /** When the next day begins, in milliseconds since 1970. */
  readonly dayEndsAtMs: number;
  readonly monthOut: Ugx;
  readonly monthEndsAtMs: number;
}

/** The part of a transaction's details that says where it counted. */
interface CountedIn {
  readonly lineage: number;
  readonly period: number;
}

/**
 * What is used of a budget at a moment. A clock that was set back over midnight does not begin the day before once more: the later day
 * goes on. Only one that was ahead by more than a day does, because a budget must not wait for the day that such a clock showed.
 */
export function useOfBudget(budget: KeyBudget, nowMs: number): BudgetUse {
  const today = kampalaDay(nowMs);
  const day = budget.day === today + 1 ? budget.day : today;
  const month = monthOfKampalaDay(day);
  return {
    day,
    dayOut: day === budget.day ? budget.dayOut : zeroUgx,
    dayEndsAtMs: startOfKampalaDay(day + 1),
    monthOut: month === budget.month ? budget.monthOut : zeroUgx,
    monthEndsAtMs: startOfKampalaMonth(month + 1),
  };
}

/** What is left of a limit; null where there is no limit. */
export function leftOf(limit: Ugx | null, used: Ugx): Ugx | null {
  if (limit === null) return null;
  return used < limit ? ((limit - used) as Ugx) : zeroUgx;
}

/**
 * Why a payment of `gross` shillings does not fit into the budget of its key; null when it does, or where the key has none. Of several
 * limits that it exceeds, the refusal names the one that leaves least, and of equal ones the one that lasts longest.
 * @param lineage the first key of the chain of the key that pays; null where it has no budget.
 */
export function refusalOfBudget(draft: Draft, lineage: number | null, gross: Ugx): LedgerRefusal | null {
  const budget = lineage === null ? undefined : draft.keyBudget(lineage);
  if (budget === undefined) return null;
  const use = useOfBudget(budget, draft.state.nowMs);
  const exceeded = [
    { budget: 'month', left: leftOf(budget.perMonth, use.monthOut), untilMs: use.monthEndsAtMs },
    { budget: 'day', left: leftOf(budget.perDay, use.dayOut), untilMs: use.dayEndsAtMs },
    { budget: 'payment', left: budget.perPayment, untilMs: null },
  ] as const;
  let refusal: (LedgerRefusal & { readonly code: 'budget_exceeded' }) | null = null;
  for (const { left, ...limit } of exceeded) {
    if (left !== null && gross > left && (refusal === null || left < refusal.left)) {
      refusal = { code: 'budget_exceeded', ...limit, left, asked: gross };
    }
  }
  return refusal;
}

/**
 * Counts a payment of `gross` shillings against the budget of its key.
 * @returns what the payment's details must keep, so that it can be given back; nothing where there is no budget.
 */
export function countAgainstBudget(
  draft: Draft,
  lineage: number | null,
  gross: Ugx,
): { readonly key_budget?: CountedIn } {
  const budget = lineage === null ? undefined : draft.keyBudgetToChange(lineage);
  if (budget === undefined) return {};
  const { day, dayOut, monthOut } = useOfBudget(budget, draft.state.nowMs);
  const month = monthOfKampalaDay(day);
  if (day !== budget.day) {
    budget.period += 1;
    budget.day = day;
  }
  if (month !== budget.month) {
    budget.month = month;
    budget.monthPeriod = budget.period;
  }
  budget.dayOut = addUgx(dayOut, gross);
  budget.monthOut = addUgx(monthOut, gross);
  return { key_budget: { lineage: budget.lineage, period: budget.period } };
}

/**
 * Gives the amount of a payment that failed back to the day and the month that it counted in, where those still last. Which they are
 * is known from the payment and not from its time, so that no clock gives back to another day.
 */
export function giveBackToBudget(draft: Draft, transaction: Transaction): void {
  const counted = countedIn(transaction);
  const budget = counted === null ? undefined : draft.keyBudgetToChange(counted.lineage);
  if (counted === null || budget === undefined) return;
  if (counted.period === budget.period) budget.dayOut = less(budget.dayOut, transaction.amount);
  if (counted.period >= budget.monthPeriod) budget.monthOut = less(budget.monthOut, transaction.amount);
}

/** Where a payment counted; null where it counted against no budget. */
export function countedIn({ details }: Pick<Transaction, 'details'>): CountedIn | null {
  return (details?.key_budget as CountedIn | undefined) ?? null;
}

/** `from` less `amount`, and not below 0: a payment must be able to fail even where the budget is wrong, which the audit reports. */
function less(from: Ugx, amount: Ugx): Ugx {
  return from > amount ? ((from - amount) as Ugx) : zeroUgx;
}
