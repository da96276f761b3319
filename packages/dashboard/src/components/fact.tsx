import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One thing that is known: its name on the left, what it is on the right. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
      <Text c="dimmed">{label}</Text>
      <Text component="div" ta="right">
        {children}
      </Text>
    </Group>
  );
}
