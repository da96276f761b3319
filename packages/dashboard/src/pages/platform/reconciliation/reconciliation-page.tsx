import { Stack, Title } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { countText } from '../../../components/money-text.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { Comparison } from './comparison.tsx';

interface Compared {
  readonly by: string;
  /** Mode and operator, such as `live mtn`. */
  readonly of: string;
  readonly at: string;
  readonly statement: string;
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly differences: number;
  readonly cases_opened: number;
}

const columns: readonly Column<Compared>[] = [
  { key: 'statement', header: 'Statement', render: ({ statement }) => statement, narrow: 'who' },
  { key: 'of', header: 'Account', render: ({ of }) => of, narrow: 'what' },
  { key: 'from', header: 'First day', render: ({ from }) => <When at={from} to="day" /> },
  {
    key: 'rows',
    header: 'Rows',
    alignRight: true,
    render: ({ rows }) => countText(rows),
    narrow: 'amount',
    renderNarrow: ({ rows }) => (rows === 1 ? '1 row' : `${countText(rows)} rows`),
  },
  {
    key: 'differences',
    header: 'Differences',
    narrow: 'status',
    renderNarrow: ({ differences: count }) => (
      <StatusBadge
        status={count === 0 ? 'matched' : 'open'}
        label={count === 0 ? 'No differences' : count === 1 ? '1 difference' : `${countText(count)} differences`}
      />
    ),
    render: ({ differences }) =>
      differences === 0 ? (
        <StatusBadge status="matched" label="None" tone="good" />
      ) : (
        <StatusBadge status="open" label={countText(differences)} tone="attention" />
      ),
  },
  { key: 'by', header: 'By', render: ({ by }) => by },
  { key: 'at', header: 'Compared', render: ({ at }) => <When at={at} />, narrow: 'when' },
];

/** Comparing an operator's statement with our books. */
export function ReconciliationPage() {
  const me = useMe();
  const compared = useQuery({
    queryKey: ['platform', 'reconciliation'],
    queryFn: ({ signal }) => api.get<Compared[]>('/platform/reconciliation', { signal }),
  });
  return (
    <>
      <PageHeader
        title="Reconciliation"
        description="Each row of an operator’s statement is compared with the books, and each payment in the books with the statement. Differences become review cases. No money moves."
      />
      <Stack gap="xl">
        {mayOnPlatform(me, 'reconciliation.run') ? <Comparison onDone={() => void compared.refetch()} /> : null}
        <section aria-labelledby="compared-title">
          <Title order={2} size="h4" mb="sm" id="compared-title">
            Earlier comparisons
          </Title>
          <DataTable
            label="Comparisons"
            columns={columns}
            rows={compared.data}
            rowKey={({ at, statement }) => `${at} ${statement}`}
            error={compared.data === undefined ? compared.error : null}
            retry={() => void compared.refetch()}
            empty={
              <EmptyState icon={IconScale} title="No comparisons yet">
                Export a day’s statement from the operator’s portal as CSV or Excel, and send it above.
              </EmptyState>
            }
          />
        </section>
      </Stack>
    </>
  );
}
