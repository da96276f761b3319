import { Button, Drawer, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import classes from './filters.module.css';
import { useIsNarrow } from './narrow.ts';

/**
 * The filters of a list: a row of fields, and on a narrow screen one button with how many are in force, which opens them.
 * The fields are applied as they change, or all by the button Find where `onFind` is given.
 */
export function Filters(props: {
  /** How many filters are in force. */
  readonly count: number;
  readonly onClear: () => void;
  /** Applies what is filled in. */
  readonly onFind?: (event: FormEvent<HTMLFormElement>) => void;
  /** A field that is seen on a narrow screen too, such as the search. It comes first. */
  readonly beside?: ReactNode;
  /** How many of the filters in force it has. */
  readonly countBeside?: number;
  /** How the row of fields is laid out on a wide screen. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { count, onClear, onFind, beside, countBeside = 0, className, children } = props;
  const isNarrow = useIsNarrow();
  const [opened, dialog] = useDisclosure(false);
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFind?.(event);
    dialog.close();
  };
  if (!isNarrow) {
    return (
      <form className={className ?? classes.row} onSubmit={find}>
        {beside}
        {children}
        {onFind === undefined ? null : (
          <Button type="submit" variant="default">
            Find
          </Button>
        )}
        {count === 0 ? null : (
          <Button variant="subtle" color="gray" leftSection={<IconX size={14} aria-hidden />} onClick={onClear}>
            Clear
          </Button>
        )}
      </form>
    );
  }
  return (
    <div className={classes.narrow}>
      {beside === undefined ? null : <div className={classes.beside}>{beside}</div>}
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={dialog.open}
      >
        {count === countBeside ? 'Filters' : `Filters (${count - countBeside})`}
      </Button>
      <Drawer
        opened={opened}
        onClose={dialog.close}
        position="bottom"
        size="auto"
        title="Filters"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form className={classes.fields} onSubmit={find}>
          {children}
          <Group gap="xs" justify="flex-end">
            <Button variant="default" disabled={count === 0} onClick={onClear}>
              Clear
            </Button>
            <Button type="submit">{onFind === undefined ? 'Show results' : 'Find'}</Button>
          </Group>
        </form>
      </Drawer>
    </div>
  );
}
