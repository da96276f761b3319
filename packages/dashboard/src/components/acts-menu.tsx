import { Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

/** What else can be done with one thing, behind three dots. `children` are `Menu.Item`s. */
export function ActsMenu(props: {
  /** Names the button for a screen reader: "Actions for the key Shop". */
  readonly label: string;
  /** Among the buttons of a page's head, instead of in a row. */
  readonly inHeader?: boolean;
  readonly children: ReactNode;
}) {
  const { label, inHeader = false, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const look = inHeader
    ? ({ variant: 'default' } as const)
    : ({ variant: 'subtle', color: 'gray', size: 'compact-sm' } as const);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button ref={button} aria-label={label} {...look}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      {/* A dialog gives the focus back to what had it: the button, because the entry is gone by then. */}
      <Menu.Dropdown miw={180} onClickCapture={() => button.current?.focus()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
