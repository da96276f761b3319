import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BulkTotalsObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { Section } from '../transactions/section.tsx';
import type { BulkPayout } from './bulk-payout.ts';

interface Line {
  readonly name: string;
  readonly row_count: number;
  readonly amount: number;
  readonly fees: number;
}

const columns: readonly Column<Line>[] = [
  { key: 'name', header: 'Operator', render: ({ name }) => name, narrow: 'who' },
  {
    key: 'rows',
    header: 'Payments',
    alignRight: true,
    render: ({ row_count }) => countText(row_count),
    narrow: 'what',
    renderNarrow: ({ row_count }) => `${countText(row_count)} ${row_count === 1 ? 'payment' : 'payments'}`,
  },
  { key: 'amount', header: 'Recipients receive', alignRight: true, render: ({ amount }) => <Money amount={amount} /> },
  {
    key: 'fees',
    header: 'Fees',
    alignRight: true,
    render: ({ fees }) => <Money amount={fees} />,
    narrow: 'what',
    renderNarrow: ({ fees }) => (
      <>
        Fees <Money amount={fees} />
      </>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    alignRight: true,
    render: ({ amount, fees }) => <Money amount={amount + fees} fw={550} />,
    narrow: 'amount',
  },
];

/** The totals by operator and the grand total, and a warning where rows repeat an earlier one. */
export function BulkTotals({ bulk }: { readonly bulk: BulkPayout }) {
  const context = useStaffContext();
  const totals = useQuery({
    queryKey: context.key('bulk-payouts', String(bulk.id), 'totals'),
    queryFn: ({ signal }) => api.get<BulkTotalsObject>(context.path(`/bulk-payouts/${bulk.id}/totals`), { signal }),
    // The rows of a bulk payout never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = totals;
  const lines = data?.by_operator.map(({ operator, ...sums }) => ({ name: operator ?? 'Wallets here', ...sums }));
  const { row_count, amount, fees } = bulk;
  const repeated = data?.duplicate_count ?? 0;
  return (
    <Section title="Totals">
      {repeated === 0 ? null : (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} mb="sm">
          {countText(repeated)} {repeated === 1 ? 'row has' : 'rows have'} the phone and the amount of an earlier row,
          and {repeated === 1 ? 'is' : 'are'} marked below. Each is paid.
        </Alert>
      )}
      <DataTable
        label="Totals by operator"
        columns={columns}
        rows={lines === undefined ? undefined : [...lines, { name: 'All', row_count, amount, fees }]}
        rowKey={({ name }) => name}
        error={totals.error}
        retry={() => void totals.refetch()}
        empty={null}
      />
    </Section>
  );
}
