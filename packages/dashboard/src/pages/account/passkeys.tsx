import { Alert, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, auth } from '../../api/api.ts';
import { addPasskey, usePasskeyHindrance } from '../../api/passkeys.ts';
import { meQuery } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailure } from '../../components/data-table.tsx';
import { FormError } from '../../components/form-error.tsx';
import { When } from '../../components/when.tsx';
import { Section } from './section.tsx';
import { sessionsKey } from './sessions.tsx';

const passkeysKey = ['account', 'passkeys'];

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** The person's passkeys: added under a name, and removed. */
export function Passkeys() {
  const client = useQueryClient();
  const hindrance = usePasskeyHindrance();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const passkeys = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => api.get<Passkey[]>('/account/passkeys', { signal }),
  });
  const readAgain = async () => {
    for (const queryKey of [passkeysKey, sessionsKey, meQuery.queryKey]) await client.invalidateQueries({ queryKey });
  };
  return (
    <Section
      title="Passkeys"
      description="Sign in with the fingerprint, face or PIN of your device or with a security key, without a password."
    >
      {passkeys.isError && passkeys.data === undefined ? (
        <LoadFailure error={passkeys.error} retry={() => void passkeys.refetch()} />
      ) : null}
      {passkeys.isPending ? <Skeleton height={48} /> : null}
      {passkeys.data === undefined || passkeys.data.length === 0 ? null : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Passkeys">
          {passkeys.data.map((passkey) => (
            <Group key={passkey.id} component="li" justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
                  {passkey.name}
                </Text>
                <Text c="dimmed" size="sm">
                  Added <When at={passkey.created_at} />
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
              >
                Remove
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      {typeof hindrance === 'string' ? <Alert color="gray">{hindrance}</Alert> : null}
      {hindrance === null ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add a passkey
          </Button>
        </Group>
      ) : null}
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AddPasskey
          onAdded={async () => {
            setAdding(false);
            await readAgain();
          }}
        />
      </Modal>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={`Remove the passkey ${removing?.name ?? ''}?`}
        confirmLabel="Remove the passkey"
        isDangerous
        onConfirm={async () => {
          await auth.post('/passkey/delete-passkey', { id: removing?.id });
          await readAgain();
        }}
      >
        It can no longer be used to sign in, and all your other sessions end. Your device may keep it until you delete
        it there.
      </ConfirmDialog>
    </Section>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const [name, setName] = useState('');
  const add = useMutation({ mutationFn: () => addPasskey(name.trim()), onSuccess: onAdded });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="md">
        <FormError error={add.error} />
        <TextInput
          label="Name"
          description="So that you recognize it, for example Phone or Office laptop."
          data-autofocus
          required
          withAsterisk={false}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text c="dimmed" size="sm">
          Your browser asks you next. Your other sessions end when the passkey is added.
        </Text>
        <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
