import type { Proposal, ResolutionEffect, ReviewCase } from '../../../../../../src/http/dashboard/schemas/reviews.ts';

export type { Proposal, ResolutionEffect, ReviewCase };

/** How far a case is: open, waiting for a second person, or ended. */
export function stateOf({ proposal, resolved }: ReviewCase): 'open' | 'proposed' | 'resolved' {
  if (resolved !== null) return 'resolved';
  return proposal === null ? 'open' : 'proposed';
}
