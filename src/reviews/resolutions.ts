import type { Resolution } from '../ledger/rows/review-case.ts';
import type { FoundCase } from './cases.ts';

/** What each end of a review case means, for the person who chooses one. */
export const meaningOfResolution: Readonly<Record<Resolution, string>> = {
  credited: "The client's wallet is credited with the amount that the operator reported.",
  charged: "The client's wallet is charged as far as its balance allows; the rest is owed to us.",
  returned: 'The operator reversed it manually.',
  written_off: 'It is written off as our loss.',
  kept: 'It is booked as our income, because its owner is unknown.',
  completed: 'Other evidence shows that the payment was made: the transaction is completed.',
  failed:
    'Other evidence shows that the payment was not made: the transaction fails and held money returns to the wallet.',
  dismissed: 'There is nothing to book.',
};

/** What a resolution means for a case: the transaction of a case that moved to the history store takes no booking any more. Pure. */
export function meaningFor({ found }: Pick<FoundCase, 'found'>, resolution: Resolution): string {
  if (resolution !== 'dismissed' || found.moved !== true) return meaningOfResolution[resolution];
  return 'Nothing is booked here, because the transaction has moved to the history store. Book a correction as an adjustment of the wallet.';
}

/** Whether a word is a resolution. */
export function isResolution(word: string): word is Resolution {
  return Object.hasOwn(meaningOfResolution, word);
}
