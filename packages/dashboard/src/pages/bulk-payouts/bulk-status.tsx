import type { BulkPayoutObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import type { Tone } from '../../components/status.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

const words: Readonly<Record<BulkPayoutObject['status'], { readonly label: string; readonly tone: Tone }>> = {
  draft: { label: 'Not confirmed', tone: 'neutral' },
  awaiting_approval: { label: 'Waiting for approval', tone: 'attention' },
  running: { label: 'Running', tone: 'waiting' },
  finished: { label: 'Finished', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'bad' },
  expired: { label: 'Expired', tone: 'bad' },
};

export function BulkStatus({ status }: { readonly status: BulkPayoutObject['status'] }) {
  return <StatusBadge status={status} {...words[status]} />;
}
