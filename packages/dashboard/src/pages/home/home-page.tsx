import { Grid, SimpleGrid, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Home } from '../../../../../src/http/dashboard/schemas/home.ts';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { previousWhereCurrent } from '../../api/data-age.ts';
import { useStaffContext } from '../../api/desk.ts';
import { DataTable, LoadFailure } from '../../components/data-table.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Stat } from '../../components/stat.tsx';
import { GoLiveLink } from '../platform/live-readiness/go-live-link.tsx';
import { transactionColumns } from '../transactions/columns.tsx';
import { LiveMark } from '../transactions/live-mark.tsx';
import { Section } from '../transactions/section.tsx';
import { useLiveChanges } from '../transactions/use-live-changes.ts';
import { AttentionList } from './attention-list.tsx';
import { amountChange, rateChange, rateOf, rateText } from './change.ts';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { Figure } from './figure.tsx';
import { FirstSteps } from './first-steps.tsx';
import classes from './home-page.module.css';
import { homeQuery } from './home-query.ts';
import { LinesSkeleton } from './lines-skeleton.tsx';
import { OperatorSuccess } from './operator-success.tsx';
import { periodSentence, shownSentence } from './period.ts';
import { PeriodPicker } from './period-picker.tsx';

const VolumeChart = lazy(() => import('./volume-chart.tsx'));

const refetchMs = 15_000;
const latestShown = 6;
const volumeNames = { in: 'Money in', out: 'Money out' };

/** What a client sees first: its money and what needs attention. */
export function HomePage() {
  const { clientId, mode } = useStaffContext();
  // Another client or mode begins anew, so that no figure of the last one is shown for it.
  return <HomeOfWallet key={`${clientId} ${mode}`} />;
}

function HomeOfWallet() {
  const context = useStaffContext();
  const isLive = useLiveChanges();
  const chosen = useSearch({ from: '/desk/clients/$clientId/$mode/' });
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/' });
  const {
    data: home,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...homeQuery(context, chosen),
    refetchInterval: isLive ? 60_000 : refetchMs,
    // Only the figures depend on the period: the rest stays while those of another one are read, where it is current.
    placeholderData: previousWhereCurrent,
  });
  const isFailed = home === undefined && error !== null;
  const isLoading = home === undefined && !isFailed;
  return (
    <>
      <PageHeader title="Home" actions={<LiveMark isLive={isLive} />} />
      {context.mode === 'test' ? <GoLiveLink /> : null}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'md', md: 'xl' }} className={classes.figures}>
        <Stat label="Balance" isLoading={isLoading} hint="Available to spend">
          <Money amount={home?.balance.available ?? null} />
        </Stat>
        <Stat label="Held" isLoading={isLoading} hint="For payments in progress">
          <Money amount={home?.balance.held ?? null} />
        </Stat>
      </SimpleGrid>
      {home === undefined || home.first_steps === null ? null : (
        <FirstSteps steps={home.first_steps} baseUrl={home.base_url} />
      )}
      <Grid gap={{ base: 'md', md: 48 }}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Section title="Money in and out">
            <PeriodPicker
              chosen={chosen}
              otherwise="today"
              shown={home?.figures.period}
              choose={(period) => void navigate({ search: period, replace: true })}
            />
            {isFailed ? (
              <LoadFailure error={error} retry={() => void refetch()} />
            ) : (
              <WalletFigures home={isPlaceholderData ? undefined : home} />
            )}
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} hidden={isFailed}>
          <Section title="Needs attention">
            {home === undefined ? <LinesSkeleton lines={2} /> : <AttentionList attention={home.attention} />}
          </Section>
          <Section title="Success by operator">
            {home === undefined ? (
              <LinesSkeleton lines={4} />
            ) : home.operators.length === 0 ? (
              <Text c="dimmed">No payments through an operator in the last 7 days.</Text>
            ) : (
              <OperatorSuccess operators={home.operators} />
            )}
          </Section>
        </Grid.Col>
      </Grid>
      <Latest isLive={isLive} />
    </>
  );
}

/** What ended in the period, beside the one before it. Undefined while it is read. */
function WalletFigures({ home }: { readonly home: Home | undefined }) {
  const isLoading = home === undefined;
  const figures = home?.figures;
  const now = figures?.now;
  const before = figures?.before;
  const [rate, rateBefore] = [now, before].map((totals) => (totals === undefined ? null : rateOf(totals)));
  return (
    <>
      <VisuallyHidden role="status">{figures === undefined ? null : shownSentence(figures.period)}</VisuallyHidden>
      <Text size="sm" c="dimmed" component="div" className={classes.sentence}>
        {figures === undefined ? <Skeleton height="0.8em" width="70%" /> : periodSentence(figures)}
        {home?.is_counted === false ? ' Recent transactions are still being counted.' : null}
      </Text>
      <SimpleGrid cols={2} spacing="md" mb="lg">
        <Figure
          label="Money in"
          isLoading={isLoading}
          detail={`${transactionsText(now?.in_count)}, after fees; ${countText(before?.in_count ?? 0)} before`}
          change={amountChange(now?.in ?? null, before?.in ?? null)}
        >
          <Money amount={now?.in ?? null} />
        </Figure>
        <Figure
          label="Money out"
          isLoading={isLoading}
          detail={`${transactionsText(now?.out_count)}, with fees; ${countText(before?.out_count ?? 0)} before`}
          change={amountChange(now?.out ?? null, before?.out ?? null)}
        >
          <Money amount={now?.out ?? null} />
        </Figure>
        <Figure
          label="Fees"
          isLoading={isLoading}
          detail={now?.fees === null ? 'Not known for a part of the period' : 'Of completed transactions'}
          change={amountChange(now?.fees ?? null, before?.fees ?? null)}
        >
          <Money amount={now?.fees ?? null} />
        </Figure>
        <Figure
          label="Success rate"
          isLoading={isLoading}
          detail={`${countText(now?.completed ?? 0)} of ${countText((now?.completed ?? 0) + (now?.failed ?? 0))} through operators`}
          change={rateChange(rate ?? null, rateBefore ?? null)}
        >
          {rateText(rate ?? null)}
        </Figure>
      </SimpleGrid>
      <Suspense fallback={<ChartSkeleton />}>
        {figures === undefined ? <ChartSkeleton /> : <VolumeChart figures={figures} names={volumeNames} />}
      </Suspense>
    </>
  );
}

function transactionsText(count = 0): string {
  return count === 1 ? '1 transaction' : `${countText(count)} transactions`;
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
