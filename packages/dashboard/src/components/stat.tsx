import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stat.module.css';

/** One figure with its name above it. `hint` says what it is compared with or composed of. */
export function Stat(props: {
  readonly label: string;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly isLoading?: boolean;
}) {
  const { label, children, hint, isLoading = false } = props;
  return (
    <div className={classes.stat}>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      {isLoading ? <Skeleton height={28} width="60%" my={4} /> : <div className={classes.figure}>{children}</div>}
      {hint === undefined || isLoading ? null : (
        <Text component="div" c="dimmed" size="xs">
          {hint}
        </Text>
      )}
    </div>
  );
}
