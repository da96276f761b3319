import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One part of the account, with its heading. */
export function Section(props: {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, badge, description, children } = props;
  const id = useId();
  return (
    <Paper p="lg" component="section" aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Group gap="sm">
            <Title order={2} size="h3" id={id}>
              {title}
            </Title>
            {badge}
          </Group>
          {description === undefined ? null : (
            <Text c="dimmed" mt={4}>
              {description}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
