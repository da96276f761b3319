import { Button, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { FormError } from '../../components/form-error.tsx';
import type { ApiKey, KeyRequested } from './key.ts';

const overlaps = [
  { value: '0', label: 'Stops immediately' },
  { value: '1', label: 'For 1 hour' },
  { value: '24', label: 'For 24 hours' },
  { value: '168', label: 'For 7 days' },
];

/** A new key in place of an old one, which works on for a while. */
export function RollForm(props: { readonly apiKey: ApiKey; readonly onRolled: (key: KeyRequested) => void }) {
  const { apiKey, onRolled } = props;
  const context = useStaffContext();
  const [hours, setHours] = useState('24');
  const roll = useMutation({
    mutationFn: () => api.post<KeyRequested>(context.path(`/keys/${apiKey.id}/roll`), { overlap_hours: Number(hours) }),
    onSuccess: onRolled,
  });
  return (
    <Stack gap="md">
      <FormError error={roll.error} />
      <Text>
        A new key replaces <b>{apiKey.name}</b>, with the same permissions, addresses and budget.
      </Text>
      <Select
        label="How long the old key still works"
        description="Long enough to update your programs."
        data={overlaps}
        value={hours}
        onChange={(value) => setHours(value ?? '24')}
        allowDeselect={false}
      />
      <Button loading={roll.isPending} onClick={() => roll.mutate()}>
        Roll the key
      </Button>
    </Stack>
  );
}
