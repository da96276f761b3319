import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { PhoneInput } from '../../../components/phone-input.tsx';
import { phoneDigits } from '../../../components/phone-text.ts';
import { noteProposed } from '../../../components/proposed-notice.tsx';

/** A new business, whose page opens; where a second person must approve it, a notice leads to the proposal. */
export function NewClientDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', phone: '' } });
  const create = useMutation({
    mutationFn: ({ name, phone }: typeof form.values) =>
      api.post<(ClientAtPlatform & { readonly proposal: null }) | { readonly proposal: number }>('/platform/clients', {
        name: name.trim(),
        phone: phoneDigits(phone),
      }),
    onSuccess: async (requested) => {
      if (requested.proposal !== null) {
        noteProposed(requested);
        close();
        return;
      }
      const { client_id: id } = requested;
      await queries.invalidateQueries({ queryKey: ['platform', 'clients'] });
      close();
      await navigate({ to: '/platform/clients/$clientId', params: { clientId: String(id) } });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const close = () => {
    form.reset();
    create.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="New client" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="md">
          <FormError error={create.error} fields={['name', 'phone']} />
          <TextInput
            label="Name"
            description="Shown to recipients of its payments."
            maxLength={120}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <PhoneInput
            label="Phone"
            description="Payments to this phone are credited to its wallets. A phone belongs to one client only."
            {...form.getInputProps('phone')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={create.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create the client
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
