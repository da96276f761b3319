import { randomUUID } from 'node:crypto';
import { type Ugx, ugx } from '../../money/ugx.ts';

const referenceTextMax = 64;
const referenceTextMin = 4;

/** A new `transaction.id`: a UUID without its hyphens, the one form that every known client's rules allow (providers.md 2.3). */
export function newAirtelReference(): string {
  return randomUUID().replaceAll('-', '');
}

/** The form of our references. */
export const airtelReferenceForm = /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/** The 9 digits that Airtel wants: no country code, no zero in front (providers.md 2.3 and 3.1). */
export function nationalNumber(phone: string): string {
  if (!/^256\d{9}$/.test(phone)) throw new Error('a phone must be 12 digits that begin with 256');
  return phone.slice(3);
}

/**
 * The text that the payer or the recipient sees: who asks, and what for. Airtel takes 4 to 64 letters and digits
 * (providers.md 2.3), so that capitals separate the words: `KampalaBooksSchoolFees`.
 */
export function referenceText(merchantName: string, description: string | null): string {
  const text = `${wordsOf(merchantName)}${wordsOf(description ?? '')}`.slice(0, referenceTextMax);
  return text.length >= referenceTextMin ? text : `Payment${text}`;
}

function wordsOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * Whole shillings of Airtel's text or number: `"37,600.00"`, `"37600"`, `37600`. A part of a shilling, which nobody can
 * spend, is dropped.
 * @returns null when it is no amount.
 */
export function readShillings(value: string | number): Ugx | null {
  const match = /^(\d+)(?:\.\d+)?$/.exec(String(value).replaceAll(/[,\s]/g, ''));
  const digits = match?.[1]?.replace(/^0+(?=\d)/, '');
  return digits === undefined || digits.length > 15 ? null : ugx(digits);
}
