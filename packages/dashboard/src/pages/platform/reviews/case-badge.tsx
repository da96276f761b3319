import { StatusBadge } from '../../../components/status-badge.tsx';
import { type ReviewCase, stateOf } from './review-case.ts';

const labels = { open: 'Open', proposed: 'Awaiting confirmation', resolved: 'Resolved' } as const;
const tones = { open: 'attention', proposed: 'waiting', resolved: 'good' } as const;

/** How far a case is. */
export function CaseBadge({ reviewCase }: { readonly reviewCase: ReviewCase }) {
  const state = stateOf(reviewCase);
  return <StatusBadge status={state} label={labels[state]} tone={tones[state]} />;
}
