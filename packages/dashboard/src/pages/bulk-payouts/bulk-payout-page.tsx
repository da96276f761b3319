import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, downloadAddress } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { isNotFound } from '../../api/failure.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { LoadFailure } from '../../components/data-table.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Stat } from '../../components/stat.tsx';
import { When } from '../../components/when.tsx';
import { BulkDecision } from './bulk-decision.tsx';
import { type BulkPayout, isMoving, isUndecided } from './bulk-payout.ts';
import classes from './bulk-payouts.module.css';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkRetries } from './bulk-retries.tsx';
import { BulkRows } from './bulk-rows.tsx';
import { BulkStatus } from './bulk-status.tsx';
import { BulkTotals } from './bulk-totals.tsx';

/** One file of payments: how far it is, what to decide, and its rows. */
export function BulkPayoutPage() {
  const context = useStaffContext();
  const { batchId } = useParams({ strict: false }) as { batchId: string };
  const found = useQuery({
    queryKey: context.key('bulk-payouts', batchId),
    queryFn: ({ signal }) => api.get<BulkPayout>(context.path(`/bulk-payouts/${batchId}`), { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
  const bulk = found.data;
  if (isNotFound(found.error)) return <NotFoundPage />;
  if (bulk === undefined) {
    return found.error === null ? (
      <Skeleton height={320} radius="md" />
    ) : (
      <LoadFailure error={found.error} retry={() => void found.refetch()} />
    );
  }
  return (
    <>
      <PageHeader
        title={bulk.name}
        badge={<BulkStatus status={bulk.status} />}
        back={{ to: context.page('/bulk-payouts'), label: 'Bulk payouts' }}
        description={
          <>
            Created by {bulk.maker}, <When at={bulk.created_at} />
            {bulk.approver === null ? null : <>; approved by {bulk.approver}</>}
            {bulk.stopped_by === null ? null : <>; stopped by {bulk.stopped_by}</>}
          </>
        }
        actions={
          <Button
            component="a"
            href={downloadAddress(context.path(`/bulk-payouts/${batchId}/result.csv`))}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Result file
          </Button>
        }
      />
      <Stack gap="xl">
        {bulk.reason === null ? null : <Alert color="red">Rejected: {bulk.reason}</Alert>}
        <div className={classes.stats}>
          <Stat label="Payments">{countText(bulk.row_count)}</Stat>
          <Stat label="Recipients receive">
            <Money amount={bulk.amount} />
          </Stat>
          <Stat label="Fees">
            <Money amount={bulk.fees} />
          </Stat>
          <Stat label="Total deducted">
            <Money amount={bulk.total_deducted} />
          </Stat>
        </div>
        <BulkDecision bulk={bulk} />
        {bulk.begun_at === null ? null : <BulkProgress bulk={bulk} />}
        <BulkRetries bulk={bulk} />
        {isUndecided(bulk) ? <BulkTotals bulk={bulk} /> : null}
        <BulkRows bulk={bulk} />
      </Stack>
    </>
  );
}

/** Counting the rows of a long file takes a moment, so that it is asked for less often. */
function refetchMs(bulk: BulkPayout | undefined): number {
  if (bulk === undefined || !isMoving(bulk)) return 10_000;
  return bulk.row_count > 1_000 ? 4_000 : 1_500;
}
