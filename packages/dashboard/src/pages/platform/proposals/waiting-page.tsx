import { Stack, Title } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WaitingObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { type Column, DataTable, LoadFailure } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import { EnableLiveMode } from './enable-live-mode.tsx';

const columns: readonly Column<WaitingObject>[] = [
  { key: 'title', header: 'What', render: ({ title }) => title, narrow: 'who' },
  { key: 'client', header: 'Client', render: ({ client_name: name }) => name, narrow: 'what' },
  { key: 'mode', header: 'Mode', render: ({ mode }) => (mode === null ? null : wordText(mode)), narrow: 'what' },
  {
    key: 'amount',
    header: 'Amount',
    narrow: 'amount',
    alignRight: true,
    render: ({ amount }) => (amount === null ? null : <Money amount={amount} />),
  },
  { key: 'by', header: 'By', render: ({ by }) => by, narrow: 'what' },
  { key: 'since', header: 'Since', render: ({ since }) => <When at={since} />, narrow: 'status' },
];

/** Everything that waits for a second person, with the page where it is decided. */
export function WaitingPage() {
  const waiting = useQuery({
    queryKey: ['platform', 'waiting'],
    queryFn: ({ signal }) => api.get<WaitingObject[]>('/platform/waiting', { signal }),
    refetchInterval: 15_000,
  });
  const ofStaff = waiting.data?.filter(({ page }) => page.startsWith('/platform/'));
  const ofClients = waiting.data?.filter(({ page }) => !page.startsWith('/platform/')) ?? [];
  const liveMode = waiting.data?.find(({ action }) => action === 'live_mode');
  return (
    <>
      <PageHeader title="Waiting" description="What needs a second person, oldest first." />
      <Stack gap="xl">
        {waiting.data === undefined ? null : <EnableLiveMode waiting={liveMode} linksToSteps />}
        {waiting.data === undefined && waiting.error !== null ? (
          <LoadFailure error={waiting.error} retry={() => void waiting.refetch()} />
        ) : (
          <List
            label="Waiting for staff"
            rows={ofStaff}
            empty={
              <EmptyState icon={IconClock} title="Nothing waits for staff">
                Changes of rights, fees, limits and live keys, corrections and review cases wait here for a second
                person.
              </EmptyState>
            }
          />
        )}
        {ofClients.length === 0 ? null : (
          <section aria-labelledby="of-clients-title">
            <Title order={2} size="h4" mb="sm" id="of-clients-title">
              Payments of clients
            </Title>
            <List label="Waiting payments of clients" rows={ofClients} empty={null} />
          </section>
        )}
      </Stack>
    </>
  );
}

function List(props: {
  readonly label: string;
  readonly rows: readonly WaitingObject[] | undefined;
  readonly empty: ReactNode;
}) {
  return <DataTable {...props} columns={columns} rowKey={keyOf} rowLink={({ page }) => page} />;
}

/** One page can show several things that wait. */
function keyOf({ action, page, since, by }: WaitingObject): string {
  return `${action} ${page} ${since} ${by}`;
}
