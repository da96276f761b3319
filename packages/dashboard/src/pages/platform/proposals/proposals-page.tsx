import { Group, SegmentedControl } from '@mantine/core';
import { IconFileDiff } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { ProposalBadge } from './proposal-badge.tsx';

const columns: readonly Column<ProposalObject>[] = [
  { key: 'title', header: 'What', render: ({ title }) => title, narrow: 'who' },
  { key: 'client', header: 'Client', render: ({ client_name: name }) => name, narrow: 'what' },
  {
    key: 'status',
    header: 'Status',
    narrow: 'status',
    render: ({ status, break_glass: order }) => (
      <Group gap={4} component="span" display="inline-flex">
        <ProposalBadge status={status} />
        {order !== null && order.reviewed_by === null ? (
          <StatusBadge status="open" label="Not reviewed" tone="bad" />
        ) : null}
      </Group>
    ),
  },
  { key: 'by', header: 'Proposed by', render: ({ proposed_by: by }) => by },
  { key: 'at', header: 'When', render: ({ proposed_at: at }) => <When at={at} />, narrow: 'when' },
];

/** Changes that one person proposed and another decides, and those that have ended. */
export function ProposalsPage() {
  const { ended } = useSearch({ from: '/desk/platform/proposals' });
  const navigate = useNavigate({ from: '/platform/proposals' });
  const isEnded = ended === 'true';
  const list = useCursorPages<ProposalObject>({
    queryKey: ['platform', 'proposals', 'list'],
    path: '/platform/proposals',
    query: { open: !isEnded },
    refetchMs: 15_000,
  });
  return (
    <>
      <PageHeader
        title="Proposals"
        description="Changes of rights, fees, limits and live keys that one person proposed and another must approve."
      />
      <SegmentedControl
        aria-label="Which"
        mb="md"
        value={isEnded ? 'ended' : 'open'}
        data={[
          { value: 'open', label: 'Open' },
          { value: 'ended', label: 'Ended' },
        ]}
        onChange={(value) => void navigate({ search: value === 'ended' ? { ended: 'true' } : {} })}
      />
      <DataTable
        label="Proposals"
        {...list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/platform/proposals/${id}`}
        empty={
          <EmptyState icon={IconFileDiff} title={isEnded ? 'No proposal has ended yet' : 'No open proposals'}>
            A change that needs a second person is proposed where it is made, for example on the page of a client.
          </EmptyState>
        }
      />
    </>
  );
}
