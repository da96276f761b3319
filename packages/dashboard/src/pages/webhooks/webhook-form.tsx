import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { WebhookListed } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { eventNames } from './event-names.ts';
import classes from './webhooks.module.css';

const fields = ['url', 'events', 'api_key_id', 'description'];

interface Key {
  readonly id: number;
  readonly name: string;
  readonly revoked_at: string | null;
}

/** Makes a webhook, or changes `webhook`. */
export function WebhookForm(props: {
  readonly webhook?: WebhookListed;
  /** With the secret when it was made. */
  readonly onDone: (done: { readonly secret?: string }) => void;
}) {
  const { webhook, onDone } = props;
  const context = useStaffContext();
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: [...(webhook?.events ?? (['transaction.completed', 'transaction.failed'] as const))] as string[],
      api_key_id: webhook?.api_key_id == null ? '' : String(webhook.api_key_id),
      honor_hints: webhook?.honor_hints ?? false,
      ordered: webhook?.ordered ?? false,
    },
  });
  const keys = useQuery({
    queryKey: context.key('keys'),
    queryFn: ({ signal }) => api.get<Key[]>(context.path('/keys'), { signal }),
    enabled: context.may('keys.read'),
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => {
      const body = {
        ...values,
        description: values.description.trim(),
        // Nothing chosen is 0: the events of all keys.
        api_key_id: Number(values.api_key_id),
      };
      return webhook === undefined
        ? api.post<{ readonly secret?: string }>(context.path('/webhooks'), body)
        : api.put<{ readonly secret?: string }>(context.path(`/webhooks/${webhook.id}`), body);
    },
    onSuccess: onDone,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={save.error} fields={fields} />
        <TextInput
          label="Address"
          placeholder="https://example.com/hooks/nsimbi"
          description={
            context.mode === 'test'
              ? 'Where events are sent: an https address, or a server on this machine if the service allows it.'
              : 'Where events are sent, over https.'
          }
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label="Description (optional)" maxLength={255} {...form.getInputProps('description')} />
        <Checkbox.Group
          label="Events"
          description={
            <Button
              variant="subtle"
              size="compact-sm"
              px={0}
              onClick={() =>
                form.setFieldValue('events', form.values.events.length === eventNames.length ? [] : [...eventNames])
              }
            >
              {form.values.events.length === eventNames.length ? 'Choose none' : 'Choose all'}
            </Button>
          }
          {...form.getInputProps('events')}
        >
          <div className={classes.eventGrid}>
            {eventNames.map((name) => (
              <Checkbox key={name} value={name} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        {keys.data === undefined ? null : (
          <Select
            label="Transactions of"
            data={[
              { value: '', label: 'Every API key' },
              ...keys.data
                .filter((key) => key.revoked_at === null || String(key.id) === form.values.api_key_id)
                .map((key) => ({ value: String(key.id), label: `${key.name} (key ${key.id})` })),
            ]}
            allowDeselect={false}
            {...form.getInputProps('api_key_id')}
          />
        )}
        <Checkbox
          label="Let my server’s responses control deliveries"
          description="410 disables this webhook at once. Retry-After with 429 or 503 delays the next attempt."
          {...form.getInputProps('honor_hints', { type: 'checkbox' })}
        />
        <Checkbox
          label="Send the events of each transaction in order"
          description="An event waits until the earlier events of its transaction were delivered."
          {...form.getInputProps('ordered', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {webhook === undefined ? 'Add the webhook' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
