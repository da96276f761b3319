import { Type } from 'typebox';
import { enteredUgxMax } from '../../money/ugx.ts';

/** The smallest and largest amount of an operation, in shillings. */
export interface AmountBounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** interface.md (collection) and interface-decisions.md section 3. */
export const collectionBounds: AmountBounds = { minimum: 1000, maximum: 5_000_000 };
export const payoutBounds: AmountBounds = { minimum: 500, maximum: 5_000_000 };

/** What goes back to a customer; what the collection has left bounds it further. */
export const refundBounds: AmountBounds = { minimum: 1, maximum: 5_000_000 };

/** Test money of one request: enough for any trial, and far below what a wallet can hold. */
export const testFundBounds: AmountBounds = { minimum: 1, maximum: 1_000_000_000 };

/** An amount of a request, in whole shillings. */
export function amountOf(bounds: AmountBounds, description: string) {
  return Type.Integer({ ...bounds, description, examples: [50_000] });
}

/** An amount that staff enters, in whole shillings. */
export function enteredAmount(minimum: 0 | 1, description?: string) {
  return Type.Integer({ minimum, maximum: enteredUgxMax, ...(description === undefined ? {} : { description }) });
}

/** An amount of a response, in whole shillings. */
export function shillings(description: string) {
  return Type.Integer({ minimum: 0, description });
}
