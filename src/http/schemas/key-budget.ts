import { Type } from 'typebox';
import { shillings } from './amount.ts';
import { moment, nullable } from './text.ts';

const limit = (what: string) =>
  nullable(shillings(`The most that the key may pay ${what}, fees included; null: no such limit.`));
const left = (what: string) => nullable(shillings(`What is left of it ${what}; null where there is no such limit.`));

/** The budget of an API key, with what is left of it. */
export const keyBudget = Type.Object(
  {
    per_payment: limit('at once'),
    per_day: limit('in a day of Kampala'),
    used_today: shillings('What payments of today take of the budget; those that failed take nothing.'),
    left_today: left('today'),
    day_ends_at: moment('When the next day begins in Kampala.'),
    per_month: limit('in a month of Kampala'),
    used_this_month: shillings('What payments of this month take of the budget.'),
    left_this_month: left('this month'),
    month_ends_at: moment('When the next month begins in Kampala.'),
  },
  { title: 'ApiKeyBudget' },
);
