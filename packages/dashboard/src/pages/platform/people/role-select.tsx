import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

/** What somebody may do as staff. */
export function RoleSelect(props: {
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly error?: ReactNode;
  /** Whether leaving the staff is offered too. */
  readonly withNone?: boolean;
}) {
  const { withNone = false, ...group } = props;
  return (
    <Radio.Group label="Role" {...group}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="platform_administrator"
          label="Administrator"
          description="Can change clients, fees and people, and approve corrections."
        />
        <Radio value="platform_support" label="Support" description="Can read everything and change nothing." />
        {withNone ? <Radio value="none" label="No staff role" description="Roles at clients stay." /> : null}
      </Stack>
    </Radio.Group>
  );
}
