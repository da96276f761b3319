import { Alert, Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { BulkRowObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { api, downloadAddress } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { isNotFound } from '../../api/failure.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { type Column, DataTable, LoadFailure } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Phone } from '../../components/phone.tsx';
import { Stat } from '../../components/stat.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { BulkDecision } from './bulk-decision.tsx';
import { type BulkPayout, isMoving } from './bulk-payout.ts';
import classes from './bulk-payouts.module.css';
import { BulkProgress } from './bulk-progress.tsx';
import { BulkStatus } from './bulk-status.tsx';

const filters = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
];

/** One file of payments: how far it is, what to decide, and its rows. */
export function BulkPayoutPage() {
  const context = useStaffContext();
  const { batchId } = useParams({ strict: false }) as { batchId: string };
  const [status, setStatus] = useState('');
  const found = useQuery({
    queryKey: context.key('bulk-payouts', batchId),
    queryFn: ({ signal }) => api.get<BulkPayout>(context.path(`/bulk-payouts/${batchId}`), { signal }),
    refetchInterval: ({ state }) => refetchMs(state.data),
  });
  const bulk = found.data;
  const rows = useCursorPages<BulkRowObject>({
    queryKey: context.key('bulk-payouts', batchId, 'rows'),
    path: context.path(`/bulk-payouts/${batchId}/rows`),
    query: { status },
    ...(bulk !== undefined && isMoving(bulk) ? { refetchMs: 3_000 } : {}),
  });
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
            Made by {bulk.maker}, <When at={bulk.created_at} />
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
        <div>
          <SegmentedControl
            aria-label="Which rows"
            data={filters}
            value={status}
            onChange={setStatus}
            mb="sm"
            size="xs"
          />
          <DataTable
            {...rows}
            label="Rows"
            columns={columnsFor((id) => context.page(`/transactions/${id}`))}
            rowKey={(row) => row.row}
            empty={
              <EmptyState icon={IconListDetails} title="No rows with this status">
                <Text>None of the {countText(bulk.row_count)} rows is like that now.</Text>
              </EmptyState>
            }
          />
        </div>
      </Stack>
    </>
  );
}

/** Counting the rows of a long file takes a moment, so that it is asked for less often. */
function refetchMs(bulk: BulkPayout | undefined): number {
  if (bulk === undefined || !isMoving(bulk)) return 10_000;
  return bulk.row_count > 1_000 ? 4_000 : 1_500;
}

function columnsFor(page: (transactionId: number) => string): readonly Column<BulkRowObject>[] {
  return [
    { key: 'phone', header: 'Phone', render: (row) => <Phone phone={row.phone} />, narrow: 'who' },
    {
      key: 'amount',
      header: 'Amount',
      alignRight: true,
      render: (row) => <Money amount={row.amount} />,
      narrow: 'amount',
    },
    { key: 'fee', header: 'Fee', alignRight: true, render: (row) => <Money amount={row.fee} /> },
    { key: 'description', header: 'Description', render: (row) => row.description ?? '–', narrow: 'what' },
    { key: 'status', header: 'Status', render: (row) => <StatusBadge status={row.status} />, narrow: 'status' },
    {
      key: 'more',
      header: 'Transaction',
      narrow: 'what',
      renderNarrow: ({ reason }) => reason,
      render: (row) => (
        <>
          {row.transaction_id === null ? null : <TextLink to={page(row.transaction_id)}>{row.transaction_id}</TextLink>}
          {row.reason === null ? null : (
            <Text size="xs" c="dimmed">
              {row.reason}
            </Text>
          )}
          {row.transaction_id === null && row.reason === null ? '–' : null}
        </>
      ),
    },
  ];
}
