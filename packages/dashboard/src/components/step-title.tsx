import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Stable, so that it is called as the title appears, and not with every change of it. */
const focus = (title: HTMLElement | null) => title?.focus();

/**
 * The title of a step that takes the place of another one, in which the button that led here is gone. It takes the focus, so
 * that a keyboard and a screen reader go on from here.
 */
export function StepTitle({ children }: { readonly children: ReactNode }) {
  return (
    <Title order={2} size="h3" tabIndex={-1} ref={focus}>
      {children}
    </Title>
  );
}
