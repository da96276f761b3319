import { Autocomplete, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/api.ts';
import { Filters } from '../../../components/filters.tsx';
import { useFilledFrom } from '../../../components/use-following.ts';
import type { AuditSearch } from './audit-query.ts';

const empty = { actor: '', action: '', subject: '', client_id: '', address: '', session: '', from: '', to: '' };

/** Who, what, to what, and when. The filters are in the address, so that a view can be shared. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const navigate = useNavigate({ from: '/platform/audit-log' });
  const inAddress = { ...empty, ...search };
  const form = useForm({ initialValues: inAddress });
  useFilledFrom(form.setValues, inAddress);
  const { data: actions = [] } = useQuery({
    queryKey: ['platform', 'audit-log', 'actions'],
    queryFn: ({ signal }) => api.get<string[]>('/platform/audit-log/actions', { signal }),
  });
  const find = (values: typeof empty) => {
    const given = Object.entries(values).flatMap(([name, value]) =>
      value.trim() === '' ? [] : [[name, value.trim()]],
    );
    void navigate({ search: Object.fromEntries(given) as AuditSearch });
  };
  return (
    <Filters
      count={Object.keys(search).length}
      onClear={() => void navigate({ search: {} })}
      onFind={form.onSubmit(find)}
    >
      <TextInput
        label="Actor"
        placeholder="Email address"
        w={{ base: '100%', sm: 190 }}
        {...form.getInputProps('actor')}
      />
      <Autocomplete
        label="Action"
        placeholder="Any action"
        data={actions}
        w={{ base: '100%', sm: 200 }}
        {...form.getInputProps('action')}
      />
      <TextInput
        label="Object"
        placeholder="wallet 12"
        w={{ base: '100%', sm: 120 }}
        {...form.getInputProps('subject')}
      />
      <TextInput
        label="Client"
        placeholder="7"
        inputMode="numeric"
        w={{ base: '100%', sm: 80 }}
        {...form.getInputProps('client_id')}
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
