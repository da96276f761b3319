import { Text } from '@mantine/core';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import type { Column } from '../../components/data-table.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';
import { When } from '../../components/when.tsx';
import { TransactionStatus } from './transaction-status.tsx';
import { typeText } from './words.ts';

/** How a list shows transactions. */
export const transactionColumns: readonly Column<DashboardTransaction>[] = [
  {
    key: 'type',
    header: 'Transaction',
    narrow: 'what',
    renderNarrow: ({ counterparty, type }) =>
      counterparty.name === null && counterparty.phone === null ? null : typeText(type),
    render: ({ type, reference }) => (
      <>
        <Text span inherit fw={550} display="block">
          {typeText(type)}
        </Text>
        <Text span c="dimmed" size="xs" display="block">
          {reference}
        </Text>
      </>
    ),
  },
  {
    key: 'counterparty',
    header: 'Counterparty',
    render: (transaction) => <OtherSide transaction={transaction} />,
    narrow: 'who',
    renderNarrow: (transaction) => <OtherSideShort transaction={transaction} />,
  },
  {
    key: 'status',
    header: 'Status',
    render: (transaction) => <TransactionStatus transaction={transaction} />,
    narrow: 'status',
  },
  { key: 'created_at', header: 'Date', render: ({ created_at }) => <When at={created_at} />, narrow: 'when' },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    narrow: 'amount',
    render: ({ amount, direction, status }) => (
      <Money
        amount={amount}
        sign={direction === 'in' ? '+' : '−'}
        fw={550}
        c={status === 'failed' ? 'dimmed' : undefined}
        td={status === 'failed' ? 'line-through' : undefined}
      />
    ),
  },
];

/** Who is on the other side: a name where there is one, and the phone. */
export function OtherSide({ transaction }: { readonly transaction: DashboardTransaction }) {
  const { name, phone } = transaction.counterparty;
  if (name === null) return <Phone phone={phone} />;
  return (
    <>
      <Text span inherit display="block">
        {name}
      </Text>
      <Phone phone={phone} size="xs" c="dimmed" />
    </>
  );
}

/** The same in one line: the name, or the phone; what has no other side is named by its type. */
function OtherSideShort({ transaction }: { readonly transaction: DashboardTransaction }) {
  const { counterparty, type } = transaction;
  if (counterparty.name !== null) return counterparty.name;
  return counterparty.phone === null ? typeText(type) : <Phone phone={counterparty.phone} />;
}
