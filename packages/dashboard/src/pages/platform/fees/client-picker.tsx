import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientListed } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';

interface ClientName {
  readonly client_id: number;
  readonly name: string;
}

/** Whose fees are shown: everybody's, or those of one client, found by its name. `withFees` are offered first. */
export function ClientPicker(props: {
  readonly client: string | undefined;
  readonly withFees: readonly ClientName[];
  readonly onChange: (client: string | undefined) => void;
}) {
  const { client, withFees, onChange } = props;
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 200);
  const { data: found = [] } = useQuery({
    queryKey: ['platform', 'clients', 'picker', search],
    queryFn: ({ signal }) => api.get<ClientListed[]>('/platform/clients', { query: { search, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data: chosen } = useQuery({
    queryKey: ['platform', 'clients', client],
    queryFn: ({ signal }) => api.get<ClientListed>(`/platform/clients/${client}`, { signal }),
    enabled: client !== undefined,
  });
  const others = [...(chosen === undefined ? [] : [chosen]), ...found].filter(
    ({ client_id: id }, index, all) =>
      !withFees.some((one) => one.client_id === id) && all.findIndex((one) => one.client_id === id) === index,
  );
  return (
    <Select
      label="Whose fees"
      maw={360}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No client has this name"
      value={client ?? 'everybody'}
      onChange={(value) => onChange(value === null || value === 'everybody' ? undefined : value)}
      searchValue={text}
      onSearchChange={setText}
      // The service has searched already.
      filter={({ options }) => options}
      data={[
        { value: 'everybody', label: 'Clients without their own fees' },
        ...(withFees.length === 0 ? [] : [{ group: 'Clients with their own fees', items: withFees.map(optionOf) }]),
        ...(others.length === 0 ? [] : [{ group: 'Other clients', items: others.map(optionOf) }]),
      ]}
    />
  );
}

function optionOf({ client_id: id, name }: ClientName) {
  return { value: String(id), label: name };
}
