import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Notifications } from '../../../../../src/http/dashboard/schemas/notifications.ts';
import { api } from '../../api/api.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { kindText, mailNote } from './kind-texts.ts';

/** What a person gets by e-mail, of what their role can have. */
export function ChoiceForm<Settings extends Notifications>(props: {
  /** Where the choice is, below the dashboard's API; also its query key. */
  readonly path: string;
  readonly settings: Settings;
}) {
  const { path, settings } = props;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { kinds: chosenOf(settings) } });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => api.put<Settings>(path, values),
    onSuccess: (saved) => {
      queries.setQueryData([path], saved);
      form.setValues({ kinds: chosenOf(saved) });
      form.resetDirty();
      notifications.show({ message: 'Your choice was saved.', color: 'nsimbi' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const note = mailNote({ mails_are_sent: settings.mails_are_sent, chosen: form.values.kinds.length });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <FormError error={save.error} fields={['kinds']} whenRepeated="happens_once" />
        {settings.mails_are_sent ? null : <Alert color="yellow">{note}</Alert>}
        <Checkbox.Group aria-label="Notifications by e-mail" {...form.getInputProps('kinds')}>
          <Stack gap="sm">
            {settings.choices.map(({ kind }) => {
              const { label, meaning } = kindText(kind);
              return <Checkbox key={kind} value={kind} label={label} description={meaning} />;
            })}
          </Stack>
        </Checkbox.Group>
        {settings.mails_are_sent && note !== null ? <Text c="dimmed">{note}</Text> : null}
        <Group>
          <Button type="submit" size="xs" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
            Save your choice
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function chosenOf({ choices }: Notifications): string[] {
  return choices.filter(({ by_email }) => by_email).map(({ kind }) => kind);
}
