import { leftOf, useOfBudget } from '../ledger/plan/key-budget.ts';
import type { BudgetLimits, KeyBudget } from '../ledger/rows/key-budget.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { enteredUgxMax, type Ugx, ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The budget of a key at a moment. Amounts in shillings, gross; times in milliseconds since 1970. */
export interface BudgetState extends BudgetLimits {
  readonly usedInDay: Ugx;
  readonly usedInMonth: Ugx;
  /** When the next day and the next month of Kampala begin. */
  readonly dayEndsAtMs: number;
  readonly monthEndsAtMs: number;
}

/** The state of a budget at a moment. Pure. */
export function budgetStateOf(budget: KeyBudget, nowMs: number): BudgetState {
  const { perPayment, perDay, perMonth } = budget;
  const { dayOut, dayEndsAtMs, monthOut, monthEndsAtMs } = useOfBudget(budget, nowMs);
  return { perPayment, perDay, perMonth, usedInDay: dayOut, usedInMonth: monthOut, dayEndsAtMs, monthEndsAtMs };
}

/** Whether limits limit anything. */
export function limitsSomething({ perPayment, perDay, perMonth }: BudgetLimits): boolean {
  return perPayment !== null || perDay !== null || perMonth !== null;
}

const limitNames = {
  perPayment: 'the budget per payment',
  perDay: 'the budget per day',
  perMonth: 'the budget per month',
} as const;

const largest = enteredUgxMax.toLocaleString('en-US');

/** What is wrong with limits that somebody wants to set, as the beginning of a sentence; null when nothing is. */
export function budgetProblem(limits: BudgetLimits): string | null {
  for (const [name, meaning] of Object.entries(limitNames)) {
    const limit = limits[name as keyof BudgetLimits];
    if (limit !== null && (limit < 1n || limit > enteredUgxMax))
      return `${meaning} must be from UGX 1 to UGX ${largest}, or none`;
  }
  return null;
}

const unlimited: BudgetLimits = { perPayment: null, perDay: null, perMonth: null };

/** Whether a limit becomes higher or ends: then the key may pay more than before. Pure. */
export function isLoosened(before: BudgetLimits | null, after: BudgetLimits | null): boolean {
  const [from, to] = [before ?? unlimited, after ?? unlimited];
  return (Object.keys(limitNames) as (keyof BudgetLimits)[]).some((name) => {
    const [was, becomes] = [from[name], to[name]];
    return was !== null && (becomes === null || becomes > was);
  });
}

/** Limits as the audit log has them: shillings, and null where there is none. */
export function limitsToJson(
  limits: BudgetLimits | null,
): Record<'per_payment' | 'per_day' | 'per_month', number | null> | null {
  if (limits === null) return null;
  return {
    per_payment: toJson(limits.perPayment),
    per_day: toJson(limits.perDay),
    per_month: toJson(limits.perMonth),
  };
}

/** A budget as interfaces show it: each limit with what is left of it, and when the next day and month begin; null where there is none. */
export function budgetObject(budget: BudgetState | null) {
  if (budget === null) return null;
  const { perPayment, perDay, perMonth, usedInDay, usedInMonth, dayEndsAtMs, monthEndsAtMs } = budget;
  return {
    per_payment: toJson(perPayment),
    per_day: toJson(perDay),
    used_today: ugxToJson(usedInDay),
    left_today: toJson(leftOf(perDay, usedInDay)),
    day_ends_at: isoTime(dayEndsAtMs),
    per_month: toJson(perMonth),
    used_this_month: ugxToJson(usedInMonth),
    left_this_month: toJson(leftOf(perMonth, usedInMonth)),
    month_ends_at: isoTime(monthEndsAtMs),
  };
}

function toJson(amount: Ugx | null): number | null {
  return amount === null ? null : ugxToJson(amount);
}

/**
 * Writes the limits of budgets; what is used of them stays. A key without a budget gets a row only when it first has one, and the row
 * stays when its limits are taken away: payments that counted in it may still fail.
 */
export async function writeBudgetLimits(
  db: Queryable,
  budgets: readonly (BudgetLimits & { readonly walletId: number; readonly lineage: number })[],
): Promise<void> {
  if (budgets.length === 0) return;
  await db.query(
    `INSERT INTO key_budget (wallet_id, lineage, per_payment, per_day, per_month)
     SELECT wallet_id, lineage, per_payment, per_day, per_month
       FROM jsonb_to_recordset($1::jsonb)
            AS new (wallet_id bigint, lineage bigint, per_payment bigint, per_day bigint, per_month bigint)
     ON CONFLICT (wallet_id, lineage) DO UPDATE
        SET per_payment = excluded.per_payment, per_day = excluded.per_day, per_month = excluded.per_month`,
    [JSON.stringify(budgets.map((row) => ({ wallet_id: row.walletId, lineage: row.lineage, ...limitsToJson(row) })))],
  );
}
