import type { Ugx } from '../money/ugx.ts';
import { feeOf } from './fee.ts';
import type { FeeBook } from './fee-book.ts';
import type { FeeOperation, FeeScheduleInForce } from './schedules.ts';

/** What an operation costs: a fee in shillings, and the schedule that it is of. */
export interface Price {
  readonly fee: Ugx;
  readonly feeScheduleId: number;
}

/** What an operation of a client with `amount` shillings costs now; at once where the schedule is remembered. */
export function priceInForce(
  feeBook: Pick<FeeBook, 'inForce'>,
  operation: FeeOperation,
  clientId: number,
  amount: Ugx,
): Price | Promise<Price> {
  const price = ({ bands, feeScheduleId }: FeeScheduleInForce) => ({ fee: feeOf(bands, amount), feeScheduleId });
  const found = feeBook.inForce(operation, clientId);
  return found instanceof Promise ? found.then(price) : price(found);
}
