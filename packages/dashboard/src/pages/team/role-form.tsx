import { Button, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { noteProposed, type Requested } from '../../components/proposed-notice.tsx';
import { type Member, roles } from './team.ts';

/** Another role for somebody of the team. */
export function RoleForm(props: { readonly path: string; readonly member: Member; readonly onChanged: () => void }) {
  const { path, member, onChanged } = props;
  const [role, setRole] = useState<string>(member.role);
  const change = useMutation({
    mutationFn: () => api.put<Requested>(`${path}/${member.id}`, { role }),
    onSuccess: (requested) => {
      noteProposed(requested);
      onChanged();
    },
  });
  return (
    <Stack gap="md">
      <FormError error={change.error} />
      <Radio.Group label={`Role of ${member.name}`} value={role} onChange={setRole}>
        <Stack gap="sm" mt="xs">
          {roles.map(({ value, label, meaning }) => (
            <Radio key={value} value={value} label={label} description={meaning} />
          ))}
        </Stack>
      </Radio.Group>
      <Button loading={change.isPending} disabled={role === member.role} onClick={() => change.mutate()}>
        Change the role
      </Button>
    </Stack>
  );
}
