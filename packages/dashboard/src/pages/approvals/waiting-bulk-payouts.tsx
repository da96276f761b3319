import type { BulkPayoutObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { type CursorPages, useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useMe } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { When } from '../../components/when.tsx';
import { Section } from '../transactions/section.tsx';

/** No event tells of a bulk payout that begins to wait. */
const refetchMs = 8_000;

export function useWaitingBulkPayouts(): CursorPages<BulkPayoutObject> {
  const context = useStaffContext();
  return useCursorPages<BulkPayoutObject>({
    queryKey: context.key('bulk-payouts', 'waiting'),
    path: context.path('/bulk-payouts'),
    query: { status: 'awaiting_approval' },
    isDecidedOn: true,
    refetchMs,
  });
}

/** Bulk payouts that wait for one approval each; each links to its page, where its rows are seen before it is decided. */
export function WaitingBulkPayouts({ list }: { readonly list: CursorPages<BulkPayoutObject> }) {
  const context = useStaffContext();
  const { person } = useMe();
  const columns: readonly Column<BulkPayoutObject>[] = [
    { key: 'name', header: 'Name', render: ({ name }) => name, narrow: 'who' },
    {
      key: 'rows',
      header: 'Payments',
      alignRight: true,
      render: ({ row_count }) => countText(row_count),
      narrow: 'what',
      renderNarrow: ({ row_count: count }) => (count === 1 ? '1 payment' : `${countText(count)} payments`),
    },
    { key: 'maker', header: 'Requested by', render: ({ maker }) => (maker === person.email ? 'You' : maker) },
    {
      key: 'expires_at',
      header: 'Expires',
      render: ({ expires_at }) => <When at={expires_at} />,
      narrow: 'when',
      renderNarrow: ({ expires_at }) => (
        <>
          expires <When at={expires_at} />
        </>
      ),
    },
    {
      key: 'total',
      header: 'Total',
      alignRight: true,
      narrow: 'amount',
      render: ({ total_deducted }) => <Money amount={total_deducted} fw={550} />,
    },
  ];
  return (
    <Section title="Bulk payouts">
      <DataTable
        {...list}
        label="Bulk payouts waiting for approval"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => context.page(`/bulk-payouts/${id}`)}
        empty={null}
      />
    </Section>
  );
}
