import { SegmentedControl } from '@mantine/core';
import { IconClipboardCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AdjustmentObject } from '../../../../../../src/http/dashboard/schemas/adjustments.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import { AdjustmentBadge } from './adjustment-badge.tsx';

const columns: readonly Column<AdjustmentObject>[] = [
  { key: 'client', header: 'Client', render: ({ client_name: name }) => name, narrow: 'who' },
  {
    key: 'kind',
    header: 'Type',
    render: ({ type }) => (type === 'deposit' ? 'Top-up' : 'Correction'),
    narrow: 'what',
  },
  { key: 'mode', header: 'Mode', render: ({ mode }) => wordText(mode), narrow: 'what' },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    narrow: 'amount',
    render: ({ amount, direction }) => <Money amount={amount} sign={direction === 'in' ? '+' : '−'} />,
  },
  { key: 'status', header: 'Status', render: ({ status }) => <AdjustmentBadge status={status} />, narrow: 'status' },
  { key: 'by', header: 'Proposed by', render: ({ proposed_by: by }) => by },
  { key: 'at', header: 'When', render: ({ proposed_at: at }) => <When at={at} />, narrow: 'when' },
];

/** Top-ups and corrections that wait for a second person, and those that were decided. */
export function AdjustmentsPage() {
  const { decided } = useSearch({ from: '/desk/platform/approvals' });
  const navigate = useNavigate({ from: '/platform/approvals' });
  const isDecided = decided === 'true';
  const list = useCursorPages<AdjustmentObject>({
    queryKey: ['platform', 'adjustments', 'list'],
    path: '/platform/adjustments',
    query: { open: !isDecided },
    refetchMs: 15_000,
  });
  return (
    <>
      <PageHeader
        title="Corrections"
        description="Top-ups and corrections of wallets. One administrator proposes one and another approves it."
      />
      <SegmentedControl
        aria-label="Which"
        mb="md"
        value={isDecided ? 'decided' : 'waiting'}
        data={[
          { value: 'waiting', label: 'Waiting' },
          { value: 'decided', label: 'Decided' },
        ]}
        onChange={(value) => void navigate({ search: value === 'decided' ? { decided: 'true' } : {} })}
      />
      <DataTable
        label="Top-ups and corrections"
        {...list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/platform/approvals/${id}`}
        empty={
          <EmptyState
            icon={IconClipboardCheck}
            title={isDecided ? 'No decisions yet' : 'Nothing waiting'}
            action={<ButtonLink to="/platform/clients">Find a client</ButtonLink>}
          >
            Propose a top-up or correction on the page of a client.
          </EmptyState>
        }
      />
    </>
  );
}
