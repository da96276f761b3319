import { Box, SegmentedControl, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkNameObject, BulkRowObject } from '../../../../../src/http/dashboard/schemas/bulk-payouts.ts';
import { api } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable, LoadFailure } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { countText } from '../../components/money-text.ts';
import { Phone } from '../../components/phone.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { type BulkPayout, isMoving, isUndecided } from './bulk-payout.ts';
import { nameTexts } from './name-texts.ts';

const filters = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
];

/** The rows of a bulk payout, with whom each pays. While it waits for a decision, the names that operators have are looked up. */
export function BulkRows({ bulk }: { readonly bulk: BulkPayout }) {
  const context = useStaffContext();
  const [status, setStatus] = useState('');
  const id = String(bulk.id);
  const rows = useCursorPages<BulkRowObject>({
    queryKey: context.key('bulk-payouts', id, 'rows'),
    path: context.path(`/bulk-payouts/${id}/rows`),
    query: { status },
    ...(isMoving(bulk) ? { refetchMs: 3_000 } : {}),
  });
  const numbers = (rows.rows ?? []).map(({ row }) => row).join(',');
  const areNamesAsked = numbers !== '' && isUndecided(bulk) && context.may('approvals.decide');
  const names = useQuery({
    queryKey: context.key('bulk-payouts', id, 'names', numbers),
    queryFn: ({ signal }) =>
      api.get<BulkNameObject[]>(context.path(`/bulk-payouts/${id}/names`), { query: { rows: numbers }, signal }),
    enabled: areNamesAsked,
    staleTime: 300_000,
  });
  const known = new Map((names.data ?? []).map((name) => [name.row, name]));
  return (
    <div>
      <SegmentedControl aria-label="Which rows" data={filters} value={status} onChange={setStatus} mb="sm" size="xs" />
      {areNamesAsked ? <NamesState names={names} /> : null}
      <DataTable
        {...rows}
        label="Rows"
        columns={columnsFor(known, (transactionId) => context.page(`/transactions/${transactionId}`))}
        rowKey={(row) => row.row}
        empty={
          <EmptyState icon={IconListDetails} title="No rows with this status">
            <Text>No row of the {countText(bulk.row_count)} has this status.</Text>
          </EmptyState>
        }
      />
    </div>
  );
}

/** Above the rows while their names are not there yet, because without them no row looks as if its name differed. */
function NamesState({ names }: { readonly names: UseQueryResult<BulkNameObject[]> }) {
  if (names.isLoadingError) {
    return (
      <Box mb="sm">
        <LoadFailure error={names.error} retry={() => void names.refetch()} />
      </Box>
    );
  }
  return (
    <Text role="status" size="sm" c="dimmed" {...(names.isPending ? { mb: 'sm' } : {})}>
      {names.isPending ? 'Looking up registered names…' : null}
    </Text>
  );
}

function columnsFor(
  names: ReadonlyMap<number, BulkNameObject>,
  page: (transactionId: number) => string,
): readonly Column<BulkRowObject>[] {
  return [
    {
      key: 'recipient',
      header: 'Recipient',
      render: (row) => <Recipient row={row} registered={names.get(row.row)} />,
      narrow: 'who',
    },
    {
      key: 'amount',
      header: 'Amount',
      alignRight: true,
      render: (row) => (
        <>
          <Money amount={row.amount} />
          {row.same_as_line === null ? null : (
            <Text size="xs" fw={550}>
              Repeats line {row.same_as_line}
            </Text>
          )}
        </>
      ),
      narrow: 'amount',
    },
    { key: 'fee', header: 'Fee', alignRight: true, render: (row) => <Money amount={row.fee} /> },
    { key: 'description', header: 'Description', render: (row) => row.description ?? '–', narrow: 'what' },
    { key: 'status', header: 'Status', render: (row) => <StatusBadge status={row.status} />, narrow: 'status' },
    {
      key: 'more',
      header: 'Transaction',
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

/** Whom a row pays: the name of the file or else the registered one, the phone, and the registered name where the two differ. */
function Recipient({
  row,
  registered,
}: {
  readonly row: BulkRowObject;
  readonly registered: BulkNameObject | undefined;
}) {
  const { name, note, isWarning } = nameTexts(row, registered);
  return (
    <>
      {name === null ? null : (
        <Text span inherit display="block" fw={550}>
          {name}
        </Text>
      )}
      <Phone phone={row.phone} {...(name === null ? {} : { size: 'xs', c: 'dimmed' })} />
      {note === null ? null : (
        <Text span display="block" size="xs" {...(isWarning ? { fw: 600 } : { c: 'dimmed' })}>
          {note}
        </Text>
      )}
    </>
  );
}
