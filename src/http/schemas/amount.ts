import { Type } from 'typebox';

/** What one operation takes, in shillings. */
export interface AmountBounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** interface.md (collection) and interface-decisions.md section 3. */
export const collectionBounds: AmountBounds = { minimum: 1000, maximum: 5_000_000 };
export const payoutBounds: AmountBounds = { minimum: 500, maximum: 5_000_000 };

/** Test money in one go: enough for any trial, and far from what a wallet can hold. */
export const testFundBounds: AmountBounds = { minimum: 1, maximum: 1_000_000_000 };

/** An amount asked for, in whole shillings. */
export function amountOf(bounds: AmountBounds, description: string) {
  return Type.Integer({ ...bounds, description, examples: [50_000] });
}

/** An amount told, in whole shillings. */
export function shillings(description: string) {
  return Type.Integer({ minimum: 0, description });
}
