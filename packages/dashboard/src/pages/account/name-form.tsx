import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { meQuery, useMe } from '../../api/session.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { Section } from './section.tsx';

export function NameForm() {
  const { person } = useMe();
  const client = useQueryClient();
  const form = useForm({ initialValues: { name: person.name } });
  const change = useMutation({
    mutationFn: (values: typeof form.values) => api.put('/account', values),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      notifications.show({ message: 'Your name was changed.' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Section title="Name" description="As your colleagues see it.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <FormError error={change.error} fields={['name']} />
        <Group align="flex-start" gap="sm">
          <TextInput aria-label="Name" autoComplete="name" flex={1} miw={200} {...form.getInputProps('name')} />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={form.values.name === person.name}
          >
            Save
          </Button>
        </Group>
      </form>
    </Section>
  );
}
