import { type Ugx, ugx } from '../../money/ugx.ts';
import { numberArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { arrayStatement, exactly, type Send } from './statement.ts';

/** What an API key may pay, gross, in shillings; null where there is no such limit. Days and months are those of Kampala. */
export interface BudgetLimits {
  readonly perPayment: Ugx | null;
  readonly perDay: Ugx | null;
  readonly perMonth: Ugx | null;
}

/** The budget of a chain of API keys that were rolled one to another, and what is used of it. */
export interface KeyBudget extends BudgetLimits {
  readonly walletId: number;
  /** The number of the first key of the chain. */
  readonly lineage: number;
  /** Which of the days on which the budget was used is the present one, counted from 1; 0 before the first. */
  readonly period: number;
  /** Days since 1970 in Kampala. */
  readonly day: number;
  readonly dayOut: Ugx;
  /** Months since January 1970 in Kampala. */
  readonly month: number;
  /** The period in which the month began. */
  readonly monthPeriod: number;
  readonly monthOut: Ugx;
}

/** A budget as it was read and as a batch leaves it. */
export interface KeyBudgetWrite {
  readonly before: KeyBudget;
  readonly after: KeyBudget;
}

/** The columns of `key_budget` that make a KeyBudget. */
export const keyBudgetColumns = `
  wallet_id, lineage, per_payment, per_day, per_month, period, day, day_out, month, month_period, month_out`;

export interface KeyBudgetRow {
  wallet_id: string;
  lineage: string;
  per_payment: string | null;
  per_day: string | null;
  per_month: string | null;
  period: number;
  day: number;
  day_out: string;
  month: number;
  month_period: number;
  month_out: string;
}

/** A stored row as a KeyBudget. */
export function keyBudgetFromRow(row: KeyBudgetRow): KeyBudget {
  const limit = (text: string | null) => (text === null ? null : ugx(text));
  return {
    walletId: Number(row.wallet_id),
    lineage: Number(row.lineage),
    perPayment: limit(row.per_payment),
    perDay: limit(row.per_day),
    perMonth: limit(row.per_month),
    period: row.period,
    day: row.day,
    dayOut: ugx(row.day_out),
    month: row.month,
    monthPeriod: row.month_period,
    monthOut: ugx(row.month_out),
  };
}

const read = {
  name: 'ledger.read_key_budgets',
  text: `
    SELECT ${keyBudgetColumns} FROM key_budget
     WHERE (wallet_id, lineage) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
};

/** Budgets of locked wallets by lineage; a lineage without a budget is missing. No statement where none is asked for. */
export async function readKeyBudgets(
  db: Queryable,
  asked: readonly Pick<KeyBudget, 'walletId' | 'lineage'>[],
): Promise<Map<number, KeyBudget>> {
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<KeyBudgetRow>({
    ...read,
    values: [numberArray(asked.map(({ walletId }) => walletId)), numberArray(asked.map(({ lineage }) => lineage))],
  });
  return new Map(rows.map((row) => [Number(row.lineage), keyBudgetFromRow(row)]));
}

const update = exactly(
  'ledger.update_key_budgets',
  'budgets',
  11,
  `
    UPDATE key_budget SET period = new.period, day = new.day, day_out = new.day_out, month = new.month,
           month_period = new.month_period, month_out = new.month_out
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::integer[], $7::bigint[],
                  $8::integer[], $9::integer[], $10::bigint[])
        AS new (wallet_id, lineage, day_out_read, month_out_read, period, day, day_out, month, month_period, month_out)
     WHERE key_budget.wallet_id = new.wallet_id AND key_budget.lineage = new.lineage
       AND key_budget.day_out = new.day_out_read AND key_budget.month_out = new.month_out_read`,
);

/** Fails where what is used of a budget is not what was read. */
export function updateKeyBudgets(budgets: readonly KeyBudgetWrite[]): Send[] {
  const column = (pick: (budget: KeyBudget) => number | Ugx) => numberArray(budgets.map(({ after }) => pick(after)));
  return arrayStatement(update, budgets.length, () => [
    column(({ walletId }) => walletId),
    column(({ lineage }) => lineage),
    numberArray(budgets.map(({ before }) => before.dayOut)),
    numberArray(budgets.map(({ before }) => before.monthOut)),
    column(({ period }) => period),
    column(({ day }) => day),
    column(({ dayOut }) => dayOut),
    column(({ month }) => month),
    column(({ monthPeriod }) => monthPeriod),
    column(({ monthOut }) => monthOut),
    budgets.length,
  ]);
}
