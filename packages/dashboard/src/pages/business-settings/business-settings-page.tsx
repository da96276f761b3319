import { Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BusinessSettings } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { BusinessFacts } from './business-facts.tsx';
import { CostCalculator } from './cost-calculator.tsx';
import { FeesInForce } from './fees-in-force.tsx';
import { LimitFacts } from './limit-facts.tsx';
import { OwnSettings } from './own-settings.tsx';
import { ProgramLimits } from './program-limits.tsx';
import { operatorText } from './setting-texts.ts';

/** What applies to the business in this mode, and who can change it. */
export function BusinessSettingsPage() {
  const context = useStaffContext();
  const { data, error, refetch } = useQuery({
    queryKey: context.key('settings'),
    queryFn: ({ signal }) => api.get<BusinessSettings>(context.path('/settings'), { signal }),
  });
  return (
    <>
      <PageHeader
        title="Business"
        description={
          data === undefined
            ? 'Limits, approvals and fees.'
            : `Limits, approvals and fees in ${context.mode} mode. ${operatorText(data.operated_by)} sets them; ask its support for a change.`
        }
      />
      {data === undefined && error !== null ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton height={320} /> : null}
      {data === undefined ? null : (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="lg">
              <LimitFacts settings={data} />
              <FeesInForce fees={data.fees} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="lg">
              <CostCalculator />
              <BusinessFacts settings={data} />
              <OwnSettings settings={data} />
              <ProgramLimits settings={data} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
