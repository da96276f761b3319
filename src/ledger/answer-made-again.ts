import type { Ugx } from '../money/ugx.ts';
import { neverChanges, type Transaction } from './transaction.ts';

/**
 * The first answer again, made of a transaction that has stayed as it was, because its text was not kept
 * (docs/decisions/0010-what-never-changes-is-not-copied.md). A repeat is the same request, so it renders what the first one did.
 * @param render makes the answer of the transaction and the available balance after it, in shillings.
 * @returns null where the transaction may have changed since, or nothing is rendered.
 */
export function answerMadeAgain(
  transaction: Transaction | null,
  render: (transaction: Transaction, balance: Ugx) => string | null,
): string | null {
  if (transaction === null || !neverChanges(transaction) || transaction.balanceAfter === null) return null;
  return render(transaction, transaction.balanceAfter);
}
