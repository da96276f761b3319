import { ApiFailure } from '../../api/failure.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { moneyText } from '../../components/money-text.ts';
import { phoneDigits } from '../../components/phone-text.ts';
import { wholeNumberProblem } from '../../components/whole-number-text.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';

/** What is wrong with a form, by its fields. */
export type FormProblems = Partial<Record<keyof MoneyValues, string>>;

/** The fields, in the order of the form. */
const fieldsInOrder: readonly (keyof MoneyValues)[] = ['phone', 'amount', 'name', 'description'];

/** The first wrong field of the form, which gets the focus; undefined where none is wrong. Pure. */
export function firstWrong(problems: FormProblems): keyof MoneyValues | undefined {
  return fieldsInOrder.find((field) => problems[field] !== undefined);
}

/** The phone that was typed, as 256 and nine digits, once all of its digits are there; else null. */
export function completePhone(typed: string): string | null {
  const digits = phoneDigits(typed);
  // While a number is typed, its first nine digits can look like a whole one: 077212345, or 256772123.
  return /^256(?!0|256)\d{9}$/.test(digits) ? digits : null;
}

/** Of a phone that is none. */
export const notAMobileNumber = 'Enter a mobile number of Uganda, such as 0772 123 456.';

/** What this page can say by itself of what is filled in: one sentence for each wrong field. */
export function problemsOf({ amountMin, amountMax }: MoneyOperation, { phone, amount }: MoneyValues): FormProblems {
  return {
    ...problem('phone', phoneProblem(phone)),
    ...problem('amount', amountProblem(amount, amountMin, amountMax)),
  };
}

function phoneProblem(phone: string): string | null {
  if (phone.trim() === '') return 'Enter a phone number.';
  return completePhone(phone) === null ? notAMobileNumber : null;
}

function amountProblem(amount: MoneyValues['amount'], min: number, max: number): string | null {
  if (amount === '') return 'Enter an amount.';
  if (typeof amount === 'string') return wholeNumberProblem(amount);
  if (amount < min) return `Enter ${moneyText(min)} or more.`;
  return amount > max ? `Enter ${moneyText(max)} or less.` : null;
}

function problem(field: keyof MoneyValues, sentence: string | null): FormProblems {
  return sentence === null ? {} : { [field]: sentence };
}

/** The fields as the service calls them: what it says of these stands beside them. */
export function namesOfService({ phoneField }: MoneyOperation): readonly string[] {
  return [phoneField, 'amount', 'description', 'customer_name'];
}

/**
 * Every wrong field: what the service says of it, or this page, which knows how the field is filled in.
 * @param error of the service, which checks all fields too.
 */
export function allProblems(operation: MoneyOperation, values: MoneyValues, error: unknown): FormProblems {
  const said = fieldErrors(error);
  const { amount, description } = said;
  return {
    ...problem('phone', phoneSaid(said[operation.phoneField], error)),
    ...problem('amount', amount ?? null),
    ...problem('description', description ?? null),
    ...problem('name', said.customer_name ?? null),
    ...problemsOf(operation, values),
  };
}

/** The service knows which numbers are mobile ones, and says the form that programs send; people write theirs as they like. */
function phoneSaid(sentence: string | undefined, error: unknown): string | null {
  if (sentence === undefined) return null;
  return error instanceof ApiFailure && error.code === 'invalid_request' ? notAMobileNumber : sentence;
}
