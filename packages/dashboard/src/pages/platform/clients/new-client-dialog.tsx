import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PhoneInput } from '../../../components/phone-input.tsx';
import { phoneDigits } from '../../../components/phone-text.ts';
import { noteProposed } from '../../../components/proposed-notice.tsx';
import { ownerInvitation } from './owner-invitation.ts';

/** A new business, and then the invitation of its owner; where a second person must approve it, a notice leads to the proposal. */
export function NewClientDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<{ readonly id: number; readonly name: string } | null>(null);
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
      await queries.invalidateQueries({ queryKey: ['platform', 'clients'] });
      setCreated({ id: requested.client_id, name: requested.name });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const close = () => {
    form.reset();
    create.reset();
    setCreated(null);
    onClose();
  };
  // Not while it is created, so that the answer is seen: pressed again it could create a second one.
  const closeUnlessPending = () => {
    if (!create.isPending) close();
  };
  if (created !== null) {
    return (
      <Modal
        opened={opened}
        onClose={close}
        title={`${created.name} was created`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Created clientId={created.id} onLeave={close} />
      </Modal>
    );
  }
  return (
    <Modal opened={opened} onClose={closeUnlessPending} title="New client" closeButtonProps={{ 'aria-label': 'Close' }}>
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

/** What there is to do with a new client. The first link has the focus, because the button that had it is gone. */
function Created({ clientId, onLeave }: { readonly clientId: number; readonly onLeave: () => void }) {
  const invite = useRef<HTMLAnchorElement>(null);
  useEffect(() => invite.current?.focus(), []);
  return (
    <Stack gap="md">
      <Text>It has an empty wallet in each mode. Nobody can sign in for it before its owner is invited.</Text>
      <Group justify="flex-end" gap="xs">
        <ButtonLink
          to="/platform/clients/$clientId"
          params={{ clientId: String(clientId) }}
          variant="default"
          onClick={onLeave}
        >
          Open the client
        </ButtonLink>
        <ButtonLink {...ownerInvitation(clientId)} ref={invite} onClick={onLeave}>
          Invite its owner
        </ButtonLink>
      </Group>
    </Stack>
  );
}
