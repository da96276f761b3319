/** An amount in whole Ugandan shillings. Never negative: debit or credit says the direction. */
export type Ugx = bigint & { readonly unit: 'UGX' };

/** The largest amount that JSON numbers carry exactly: 2^53 - 1 shillings. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** The largest amount that a person can enter: with more in one wallet, sums would exceed what JSON numbers carry exactly. */
export const enteredUgxMax = 1_000_000_000_000;

/**
 * Makes an amount of shillings from a JSON integer, a bigint, or PostgreSQL's text of a bigint.
 * @throws NotAnAmount when the value is negative, fractional, not a number, or above 2^53 - 1.
 */
export function ugx(value: bigint | number | string): Ugx {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new NotAnAmount(value);
  if (typeof value === 'string' && !/^\d{1,16}$/.test(value)) throw new NotAnAmount(value);
  const amount = BigInt(value);
  if (amount < 0n || amount > LARGEST) throw new NotAnAmount(value);
  return amount as Ugx;
}

export const zeroUgx = 0n as Ugx;

/** The sum of amounts of shillings. */
export function addUgx(a: Ugx, b: Ugx): Ugx {
  return ugx(a + b);
}

/** `a` less `b` shillings. @throws NotAnAmount when `b` is more than `a`. */
export function subtractUgx(a: Ugx, b: Ugx): Ugx {
  return ugx(a - b);
}

/** The JSON integer of an amount. */
export function ugxToJson(amount: Ugx): number {
  return Number(amount);
}

export class NotAnAmount extends Error {
  readonly value: bigint | number | string;

  constructor(value: bigint | number | string) {
    super(`${String(value)} is not an amount in whole shillings from 0 to 2^53 - 1`);
    this.value = value;
  }
}

/** The smaller of two amounts. */
export function lesserUgx(one: Ugx, other: Ugx): Ugx {
  if (one < other) return one;
  return other;
}
