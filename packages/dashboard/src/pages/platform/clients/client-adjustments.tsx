import { Paper, Title } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import type { AdjustmentObject } from '../../../../../../src/http/dashboard/schemas/adjustments.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import type { Mode } from '../../../api/session.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { When } from '../../../components/when.tsx';
import { AdjustmentBadge } from '../approvals/adjustment-badge.tsx';

const columns: readonly Column<AdjustmentObject>[] = [
  {
    key: 'amount',
    header: 'Amount',
    narrow: 'who',
    render: ({ amount, direction }) => <Money amount={amount} sign={direction === 'in' ? '+' : '−'} />,
  },
  { key: 'status', header: 'Status', render: ({ status }) => <AdjustmentBadge status={status} />, narrow: 'status' },
  { key: 'at', header: 'Proposed', render: ({ proposed_at: at }) => <When at={at} />, narrow: 'when' },
];

/** The top-ups and corrections of a client, in one mode. */
export function ClientAdjustments({ clientId, mode }: { readonly clientId: number; readonly mode: Mode }) {
  const list = useCursorPages<AdjustmentObject>({
    queryKey: ['platform', 'adjustments', 'of-client', clientId, mode],
    path: '/platform/adjustments',
    query: { client_id: clientId, mode, limit: 10 },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="adjustments-title">
      <Title order={2} size="h4" mb="md" id="adjustments-title">
        Top-ups and corrections
      </Title>
      <DataTable
        label="Top-ups and corrections"
        {...list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/platform/approvals/${id}`}
        empty={
          <EmptyState icon={IconClipboardCheck} title="No corrections yet">
            Proposals for this wallet appear here, with the person who decided.
          </EmptyState>
        }
      />
    </Paper>
  );
}
