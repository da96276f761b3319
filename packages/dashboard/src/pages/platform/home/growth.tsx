import { SimpleGrid, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { ClientGrowth, PlatformHome } from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Money } from '../../../components/money.tsx';
import { amountChange } from '../../home/change.ts';
import { ChangeText } from '../../home/figure.tsx';

const columns: readonly Column<ClientGrowth>[] = [
  { key: 'name', header: 'Client', render: ({ name }) => name, narrow: 'who' },
  {
    key: 'now',
    header: 'Volume',
    alignRight: true,
    render: ({ now }) => <Money amount={now} />,
    narrow: 'amount',
  },
  {
    key: 'change',
    header: 'Change',
    render: ({ now, before }) => <ChangeText change={amountChange(now, before)} />,
    narrow: 'what',
  },
];

/** Clients whose collections, payments and withdrawals grew or fell most. Undefined while they are read. */
export function Growth({ growth }: { readonly growth: PlatformHome['growth'] | undefined }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Part title="Grew most" rows={growth?.up} empty="No client grew in this period." />
      <Part title="Fell most" rows={growth?.down} empty="No client fell in this period." />
    </SimpleGrid>
  );
}

function Part(props: {
  readonly title: string;
  readonly rows: readonly ClientGrowth[] | undefined;
  readonly empty: string;
}) {
  const { title, rows, empty } = props;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" id={id} mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={({ client_id: clientId }) => clientId}
        rowLink={({ client_id: clientId }) => `/platform/clients/${clientId}`}
        empty={<Text c="dimmed">{empty}</Text>}
      />
    </section>
  );
}
