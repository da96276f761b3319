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
          description="Changes clients, fees and people, and approves corrections."
        />
        <Radio value="platform_support" label="Support" description="Reads everything and changes nothing." />
        {withNone ? <Radio value="none" label="Not of the staff" description="Keeps the roles at clients." /> : null}
      </Stack>
    </Radio.Group>
  );
}
