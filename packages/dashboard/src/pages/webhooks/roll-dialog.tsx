import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { FormError } from '../../components/form-error.tsx';

export interface RolledSecret {
  readonly secret: string;
  readonly previous_secret_ends_at: string;
}

const overlaps = [
  { value: '0', label: 'Ends at once' },
  { value: '3600', label: 'For 1 hour' },
  { value: '86400', label: 'For 24 hours' },
  { value: '604800', label: 'For 7 days' },
];

/** A new secret, beside the old one for a while. */
export function RollDialog(props: {
  readonly webhookId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onRolled: (rolled: RolledSecret) => void;
}) {
  const { webhookId, opened, onClose, onRolled } = props;
  const context = useStaffContext();
  const [seconds, setSeconds] = useState('86400');
  const roll = useMutation({
    mutationFn: () =>
      api.post<RolledSecret>(context.path(`/webhooks/${webhookId}/roll-secret`), { overlap_seconds: Number(seconds) }),
    onSuccess: onRolled,
  });
  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!roll.isPending) onClose();
      }}
      title="Roll the secret"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <FormError error={roll.error} />
        <Text>
          Deliveries are signed with both secrets during the overlap, so that none is refused while you update the
          receiver.
        </Text>
        <Select
          label="How long the old secret also signs"
          data={overlaps}
          value={seconds}
          onChange={(value) => setSeconds(value ?? '86400')}
          allowDeselect={false}
        />
        <Button loading={roll.isPending} onClick={() => roll.mutate()}>
          Roll the secret
        </Button>
      </Stack>
    </Modal>
  );
}
