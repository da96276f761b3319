import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestListed, RequestLogState } from '../../../../../src/http/dashboard/schemas/requests.ts';
import { api } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Filters } from '../../components/filters.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import classes from './developers.module.css';
import { HttpStatus } from './http-status.tsx';
import type { ApiKey } from './key.ts';
import type { RequestFilters } from './requests-filters.ts';

const columnsOf = (keys: readonly ApiKey[]): readonly Column<RequestListed>[] => [
  {
    key: 'request',
    header: 'Request',
    narrow: 'who',
    render: ({ method, path }) => (
      <span className={classes.path}>
        <b>{method}</b> {path}
      </span>
    ),
  },
  { key: 'status', header: 'Status', render: ({ status }) => <HttpStatus status={status} />, narrow: 'status' },
  { key: 'error', header: 'Error', render: ({ error_code: code }) => code ?? '–', narrow: 'what' },
  {
    key: 'duration',
    header: 'Duration',
    alignRight: true,
    narrow: 'amount',
    render: ({ duration_ms: ms }) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')} ms`,
  },
  {
    key: 'key',
    header: 'Key',
    render: ({ api_key_id: id }) => keys.find((key) => key.id === id)?.name ?? id ?? '–',
  },
  { key: 'at', header: 'Time', render: ({ at }) => <When at={at} />, narrow: 'when' },
];

/** What the client's programs asked of the API in the last days. */
export function RequestsPage() {
  const context = useStaffContext();
  const search = useSearch({ from: '/desk/clients/$clientId/$mode/requests' });
  const log = useQuery({
    queryKey: context.key('requests', 'log'),
    queryFn: ({ signal }) => api.get<RequestLogState>(context.path('/requests/log'), { signal }),
  });
  const { data: keys = [] } = useQuery({
    queryKey: context.key('keys'),
    queryFn: ({ signal }) => api.get<ApiKey[]>(context.path('/keys'), { signal }),
  });
  const requests = useCursorPages<RequestListed>({
    queryKey: context.key('requests'),
    path: context.path('/requests'),
    query: { ...search },
    refetchMs: 5_000,
  });
  const isFiltered = Object.keys(search).length > 0;
  const isOff = log.data?.retention_ms === 0;
  return (
    <>
      <PageHeader
        title="Requests"
        description={
          isOff
            ? 'The request log is turned off on this service (NSIMBI_REQUEST_LOG_RETENTION).'
            : `The API requests of your programs in the last ${daysText(log.data?.retention_ms)}. Secrets and the middle digits of phones are removed.`
        }
      />
      <RequestsFilters search={search} keys={keys} />
      <DataTable
        label="Requests"
        {...requests}
        columns={columnsOf(keys)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => context.page(`/requests/${id}`)}
        empty={
          <EmptyState icon={IconListDetails} title={isFiltered ? 'No matching requests' : 'No requests yet'}>
            {isFiltered
              ? 'Change the filters to see other requests.'
              : 'Call the API with one of your keys. The request appears here a second later.'}
          </EmptyState>
        }
      />
    </>
  );
}

function RequestsFilters({ search, keys }: { readonly search: RequestFilters; readonly keys: readonly ApiKey[] }) {
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/requests' });
  const [typed, setTyped] = useState({ path: search.path ?? '', request_id: search.request_id ?? '' });
  const choose = (name: keyof RequestFilters, value: string | null) =>
    void navigate({
      search: (now) => {
        const { [name]: _, ...others } = now as RequestFilters;
        return value === null || value.trim() === '' ? others : { ...others, [name]: value.trim() };
      },
      replace: true,
    });
  const chooseSoon = useDebouncedCallback(choose, 300);
  const type = (name: 'path' | 'request_id', value: string) => {
    setTyped({ ...typed, [name]: value });
    chooseSoon(name, value);
  };
  return (
    <Filters
      count={Object.keys(search).length}
      onClear={() => {
        setTyped({ path: '', request_id: '' });
        void navigate({ search: {}, replace: true });
      }}
      className={classes.filters}
    >
      <Select
        label="Method"
        placeholder="All"
        clearButtonProps={{ 'aria-label': 'Any method' }}
        data={['GET', 'POST', 'PUT', 'DELETE']}
        value={search.method ?? null}
        onChange={(value) => choose('method', value)}
        clearable
      />
      <Select
        label="Status"
        placeholder="All"
        clearButtonProps={{ 'aria-label': 'Any status' }}
        data={[
          { value: 'failed', label: 'All failed' },
          { value: '2xx', label: '2xx succeeded' },
          { value: '4xx', label: '4xx refused' },
          { value: '5xx', label: '5xx service error' },
        ]}
        value={search.status ?? null}
        onChange={(value) => choose('status', value)}
        clearable
      />
      <TextInput
        label="Part of the path"
        placeholder="/wallet/send-money"
        value={typed.path}
        onChange={({ currentTarget }) => type('path', currentTarget.value)}
      />
      <TextInput
        label="Request id"
        placeholder="req_…"
        value={typed.request_id}
        onChange={({ currentTarget }) => type('request_id', currentTarget.value)}
      />
      <Select
        label="API key"
        placeholder="All"
        clearButtonProps={{ 'aria-label': 'Any key' }}
        data={keys.map((key) => ({ value: String(key.id), label: `${key.name} (${key.id})` }))}
        value={search.api_key_id ?? null}
        onChange={(value) => choose('api_key_id', value)}
        clearable
      />
    </Filters>
  );
}

function daysText(retentionMs: number | undefined): string {
  if (retentionMs === undefined) return 'days';
  const hours = Math.round(retentionMs / 3_600_000);
  return hours >= 48 ? `${Math.round(hours / 24)} days` : `${hours} hours`;
}
