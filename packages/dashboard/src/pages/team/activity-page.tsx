import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditAct } from '../../../../../src/http/dashboard/schemas/audit-log.ts';
import { api, downloadAddress } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Filters } from '../../components/filters.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFilledFrom } from '../../components/use-following.ts';
import { When } from '../../components/when.tsx';
import { ActDrawer, PlaceOf, ShowAct } from '../platform/audit-log/act.tsx';
import { auditQuery } from '../platform/audit-log/audit-query.ts';
import type { ActivitySearch, Team } from './team.ts';

/** What was done on behalf of the client, and the sign-ins of its own people, for its owners. The same in both modes. */
export function ActivityPage() {
  const context = useStaffContext();
  const search = useSearch({ from: '/desk/clients/$clientId/$mode/team/activity' });
  const [opened, setOpened] = useState<AuditAct | null>(null);
  const columns: readonly Column<AuditAct>[] = [
    { key: 'at', header: 'Time', render: ({ at }) => <When at={at} />, narrow: 'status' },
    { key: 'actor', header: 'Actor', render: ({ actor }) => actor, narrow: 'who' },
    {
      key: 'what',
      header: 'Action',
      render: ({ sentence, action, subject }) => sentence ?? `${action}: ${subject}`,
      narrow: 'what',
    },
    { key: 'place', header: 'From', render: (act) => <PlaceOf act={act} /> },
    { key: 'details', header: '', alignRight: true, render: (act) => <ShowAct act={act} onShow={setOpened} /> },
  ];
  const path = `/clients/${context.clientId}/team/activity`;
  const query = auditQuery(search);
  const acts = useCursorPages<AuditAct>({ queryKey: ['clients', context.clientId, 'activity'], path, query });
  return (
    <>
      <PageHeader
        title="Activity of the team"
        description="What people and API keys did for this client, sign-ins of the team, and downloads. Entries are never changed or deleted."
        actions={
          <Button
            component="a"
            href={downloadAddress(`${path}.csv`, query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Export as CSV
          </Button>
        }
      />
      <ActivityFilters search={search} />
      <DataTable
        label="Activity"
        {...acts}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={IconHistory} title="No results">
            No activity matches these filters. Clear the filters to see more.
          </EmptyState>
        }
      />
      <ActDrawer act={opened} onClose={() => setOpened(null)} />
    </>
  );
}

const empty = { person: '', address: '', session: '', from: '', to: '' };

/** Who and when. The filters are in the address, so that a view can be shared. */
function ActivityFilters({ search }: { readonly search: ActivitySearch }) {
  const context = useStaffContext();
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/team/activity' });
  const inAddress = { ...empty, ...search };
  const form = useForm({ initialValues: inAddress });
  useFilledFrom(form.setValues, inAddress);
  const team = useQuery({
    queryKey: ['clients', context.clientId, 'team'],
    queryFn: ({ signal }) => api.get<Team>(`/clients/${context.clientId}/team`, { signal }),
  });
  const people = team.data?.members.map(({ email, name }) => ({ value: email, label: `${name} (${email})` })) ?? [];
  const find = (values: typeof empty) => {
    const given = Object.entries(values).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(given) as ActivitySearch });
  };
  return (
    <Filters
      count={Object.keys(search).length}
      onClear={() => void navigate({ search: {} })}
      onFind={form.onSubmit(find)}
    >
      <Select
        label="Actor"
        placeholder="All people"
        data={people}
        w={{ base: '100%', sm: 260 }}
        searchable
        clearable
        value={form.values.person === '' ? null : form.values.person}
        onChange={(person) => form.setFieldValue('person', person ?? '')}
      />
      <TextInput
        label="Address"
        placeholder="196.0.3.7"
        w={{ base: '100%', sm: 140 }}
        {...form.getInputProps('address')}
      />
      <TextInput
        label="Session"
        placeholder="As shown"
        w={{ base: '100%', sm: 120 }}
        {...form.getInputProps('session')}
      />
      <TextInput label="From day" type="date" w={{ base: '100%', sm: 146 }} {...form.getInputProps('from')} />
      <TextInput label="To day" type="date" w={{ base: '100%', sm: 146 }} {...form.getInputProps('to')} />
    </Filters>
  );
}
