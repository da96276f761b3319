import { SegmentedControl, SimpleGrid, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PlatformHome } from '../../../../../../src/http/dashboard/schemas/platform-home.ts';
import { previousWhereCurrent } from '../../../api/data-age.ts';
import { useServiceState } from '../../../api/service-state.ts';
import { LoadFailure } from '../../../components/data-table.tsx';
import { Money } from '../../../components/money.tsx';
import { countText } from '../../../components/money-text.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { amountChange, rateChange, rateOf, rateText } from '../../home/change.ts';
import { ChartSkeleton } from '../../home/chart-skeleton.tsx';
import { Figure } from '../../home/figure.tsx';
import { periodSentence, shownSentence } from '../../home/period.ts';
import { PeriodPicker } from '../../home/period-picker.tsx';
import { Section } from '../../transactions/section.tsx';
import { ActionList } from './action-list.tsx';
import { ClientMoney } from './client-money.tsx';
import { Growth } from './growth.tsx';
import { OpenPayments } from './open-payments.tsx';
import classes from './platform-home-page.module.css';
import { platformHomeQuery, usualMode } from './platform-home-query.ts';
import { Revenue } from './revenue.tsx';

const VolumeChart = lazy(() => import('../../home/volume-chart.tsx'));

const refetchMs = 60_000;
const volumeNames = { in: 'Paid in', out: 'Paid out' };

/** What staff sees first: what it must act on, volume, revenue, the money of clients, open payments and clients. */
export function PlatformHomePage() {
  const { mode: named, ...chosen } = useSearch({ from: '/desk/platform/' });
  const navigate = useNavigate({ from: '/platform/' });
  const state = useServiceState();
  const mode = named ?? (state === undefined ? undefined : usualMode(state));
  const {
    data: kept,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...platformHomeQuery(mode, chosen),
    refetchInterval: refetchMs,
    // Only the figures depend on the period: the rest stays while those of another one are read, where it is current.
    placeholderData: previousWhereCurrent,
  });
  // What was read of the other mode is not shown for this one.
  const home = kept?.mode === mode ? kept?.home : undefined;
  const figuresOf = isPlaceholderData ? undefined : home;
  return (
    <>
      <PageHeader
        title="Overview"
        description="What needs action, and what clients move, pay and have."
        actions={
          <SegmentedControl
            aria-label="Mode"
            value={mode ?? 'test'}
            data={[
              { value: 'test', label: 'Test' },
              { value: 'live', label: 'Live' },
            ]}
            onChange={(value) =>
              void navigate({ search: { ...chosen, mode: value === 'live' ? 'live' : 'test' }, replace: true })
            }
          />
        }
      />
      {home === undefined && error !== null ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : (
        <Section title="Needs action">
          <ActionList home={home} mode={mode ?? 'test'} />
        </Section>
      )}
      <Section title="Volume">
        <PeriodPicker
          chosen={chosen}
          otherwise="30d"
          shown={home?.figures.period}
          choose={(period) =>
            void navigate({ search: { ...(named === undefined ? {} : { mode: named }), ...period }, replace: true })
          }
        />
        {home === undefined && error !== null ? null : <Volume home={figuresOf} />}
      </Section>
      {home === undefined && error !== null ? null : (
        <>
          <div className={classes.pair}>
            <Section title="Revenue from fees">
              <Revenue revenue={figuresOf?.revenue} />
            </Section>
            <Section title="Money of clients and where it is">
              <ClientMoney money={home?.money} />
            </Section>
          </div>
          <Section title="Open payments by operator and age">
            <OpenPayments open={home?.open} />
          </Section>
          <Section title="Clients by growth">
            <Growth growth={figuresOf?.growth} />
          </Section>
        </>
      )}
    </>
  );
}

/** What ended in the period, beside the one before it. Undefined while it is read. */
function Volume({ home }: { readonly home: PlatformHome | undefined }) {
  const isLoading = home === undefined;
  const figures = home?.figures;
  const now = figures?.now;
  const before = figures?.before;
  const [rate, rateBefore] = [now, before].map((totals) => (totals === undefined ? null : rateOf(totals)));
  const count = (side: 'in_count' | 'out_count' | 'between_count') =>
    `${countText(now?.[side] ?? 0)} completed, ${countText(before?.[side] ?? 0)} before`;
  return (
    <>
      <VisuallyHidden role="status">{figures === undefined ? null : shownSentence(figures.period)}</VisuallyHidden>
      <Text size="sm" c="dimmed" component="div" className={classes.sentence}>
        {figures === undefined ? <Skeleton height="0.8em" width="70%" /> : periodSentence(figures)}
        {home?.is_counted === false ? ' Recent transactions are still being counted.' : null}
      </Text>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="lg">
        <Figure
          label="Paid in by customers"
          isLoading={isLoading}
          detail={count('in_count')}
          change={amountChange(now?.in ?? null, before?.in ?? null)}
        >
          <Money amount={now?.in ?? null} />
        </Figure>
        <Figure
          label="Paid out, without fees"
          isLoading={isLoading}
          detail={count('out_count')}
          change={amountChange(now?.out ?? null, before?.out ?? null)}
        >
          <Money amount={now?.out ?? null} />
        </Figure>
        <Figure
          label="Between wallets"
          isLoading={isLoading}
          detail={count('between_count')}
          change={amountChange(now?.between ?? null, before?.between ?? null)}
        >
          <Money amount={now?.between ?? null} />
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
