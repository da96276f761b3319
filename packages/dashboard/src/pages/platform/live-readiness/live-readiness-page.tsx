import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LiveStepObject } from '../../../../../../src/http/dashboard/schemas/live-readiness.ts';
import type { WaitingObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { useServiceState } from '../../../api/service-state.ts';
import { LoadFailure } from '../../../components/data-table.tsx';
import { TextLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { When } from '../../../components/when.tsx';
import { EnableLiveMode } from '../proposals/enable-live-mode.tsx';
import { groupsOf, groupTitles, liveReadinessQuery, pageLabel, statusTexts, summaryOf } from './live-readiness.ts';
import classes from './live-readiness-page.module.css';

/** The steps that lead to live mode, each as the service found it, and at the end the proposal to enable it. */
export function LiveReadinessPage() {
  const readiness = useQuery(liveReadinessQuery);
  const { data, error, isFetching } = readiness;
  return (
    <>
      <PageHeader
        title="Go live"
        description="What must be in place before live money moves. The service checks each step."
        actions={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isFetching}
            onClick={() => void readiness.refetch()}
          >
            Check again
          </Button>
        }
      />
      {error === null ? null : <LoadFailure error={error} retry={() => void readiness.refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : (
        <Stack gap="xl">
          <Text fw={600} role="status">
            {summaryOf(data)}
          </Text>
          {groupsOf(data.steps).map(([group, steps]) => (
            <section key={group} aria-labelledby={`${group}-title`}>
              <Title order={2} size="h4" mb="sm" id={`${group}-title`}>
                {groupTitles[group]}
              </Title>
              <Paper withBorder component="ul" className={classes.steps} aria-labelledby={`${group}-title`}>
                {steps.map((step) => (
                  <Step key={step.id} step={step} />
                ))}
              </Paper>
            </section>
          ))}
          <LiveMode />
        </Stack>
      )}
    </>
  );
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy>
      <Text c="dimmed">Checking. Operators and the public address may take ten seconds.</Text>
      {['a', 'b', 'c', 'd', 'e'].map((name) => (
        <Skeleton key={name} height={72} />
      ))}
    </Stack>
  );
}

function Step({ step }: { readonly step: LiveStepObject }) {
  const { title, status, found, next, page, checked_at: checkedAt } = step;
  const { label, tone } = statusTexts[status];
  return (
    <li className={classes.step}>
      <div className={classes.line}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <StatusBadge status={status} label={label} tone={tone} />
      </div>
      <Text>{found}</Text>
      {next === null ? null : <Text fw={status === 'not_used' ? undefined : 600}>{next}</Text>}
      <Group gap="md" justify="space-between">
        {page === null ? <span /> : <TextLink to={page as string}>{pageLabel(page)}</TextLink>}
        <Text c="dimmed" size="sm">
          Checked <When at={checkedAt} to="second" />
        </Text>
      </Group>
    </li>
  );
}

function LiveMode() {
  const state = useServiceState();
  const waiting = useQuery({
    queryKey: ['platform', 'waiting'],
    queryFn: ({ signal }) => api.get<WaitingObject[]>('/platform/waiting', { signal }),
  });
  if (state?.is_live_enabled === true) return <Text>Live mode is enabled.</Text>;
  if (waiting.data === undefined) return null;
  return <EnableLiveMode waiting={waiting.data.find(({ action }) => action === 'live_mode')} linksToSteps={false} />;
}
