import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LinkGiven } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { api } from '../../../api/api.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { noteProposed } from '../../../components/proposed-notice.tsx';
import { LinkGivenDialog } from './link-given.tsx';
import { RoleSelect } from './role-select.tsx';

/** Invites somebody to the service's own staff. */
export function InviteDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { email: '', name: '', role: 'platform_support' } });
  const invite = useMutation({
    mutationFn: (values: typeof form.values) => api.post<LinkGiven>('/platform/people', values),
    onSuccess: (given) => {
      void queries.invalidateQueries({ queryKey: ['platform', 'people'] });
      if (noteProposed(given)) reset();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const reset = () => {
    form.reset();
    invite.reset();
    onClose();
  };
  const close = () => {
    if (!invite.isPending) reset();
  };
  return (
    <>
      <Modal
        opened={opened && invite.data === undefined}
        onClose={close}
        title="Invite staff"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form onSubmit={form.onSubmit((values) => invite.mutate(values))}>
          <Stack gap="md">
            <FormError error={invite.error} fields={['email', 'name', 'role']} />
            <TextInput label="Email address" type="email" data-autofocus {...form.getInputProps('email')} />
            <TextInput label="Name" maxLength={120} {...form.getInputProps('name')} />
            <RoleSelect
              value={form.values.role}
              onChange={(role) => form.setFieldValue('role', role)}
              error={form.errors.role}
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close} disabled={invite.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={invite.isPending}>
                Invite
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <LinkGivenDialog
        given={invite.data ?? null}
        wasNeeded={invite.data?.person?.status === 'invited'}
        title="Invite staff"
        onClose={close}
      />
    </>
  );
}
