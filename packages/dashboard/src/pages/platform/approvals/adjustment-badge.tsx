import type { AdjustmentObject } from '../../../../../../src/http/dashboard/schemas/adjustments.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';

const labels = {
  waiting: 'Waiting',
  approved: 'Being booked',
  booked: 'Booked',
  refused: 'Not booked',
  rejected: 'Rejected',
} as const;
const tones = { waiting: 'attention', approved: 'waiting', booked: 'good', refused: 'bad', rejected: 'bad' } as const;

/** Where a top-up or correction stands. */
export function AdjustmentBadge({ status }: { readonly status: AdjustmentObject['status'] }) {
  return <StatusBadge status={status} label={labels[status]} tone={tones[status]} />;
}
