import { Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import classes from './page-header.module.css';

/** The head of a page: its name (also the document's title), what it is for, and what can be done on it. */
export function PageHeader(props: {
  readonly title: string;
  /** Beside the title, for example a StatusBadge. */
  readonly badge?: ReactNode;
  /** One sentence. */
  readonly description?: ReactNode;
  /** Buttons, the most important last. */
  readonly actions?: ReactNode;
  /** The list that this page belongs to. `to` is a whole path. */
  readonly back?: { readonly to: string; readonly label: string };
}) {
  const { title, badge, description, actions, back } = props;
  useTitle(title);
  return (
    <div className={classes.header}>
      {back === undefined ? null : (
        <Link to={back.to} className={classes.back}>
          <IconChevronLeft size={14} aria-hidden />
          {back.label}
        </Link>
      )}
      <div className={classes.line}>
        <Stack gap={4} className={classes.name}>
          <Group gap="sm">
            <Title order={1} className={classes.title}>
              {title}
            </Title>
            {badge}
          </Group>
          {description === undefined ? null : (
            <Text component="div" c="dimmed" maw={680}>
              {description}
            </Text>
          )}
        </Stack>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </div>
    </div>
  );
}

/** The document's title while this is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Nsimbi`;
  }, [title]);
}
