import { Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Change } from './change.ts';
import classes from './figure.module.css';

/** One figure of a period: its name, its value, what it is made of, and how it changed. Its skeleton has the same lines. */
export function Figure(props: {
  readonly label: string;
  readonly isLoading: boolean;
  readonly children: ReactNode;
  readonly detail: ReactNode;
  readonly change: Change | null;
}) {
  const { label, isLoading, children, detail, change } = props;
  return (
    <div className={classes.figure}>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <div className={classes.value}>{isLoading ? <Skeleton height="1em" width="60%" /> : children}</div>
      <Text component="div" c="dimmed" size="xs" className={classes.line}>
        {isLoading ? <Skeleton height="0.8em" width="75%" /> : detail}
      </Text>
      <Text component="div" size="xs" className={classes.line}>
        {isLoading ? <Skeleton height="0.8em" width="85%" /> : <ChangeText change={change} />}
      </Text>
    </div>
  );
}

/** How something changed, in words, with an arrow beside them. */
export function ChangeText({ change }: { readonly change: Change | null }) {
  if (change === null) return <>Not compared</>;
  return (
    <>
      {change.direction === 'up' ? <IconArrowUpRight size={14} aria-hidden /> : null}
      {change.direction === 'down' ? <IconArrowDownRight size={14} aria-hidden /> : null}
      {change.text}
    </>
  );
}
