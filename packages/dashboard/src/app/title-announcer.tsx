import { VisuallyHidden } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Tells a screen reader which page has come, because no document is loaded when the page changes. */
export function TitleAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (path === undefined) return;
    // The page that comes sets the title in its own effect, which may run after this one.
    const timer = setTimeout(() => setTitle(document.title), 300);
    return () => clearTimeout(timer);
  }, [path]);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}
