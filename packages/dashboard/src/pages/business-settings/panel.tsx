import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One part of the page, with its heading and a sentence about it. */
export function Panel(props: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, description, children } = props;
  const id = useId();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {description === undefined ? null : (
        <Text c="dimmed" size="sm">
          {description}
        </Text>
      )}
      <Stack gap="sm" mt="md">
        {children}
      </Stack>
    </Paper>
  );
}
