import type { Resolution } from '../ledger/rows/review-case.ts';

/** What each end of a review case means, for the person who chooses one. */
export const meaningOfResolution: Readonly<Record<Resolution, string>> = {
  credited: "The client's wallet gets the money that the operator says it moved.",
  charged: "The client's wallet pays for it as far as it can; the rest is owed to us.",
  returned: 'It was undone at the operator by hand.',
  written_off: 'It is our loss.',
  kept: 'It is our income: it belongs to nobody we know.',
  completed: 'Other evidence shows that the payment was made: the transaction is completed.',
  failed: 'Other evidence shows that the payment was not made: the transaction fails and held money is back.',
  dismissed: 'There is nothing to book.',
};

/** Whether a word is a resolution. */
export function isResolution(word: string): word is Resolution {
  return Object.hasOwn(meaningOfResolution, word);
}
