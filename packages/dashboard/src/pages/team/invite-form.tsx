import { Button, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { ClientRole } from '../../api/session.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { type Invitation, roles } from './team.ts';

/** Who is invited, and what they shall be. `role` is chosen when the form opens. */
export function InviteForm(props: {
  readonly path: string;
  readonly role: ClientRole;
  readonly onInvited: (invitation: Invitation) => void;
}) {
  const { path, role, onInvited } = props;
  const form = useForm({ initialValues: { email: '', name: '', role: role as string } });
  const invite = useMutation({
    mutationFn: (values: typeof form.values) => api.post<Invitation>(path, { ...values, email: values.email.trim() }),
    onSuccess: onInvited,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
      <Stack gap="md">
        <FormError error={invite.error} fields={['email', 'name', 'role']} />
        <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
        <TextInput label="Name" {...form.getInputProps('name')} />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="sm" mt="xs">
            {roles.map(({ value, label, meaning }) => (
              <Radio key={value} value={value} label={label} description={meaning} />
            ))}
          </Stack>
        </Radio.Group>
        <Button type="submit" loading={invite.isPending}>
          Invite
        </Button>
      </Stack>
    </form>
  );
}
