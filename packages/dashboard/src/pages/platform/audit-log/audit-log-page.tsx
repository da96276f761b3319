import { Button } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditAct } from '../../../../../../src/http/dashboard/schemas/audit-log.ts';
import { downloadAddress } from '../../../api/api.ts';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { When } from '../../../components/when.tsx';
import { ActDrawer, ActorOf, PlaceOf, ShowAct } from './act.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditQuery } from './audit-query.ts';

/** Who did what to what, and when. Nothing here can be changed. */
export function AuditLogPage() {
  const search = useSearch({ from: '/desk/platform/audit-log' });
  const [opened, setOpened] = useState<AuditAct | null>(null);
  const query = auditQuery(search);
  const acts = useCursorPages<AuditAct>({
    queryKey: ['platform', 'audit-log', 'list'],
    path: '/platform/audit-log',
    query,
  });
  const columns: readonly Column<AuditAct>[] = [
    { key: 'at', header: 'Time', render: ({ at }) => <When at={at} />, narrow: 'status' },
    {
      key: 'actor',
      header: 'Actor',
      render: (act) => <ActorOf act={act} />,
      narrow: 'who',
      renderNarrow: ({ actor }) => actor,
    },
    { key: 'action', header: 'Action', render: ({ sentence, action }) => sentence ?? action, narrow: 'what' },
    { key: 'subject', header: 'Object', render: ({ subject }) => subject },
    { key: 'place', header: 'From', render: (act) => <PlaceOf act={act} /> },
    { key: 'details', header: '', alignRight: true, render: (act) => <ShowAct act={act} onShow={setOpened} /> },
  ];
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Changes by people and the command line, sign-ins and downloads. Entries are never changed or deleted."
        actions={
          <Button
            component="a"
            href={downloadAddress('/platform/audit-log.csv', query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as CSV
          </Button>
        }
      />
      <AuditFilters search={search} />
      <DataTable
        label="Actions"
        {...acts}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconHistory} title="No results">
            No action matches these filters. Remove a filter to see more.
          </EmptyState>
        }
      />
      <ActDrawer act={opened} onClose={() => setOpened(null)} />
    </>
  );
}
