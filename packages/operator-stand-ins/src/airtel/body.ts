import { asObject } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import { type Hundredths, hundredthsOf } from '../hundredths.ts';
import { type Family, problem, routerError } from './answers.ts';

export type Read<T> = T | { readonly error: Reply };

/** 9 digits, without country code and leading zero (providers.md 2.3, 2.6). */
export function readPhone(family: Family, value: unknown): Read<{ readonly phone: string }> {
  if (value === undefined) return { error: routerError('ROUTER003') };
  if (typeof value === 'string' && /^[1-9]\d{8}$/.test(value)) return { phone: value };
  const wrongLength = typeof value !== 'string' || value.length !== 9;
  if (family === 'disbursement') {
    return { error: problem('DP00900001013', wrongLength ? 'The length of msisdn is 9.' : 'msisdn is invalid.') };
  }
  return { error: problem(wrongLength ? 'ESB000033' : 'ESB000036') };
}

/** Whole shillings as a JSON number. */
export function readAmount(family: Family, value: unknown): Read<{ readonly amount: Hundredths }> {
  if (value === undefined) return { error: routerError('ROUTER003') };
  if (typeof value !== 'number') return invalidField(family, 'amount is not a number.');
  const amount = Number.isSafeInteger(value) && value > 0 ? hundredthsOf(String(value)) : null;
  if (amount !== null) return { amount };
  return { error: problem(family === 'collection' ? 'DP00800001004' : 'DP00900001004') };
}

/** 4 to 64 letters and digits; an id may have hyphens, since clients use UUIDs (providers.md 2.3). */
export function readText(family: Family, name: 'reference' | 'id', value: unknown): Read<{ readonly text: string }> {
  if (value === undefined) return { error: routerError('ROUTER003') };
  const form = name === 'id' ? /^[A-Za-z0-9-]{4,64}$/ : /^[A-Za-z0-9]{4,64}$/;
  return typeof value === 'string' && form.test(value) ? { text: value } : invalidField(family, `${name} is invalid.`);
}

/** Country and currency may be left out of a body, but not be others than ours. */
export function placeProblem(value: unknown): Reply | null {
  const { country, currency } = asObject(value) ?? {};
  if (country !== undefined && country !== 'UG') return problem('ESB000034');
  return currency !== undefined && currency !== 'UGX' ? problem('ESB000035') : null;
}

export function invalidField(family: Family, message: string): { readonly error: Reply } {
  return { error: problem(family === 'collection' ? 'ESB000008' : 'DP00900001013', message) };
}
