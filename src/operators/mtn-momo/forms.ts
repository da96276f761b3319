import { type Ugx, ugx } from '../../money/ugx.ts';

/** The shorter of the two limits that MTN publishes (providers.md 1.4). */
const textCharactersMax = 128;

/** A phone in MTN's form, digits with country code and no plus. Seam phones have it already; a plus is taken off. */
export function msisdnOf(phone: string): string {
  return phone.replace(/^\+/, '');
}

/** Whole shillings as MTN wants them: decimal digits, no separators. */
export function amountText(amount: Ugx): string {
  return amount.toString();
}

/**
 * An amount of MTN, which may write 5000 as "5000", 5000 or "5000.00" (1.4). Null when it is not a whole number of
 * shillings.
 */
export function wholeAmount(text: string | null): Ugx | null {
  const whole = /^(\d{1,15})(?:\.0+)?$/.exec(text ?? '')?.[1];
  return whole === undefined ? null : ugx(whole);
}

/** A balance of MTN in whole shillings, rounded down, or null. */
export function flooredAmount(text: string | null): Ugx | null {
  const whole = /^(\d{1,15})(?:\.\d+)?$/.exec(text?.replaceAll(',', '') ?? '')?.[1];
  return whole === undefined ? null : ugx(whole);
}

/**
 * A text that MTN takes: letters without accents, digits, spaces, dots and hyphens, at most 128. An apostrophe is enough
 * for a 400 (1.4). Parts of which nothing is left are left out; when all are, the text is `Payment`, as it must not be
 * missing.
 */
export function plainText(...parts: readonly (string | null)[]): string {
  const text = parts
    .map((part) => cleaned(part ?? ''))
    .filter((part) => part !== '')
    .join(' - ')
    .slice(0, textCharactersMax)
    .trim();
  return text === '' ? 'Payment' : text;
}

function cleaned(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mark}'’‘`]/gu, '')
    .replace(/ŋ/g, 'ng')
    .replace(/Ŋ/g, 'Ng')
    .replace(/[^A-Za-z0-9.-]+/g, ' ')
    .trim();
}
