import { Alert, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { LoadFailure } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Money } from '../../../components/money.tsx';
import { countText } from '../../../components/money-text.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import type { Operators } from './operator.ts';
import { OperatorCard } from './operator-card.tsx';

const refetchMs = 5_000;

/** Availability, floats and open payments of each operator. */
export function OperatorsPage() {
  const operators = useQuery({
    queryKey: ['platform', 'operators'],
    queryFn: ({ signal }) => api.get<Operators>('/platform/operators', { signal }),
    refetchInterval: refetchMs,
  });
  const { data, error } = operators;
  const live = data?.operators.filter(({ mode }) => mode === 'live') ?? [];
  const simulated = data?.operators.filter(({ mode }) => mode === 'test') ?? [];
  return (
    <>
      <PageHeader
        title="Operators"
        description={
          data === undefined || data.float_alert === 0 ? (
            'Availability, floats and open payments of each operator.'
          ) : (
            <>
              Availability, floats and open payments of each operator. A payout float under{' '}
              <Money amount={data.float_alert} /> is low.
            </>
          )
        }
      />
      {data === undefined && error !== null ? (
        <LoadFailure error={error} retry={() => void operators.refetch()} />
      ) : null}
      {data === undefined && error === null ? <Skeleton height={220} /> : null}
      {data === undefined ? null : (
        <Stack gap="xl">
          {data.clock.differs ? (
            <Alert color="orange" title="The database’s clock differs">
              It is {countText(Math.abs(data.clock.difference_seconds))} seconds{' '}
              {data.clock.difference_seconds < 0 ? 'behind' : 'ahead of'} the clock that deadlines count by: it was set,
              or the service was not running. No deadline moves. Correct the clock if it is wrong; this message ends
              when the clock has been steady for ten minutes.
            </Alert>
          ) : null}
          <section aria-labelledby="live-title">
            <Title order={2} size="h4" mb="sm" id="live-title">
              Live
            </Title>
            {live.length === 0 ? (
              <EmptyState icon={IconBuildingBank} title="No operator is connected">
                Set the credentials of an operator and restart the service; see docs/operators.md.
              </EmptyState>
            ) : (
              <SimpleGrid cols={{ base: 1, md: 2 }}>
                {live.map((one) => (
                  <OperatorCard key={one.operator_account_id} operator={one} />
                ))}
              </SimpleGrid>
            )}
          </section>
          <section aria-labelledby="test-title">
            <Title order={2} size="h4" mb="sm" id="test-title">
              Test (simulator)
            </Title>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {simulated.map((one) => (
                <OperatorCard key={one.operator_account_id} operator={one} />
              ))}
            </SimpleGrid>
          </section>
        </Stack>
      )}
    </>
  );
}
