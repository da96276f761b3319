import { Button, Code, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DashboardIps } from '../../../../src/http/dashboard/schemas/dashboard-ips.ts';
import { api } from '../api/api.ts';
import { LoadFailure } from './data-table.tsx';
import { fieldErrors } from './field-errors.ts';
import { FormError } from './form-error.tsx';
import { noteProposed, type Requested } from './proposed-notice.tsx';

/** From which addresses the pages of a client can be used, one address or network a line. */
export function AllowedAddresses(props: {
  /** Where the list is, below the dashboard's API. */
  readonly path: string;
  readonly mayWrite: boolean;
  /** What holds for the person who sets it here. */
  readonly note: string;
}) {
  const { path, mayWrite, note } = props;
  const list = useQuery({ queryKey: [path], queryFn: ({ signal }) => api.get<DashboardIps>(path, { signal }) });
  return (
    <section aria-labelledby="addresses-title">
      <Stack gap="sm">
        <Title order={2} size="h4" id="addresses-title">
          Allowed addresses
        </Title>
        <Text c="dimmed">
          People can use the pages of this client only from these addresses; the limit holds for staff of the service
          too. API keys have lists of their own. {note}
        </Text>
        {list.isError && list.data === undefined ? (
          <LoadFailure error={list.error} retry={() => void list.refetch()} />
        ) : null}
        {list.isPending ? <Skeleton height={96} /> : null}
        {list.data === undefined ? null : <AddressForm path={path} mayWrite={mayWrite} ips={list.data} />}
      </Stack>
    </section>
  );
}

function AddressForm(props: { readonly path: string; readonly mayWrite: boolean; readonly ips: DashboardIps }) {
  const { path, mayWrite, ips } = props;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { allowed_ips: ips.allowed_ips.join('\n') } });
  const save = useMutation({
    mutationFn: (text: string) => api.put<DashboardIps & Requested>(path, { allowed_ips: linesOf(text) }),
    // Where a second person must approve the change, this is the list as it still is.
    onSuccess: ({ proposal, ...saved }) => {
      queries.setQueryData([path], saved);
      form.setValues({ allowed_ips: saved.allowed_ips.join('\n') });
      form.resetDirty();
      if (noteProposed({ proposal })) return;
      const message = saved.allowed_ips.length === 0 ? 'The limit was removed.' : 'The addresses were saved.';
      notifications.show({ message, color: 'nsimbi' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values.allowed_ips))}>
      <Stack gap="sm">
        <FormError error={save.error} fields={['allowed_ips']} />
        <Textarea
          label="Addresses and networks"
          description="One in each line, IPv4 or IPv6, such as 196.0.3.7 or 196.0.3.0/24. Empty: from everywhere."
          autosize
          minRows={3}
          maxRows={12}
          maw={480}
          disabled={!mayWrite}
          {...form.getInputProps('allowed_ips')}
        />
        <Text size="sm" c="dimmed">
          Your address is <Code>{ips.your_address}</Code>.
        </Text>
        {mayWrite ? (
          <Group>
            <Button type="submit" size="xs" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
              Save addresses
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  );
}

/** Empty lines and spaces around an entry count for nothing. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
