import { Grid, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Home } from '../../../../../src/http/dashboard/schemas/home.ts';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { api } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { DataTable, LoadFailure } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Stat } from '../../components/stat.tsx';
import { transactionColumns } from '../transactions/columns.tsx';
import { LiveMark } from '../transactions/live-mark.tsx';
import { Section } from '../transactions/section.tsx';
import { useLiveChanges } from '../transactions/use-live-changes.ts';
import { AttentionList } from './attention-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './home-page.module.css';
import { OperatorSuccess } from './operator-success.tsx';

const HomeChart = lazy(() => import('./home-chart.tsx'));

const refetchMs = 15_000;
const latestShown = 6;

/** What a client sees first: its money and what needs attention. */
export function HomePage() {
  const context = useStaffContext();
  const isLive = useLiveChanges();
  const {
    data: home,
    error,
    refetch,
  } = useQuery({
    queryKey: context.key('home'),
    queryFn: ({ signal }) => api.get<Home>(context.path('/home'), { signal }),
    refetchInterval: isLive ? 60_000 : refetchMs,
  });
  return (
    <>
      <PageHeader title="Home" actions={<LiveMark isLive={isLive} />} />
      {home === undefined && error !== null ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : (
        <>
          <Figures home={home} />
          {home?.first_steps === null || home === undefined ? null : (
            <FirstSteps steps={home.first_steps} baseUrl={home.base_url} />
          )}
          <Grid gap={{ base: 'md', md: 48 }}>
            <Grid.Col span={{ base: 12, md: 8 }}>
              <Section title="Collections and payouts">
                <Suspense fallback={<Skeleton height={260} />}>
                  {home === undefined ? <Skeleton height={260} /> : <HomeChart days={home.days} />}
                </Suspense>
              </Section>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Section title="Needs attention">
                {home === undefined ? <Skeleton height={80} /> : <AttentionList attention={home.attention} />}
              </Section>
              {home === undefined || home.operators.length === 0 ? null : (
                <Section title="Success by operator">
                  <OperatorSuccess operators={home.operators} />
                </Section>
              )}
            </Grid.Col>
          </Grid>
        </>
      )}
      <Latest isLive={isLive} />
    </>
  );
}

function Figures({ home }: { readonly home: Home | undefined }) {
  const isLoading = home === undefined;
  const late = home?.is_counted === false ? 'Still being counted' : undefined;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'md', md: 'xl' }} className={classes.figures}>
      <Stat label="Balance" isLoading={isLoading} hint="Available to spend">
        <Money amount={home?.balance.available ?? null} />
      </Stat>
      <Stat label="Held" isLoading={isLoading} hint="For payments in progress">
        <Money amount={home?.balance.held ?? null} />
      </Stat>
      <Stat label="In today" isLoading={isLoading} hint={late ?? counted(home?.today.in_count, 'after fees')}>
        <Money amount={home?.today.in ?? null} />
      </Stat>
      <Stat label="Out today" isLoading={isLoading} hint={late ?? counted(home?.today.out_count, 'with fees')}>
        <Money amount={home?.today.out ?? null} />
      </Stat>
    </SimpleGrid>
  );
}

function counted(count = 0, fees: string): string {
  return count === 1 ? `1 transaction, ${fees}` : `${countText(count)} transactions, ${fees}`;
}

function Latest({ isLive }: { readonly isLive: boolean }) {
  const context = useStaffContext();
  const { pages: _pages, ...latest } = useCursorPages<DashboardTransaction>({
    queryKey: context.key('transactions', 'latest'),
    path: context.path('/transactions'),
    query: { limit: latestShown },
    ...(isLive ? {} : { refetchMs }),
  });
  return (
    <Section title="Latest transactions">
      <DataTable
        label="Latest transactions"
        {...latest}
        columns={transactionColumns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => context.page(`/transactions/${id}`)}
        empty={<Text c="dimmed">No transactions yet. New transactions appear here automatically.</Text>}
      />
      {(latest.rows?.length ?? 0) < latestShown ? null : (
        <TextLink to={context.page('/transactions')} className={classes.all}>
          All transactions
        </TextLink>
      )}
    </Section>
  );
}
