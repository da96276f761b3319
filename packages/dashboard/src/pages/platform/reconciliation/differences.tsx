import { Button, Group, Title } from '@mantine/core';
import { IconDownload, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { TextLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { type Entry, entriesAsCsv } from './report-lines.ts';

const rowsAtOnce = 50;

const columns: readonly Column<Entry>[] = [
  {
    key: 'outcome',
    header: 'Outcome',
    narrow: 'status',
    render: ({ outcome }) => <StatusBadge status={outcome} tone={outcome === 'unreadable' ? 'bad' : 'attention'} />,
  },
  {
    key: 'line',
    header: 'Line',
    alignRight: true,
    render: ({ line }) => line ?? '–',
    narrow: 'what',
    renderNarrow: ({ line }) => (line === null ? null : `Line ${line}`),
  },
  {
    key: 'receipt',
    header: 'Operator’s id',
    render: ({ receipt }) => receipt ?? '–',
    narrow: 'who',
    renderNarrow: ({ receipt, transaction, line }) => receipt ?? transaction ?? `Line ${line ?? '–'}`,
  },
  { key: 'transaction', header: 'Transaction', render: ({ transaction }) => transaction ?? '–' },
  {
    key: 'there',
    header: 'Statement',
    alignRight: true,
    render: ({ amount_there: amount }) => <Money amount={amount} />,
    narrow: 'amount',
    renderNarrow: ({ amount_there: there, amount_here: here }) => <Money amount={there ?? here} />,
  },
  { key: 'here', header: 'Books', alignRight: true, render: ({ amount_here: amount }) => <Money amount={amount} /> },
  { key: 'why', header: 'Reason', render: ({ why }) => why ?? '', narrow: 'what' },
  {
    key: 'case',
    header: 'Case',
    render: ({ review_case: id }) =>
      id === null ? (
        '–'
      ) : (
        <TextLink to="/platform/reviews/$caseId" params={{ caseId: String(id) }}>
          {id}
        </TextLink>
      ),
  },
];

/** Rows that are not simply right, page by page, and all of them as a file. */
export function Differences({ entries }: { readonly entries: readonly Entry[] }) {
  const [first, setFirst] = useState(0);
  const shown = entries.slice(first, first + rowsAtOnce).map((entry, index) => ({ ...entry, key: first + index }));
  return (
    <section aria-labelledby="differences-title">
      <Group justify="space-between" mb="sm">
        <Title order={3} size="h5" id="differences-title">
          Differences
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => download(entriesAsCsv(entries))}
        >
          Download as CSV
        </Button>
      </Group>
      <DataTable
        label="Differences"
        columns={columns}
        rows={shown}
        rowKey={({ key }: Entry & { key?: number }) => key ?? 0}
        empty={<EmptyState icon={IconScale} title="No differences" />}
        pages={{
          hasPrevious: first > 0,
          hasNext: first + rowsAtOnce < entries.length,
          previous: () => setFirst(Math.max(0, first - rowsAtOnce)),
          next: () => setFirst(first + rowsAtOnce),
        }}
      />
    </section>
  );
}

function download(csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'differences.csv';
  link.click();
  URL.revokeObjectURL(address);
}
