import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { Section } from './section.tsx';
import { sessionsKey } from './sessions.tsx';

const initialValues = { currentPassword: '', newPassword: '', again: '', revokeOtherSessions: true };

export function PasswordForm() {
  const client = useQueryClient();
  const form = useForm({
    initialValues,
    validate: {
      newPassword: (password) => (password.length < 10 ? 'At least 10 characters.' : null),
      again: (again, { newPassword }) => (again === newPassword ? null : 'The passwords do not match.'),
    },
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword, revokeOtherSessions }: typeof initialValues) =>
      auth.post('/change-password', { currentPassword, newPassword, revokeOtherSessions }),
    onSuccess: async () => {
      form.reset();
      await client.invalidateQueries({ queryKey: sessionsKey });
      notifications.show({ message: 'Your password was changed.' });
    },
  });
  return (
    <Section title="Password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="md">
          <FormError error={change.error} />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="A few words in a row are easy to remember and hard to guess."
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('newPassword')}
          />
          <PasswordInput
            label="Repeat password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('again')}
          />
          <Checkbox
            label="Sign out everywhere else"
            {...form.getInputProps('revokeOtherSessions', { type: 'checkbox' })}
          />
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
