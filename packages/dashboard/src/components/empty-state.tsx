import { Center, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

/** Where nothing is yet: what would be here, and what to do next. */
export function EmptyState(props: {
  readonly icon: Icon;
  readonly title: string;
  /** One or two sentences. */
  readonly children?: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
  /** Level of the heading: 1 when it is the whole page. */
  readonly level?: 1 | 2 | 3;
}) {
  const { icon: Icon, title, children, action, level = 3 } = props;
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="xs" maw={440}>
        <div className={classes.icon}>
          <Icon size={22} stroke={1.6} aria-hidden />
        </div>
        <Title order={level} size="h3" ta="center">
          {title}
        </Title>
        {children === undefined ? null : (
          <Text component="div" c="dimmed" ta="center">
            {children}
          </Text>
        )}
        {action === undefined ? null : <div className={classes.action}>{action}</div>}
      </Stack>
    </Center>
  );
}
