import { IconPlus, IconStack2 } from '@tabler/icons-react';
import type { BulkPayoutObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { BulkStatus } from './bulk-status.tsx';

const columns: readonly Column<BulkPayoutObject>[] = [
  { key: 'name', header: 'Name', render: (bulk) => bulk.name, narrow: 'who' },
  { key: 'status', header: 'Status', render: (bulk) => <BulkStatus status={bulk.status} />, narrow: 'status' },
  {
    key: 'rows',
    header: 'Payments',
    alignRight: true,
    render: (bulk) => countText(bulk.row_count),
    narrow: 'what',
    renderNarrow: ({ row_count: count }) => (count === 1 ? '1 payment' : `${countText(count)} payments`),
  },
  {
    key: 'total',
    header: 'Total',
    alignRight: true,
    render: (bulk) => <Money amount={bulk.total_deducted} />,
    narrow: 'amount',
  },
  { key: 'maker', header: 'Created by', render: (bulk) => bulk.maker },
  { key: 'created', header: 'Created', render: (bulk) => <When at={bulk.created_at} />, narrow: 'when' },
];

/** Files of payments. */
export function BulkPayoutsPage() {
  const context = useStaffContext();
  const list = useCursorPages<BulkPayoutObject>({
    queryKey: context.key('bulk-payouts', 'list'),
    path: context.path('/bulk-payouts'),
    refetchMs: 5_000,
  });
  const begin = context.may('money.move') ? (
    <ButtonLink to={context.page('/bulk-payouts/new')} leftSection={<IconPlus size={16} aria-hidden />}>
      New bulk payout
    </ButtonLink>
  ) : undefined;
  const isEmpty = list.rows?.length === 0 && !list.pages.hasPrevious;
  return (
    <>
      <PageHeader
        title="Bulk payouts"
        description="Wages, suppliers, prizes: many payments from one file, checked and approved together."
        actions={isEmpty ? undefined : begin}
      />
      <DataTable
        {...list}
        label="Bulk payouts"
        columns={columns}
        rowKey={(bulk) => bulk.id}
        rowLink={(bulk) => context.page(`/bulk-payouts/${bulk.id}`)}
        empty={
          <EmptyState icon={IconStack2} title="No bulk payouts yet" action={begin}>
            Prepare a CSV file or an Excel sheet with a phone number, an amount and a description in each row. Every row
            is checked before any money moves.
          </EmptyState>
        }
      />
    </>
  );
}
