import { Group, Paper, Text, Title } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { wordText } from '../../../components/status.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';

interface Account {
  readonly account: string;
  readonly operator: string | null;
  readonly operator_account_id: number | null;
  readonly normal: 'debit' | 'credit';
  readonly debit: number;
  readonly credit: number;
}

interface Balances {
  readonly accounts: readonly Account[];
  readonly debit: number;
  readonly credit: number;
  readonly balanced: boolean;
}

/** What each account is, for people who do not keep books every day. */
const meanings: Readonly<Record<string, string>> = {
  wallets: 'Client balances, available to spend',
  collection_float: 'Float at the operator from collections',
  disbursement_float: 'Float at the operator for payouts',
  bank: 'Money at the bank: top-ups and transfers to and from operators',
  issuance: 'Test money issued',
  in_transit: 'Held for open payouts',
  clearing: 'Between two wallets; always 0 when nothing is being written',
  fee_revenue_collection: 'Fee revenue from collections',
  fee_revenue_send_money: 'Fee revenue from payments',
  fee_revenue_withdrawal: 'Fee revenue from withdrawals',
  operator_charges: 'Charges of the operators',
  suspense: 'Amounts under review',
  receivable: 'Owed by clients',
  loss: 'Losses written off',
  other_income: 'Income from payments without a known owner',
  tax_payable: 'Taxes payable',
};

const columns: readonly Column<Account>[] = [
  {
    key: 'account',
    header: 'Account',
    narrow: 'who',
    render: ({ account, operator }) => (
      <>
        {wordText(account)}
        {operator === null ? null : ` · ${operator}`}
      </>
    ),
  },
  {
    key: 'meaning',
    header: 'Description',
    narrow: 'what',
    render: ({ account }) => (
      <Text span inherit c="dimmed">
        {meanings[account] ?? ''}
      </Text>
    ),
  },
  {
    key: 'debit',
    header: 'Debit',
    alignRight: true,
    render: ({ debit }) => sideOf(debit),
    narrow: 'amount',
    renderNarrow: ({ debit }) => namedSideOf('Debit', debit),
  },
  {
    key: 'credit',
    header: 'Credit',
    alignRight: true,
    render: ({ credit }) => sideOf(credit),
    narrow: 'amount',
    renderNarrow: ({ credit }) => namedSideOf('Credit', credit),
  },
];

/** Every account of a mode with its balance on the side where it lies. */
export function TrialBalance({ mode }: { readonly mode: 'test' | 'live' }) {
  const balances = useQuery({
    queryKey: ['platform', 'ledger', 'trial-balance', mode],
    queryFn: ({ signal }) => api.get<Balances>(`/platform/ledger/trial-balance/${mode}`, { signal }),
  });
  const { data } = balances;
  return (
    <section aria-labelledby="trial-balance-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="trial-balance-title">
          Trial balance
        </Title>
        {data === undefined ? null : (
          <StatusBadge
            status={data.balanced ? 'balanced' : 'not_balanced'}
            label={data.balanced ? 'Debits equal credits' : 'Debits and credits differ'}
            tone={data.balanced ? 'good' : 'bad'}
          />
        )}
      </Group>
      <DataTable
        label="Trial balance"
        columns={columns}
        rows={data?.accounts}
        rowKey={({ account, operator_account_id: id }) => `${account} ${id}`}
        error={data === undefined ? balances.error : null}
        retry={() => void balances.refetch()}
        empty={
          <EmptyState icon={IconBook2} title="No bookings yet">
            Accounts appear with the first transaction of this mode.
          </EmptyState>
        }
      />
      {data === undefined ? null : (
        <Paper withBorder p="sm" mt="sm">
          <Group justify="space-between">
            <Text fw={600}>Total</Text>
            <Group gap="xl">
              <Text>
                Debit <Money amount={data.debit} fw={600} />
              </Text>
              <Text>
                Credit <Money amount={data.credit} fw={600} />
              </Text>
            </Group>
          </Group>
        </Paper>
      )}
    </section>
  );
}

/** Nothing on a side is left empty, as in books. */
function sideOf(amount: number) {
  return amount === 0 ? null : <Money amount={amount} />;
}

/** The same where no heading names the side. */
function namedSideOf(side: 'Debit' | 'Credit', amount: number) {
  if (amount === 0) return null;
  return (
    <>
      {side} <Money amount={amount} />
    </>
  );
}
