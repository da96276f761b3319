import { Text } from '@mantine/core';
import {
  type OpenPayments as OfOperator,
  type OpenAge,
  openAges,
} from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { countText } from '../../../components/money-text.ts';

const ageTexts: Readonly<Record<OpenAge, string>> = {
  under_1m: 'Under 1 minute',
  under_10m: 'Under 10 minutes',
  under_1h: 'Under 1 hour',
  under_24h: 'Under 1 day',
  over_24h: 'Older',
};

const directionTexts = { collection: 'collections', payout: 'payouts', refund: 'refunds' } as const;

const columns: readonly Column<OfOperator>[] = [
  {
    key: 'operator',
    header: 'Operator',
    render: ({ operator, direction }) => `${operator} ${directionTexts[direction]}`,
    narrow: 'who',
  },
  ...openAges.map(
    (age): Column<OfOperator> => ({
      key: age,
      header: ageTexts[age],
      alignRight: true,
      render: ({ counts }) => countText(counts[age]),
      narrow: 'what',
      renderNarrow: ({ counts }) => (counts[age] === 0 ? null : `${ageTexts[age]}: ${countText(counts[age])}`),
    }),
  ),
];

/** Payments that wait for an operator's final result. Undefined while they are read. */
export function OpenPayments({ open }: { readonly open: readonly OfOperator[] | undefined }) {
  return (
    <DataTable
      label="Open payments by operator and age"
      columns={columns}
      rows={open}
      rowKey={({ operator, direction }) => `${operator} ${direction}`}
      rowLink={() => '/platform/operators'}
      empty={<Text c="dimmed">No payment waits for an operator.</Text>}
    />
  );
}
