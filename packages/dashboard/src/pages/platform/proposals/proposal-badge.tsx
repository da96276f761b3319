import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';

const labels = {
  waiting: 'Waiting',
  expired: 'Expired',
  rejected: 'Rejected',
  approved: 'Being booked',
  made: 'Made',
  refused: 'Not booked',
} as const;
const tones = {
  waiting: 'attention',
  expired: 'neutral',
  rejected: 'bad',
  approved: 'waiting',
  made: 'good',
  refused: 'bad',
} as const;

/** Where a proposal stands. */
export function ProposalBadge({ status }: { readonly status: ProposalObject['status'] }) {
  return <StatusBadge status={status} label={labels[status]} tone={tones[status]} />;
}
