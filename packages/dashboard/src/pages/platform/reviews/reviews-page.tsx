import { Group, SegmentedControl, Switch, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Phone } from '../../../components/phone.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import { CaseBadge } from './case-badge.tsx';
import type { ReviewCase } from './review-case.ts';

const columns: readonly Column<ReviewCase>[] = [
  { key: 'case', header: 'Case', render: ({ id, kind }) => `${id} · ${wordText(kind)}`, narrow: 'who' },
  { key: 'state', header: 'State', render: (one) => <CaseBadge reviewCase={one} />, narrow: 'status' },
  { key: 'mode', header: 'Mode', render: ({ mode }) => wordText(mode), narrow: 'what' },
  { key: 'client', header: 'Client', render: ({ client_name: name }) => name ?? 'No transaction', narrow: 'what' },
  {
    key: 'customer',
    header: 'Customer',
    render: ({ customer: { phone, name } }) =>
      phone === null ? null : (
        <>
          {name === null ? null : (
            <Text span inherit display="block">
              {name}
            </Text>
          )}
          <Phone phone={phone} {...(name === null ? {} : { size: 'xs', c: 'dimmed' })} />
        </>
      ),
  },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    render: ({ transaction, found }) => (
      <Money amount={transaction?.amount ?? (typeof found.amount === 'number' ? found.amount : null)} />
    ),
    narrow: 'amount',
  },
  {
    key: 'suspense',
    header: 'In suspense',
    alignRight: true,
    render: ({ in_suspense: amount }) => (amount === 0 ? '–' : <Money amount={amount} />),
  },
  { key: 'opened', header: 'Opened', render: ({ opened_at: at }) => <When at={at} />, narrow: 'when' },
];

/** What only a person can decide. */
export function ReviewsPage() {
  const search = useSearch({ from: '/desk/platform/reviews' });
  const navigate = useNavigate({ from: '/platform/reviews' });
  const { all, mode } = search;
  const cases = useCursorPages<ReviewCase>({
    queryKey: ['platform', 'reviews'],
    path: '/platform/reviews',
    query: { all, mode },
  });
  return (
    <>
      <PageHeader
        title="Reviews"
        description="Payments for which the operator and the books differ. One person proposes a resolution and another confirms it."
      />
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label="Mode"
          value={mode ?? 'both'}
          data={[
            { value: 'both', label: 'Both modes' },
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Test' },
          ]}
          onChange={(value) => {
            const { mode: _, ...others } = search;
            void navigate({ search: value === 'test' || value === 'live' ? { ...others, mode: value } : others });
          }}
        />
        <Switch
          label="Include resolved cases"
          checked={all === 'true'}
          onChange={({ currentTarget }) => {
            const { all: _, ...others } = search;
            void navigate({ search: currentTarget.checked ? { ...others, all: 'true' } : others });
          }}
        />
      </Group>
      <DataTable
        label="Review cases"
        {...cases}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/platform/reviews/${id}`}
        empty={
          <EmptyState icon={IconCircleCheck} title="Nothing to review">
            The operators and the books agree on every payment.
          </EmptyState>
        }
      />
    </>
  );
}
