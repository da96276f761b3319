import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import type { Tone } from '../../components/status.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

const refunds: Readonly<
  Record<NonNullable<DashboardTransaction['refund']>, { readonly label: string; readonly tone: Tone }>
> = {
  refunded: { label: 'Refunded', tone: 'neutral' },
  partly_refunded: { label: 'Partly refunded', tone: 'neutral' },
  in_progress: { label: 'Refund in progress', tone: 'waiting' },
  failed: { label: 'Refund failed', tone: 'bad' },
};

/** A transaction's status, and beside it what became of a completed collection that was given back. */
export function TransactionStatus({ transaction }: { readonly transaction: DashboardTransaction }) {
  const { status, refund } = transaction;
  if (refund === null) return <StatusBadge status={status} />;
  return (
    <>
      <StatusBadge status={status} /> <StatusBadge status={refund} {...refunds[refund]} />
    </>
  );
}
