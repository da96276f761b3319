import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Me } from '../api/session.ts';
import { countText } from '../components/money-text.ts';
import classes from './bottom-bar.module.css';
import type { OpenClient } from './last-desk.ts';
import { barEntries } from './navigation.ts';
import { useWaiting } from './waiting.ts';

/**
 * The bar at the lower end of a phone, within reach of a thumb: what a clerk does all day, and the rest behind More. The style
 * sheet hides it on wider screens, which have the navigation at the side.
 */
export function BottomBar(props: {
  readonly me: Me;
  /** The client of the bar; null for the bar of the platform. */
  readonly openClient: OpenClient | null;
  readonly navigationOpened: boolean;
  readonly toggleNavigation: () => void;
  readonly closeNavigation: () => void;
}) {
  const { me, openClient, navigationOpened, toggleNavigation, closeNavigation } = props;
  const more = useRef<HTMLButtonElement>(null);
  const { atClient, onPlatform } = useWaiting(openClient);
  useEffect(() => {
    if (!navigationOpened) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      closeNavigation();
      more.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [navigationOpened, closeNavigation]);
  const entries = barEntries(me, openClient);
  if (entries.length === 0) return null;
  const base = openClient === null ? '/platform' : `/clients/${openClient.clientId}/${openClient.mode}`;
  const waiting = openClient === null ? onPlatform : atClient;
  return (
    <nav className={classes.bar} aria-label="Quick access" data-bottom-bar>
      {entries.map(({ label, icon: Icon, path, isCounted = false }) => (
        <Link
          key={path}
          to={`${base}${path}` as string}
          activeOptions={{ exact: path === '', includeSearch: false }}
          className={classes.entry}
          onClick={closeNavigation}
        >
          <Icon size={22} stroke={1.7} aria-hidden />
          {label}{' '}
          {isCounted && waiting > 0 ? (
            <span className={classes.count}>
              {countText(waiting)}
              <VisuallyHidden> waiting</VisuallyHidden>
            </span>
          ) : null}
        </Link>
      ))}
      <UnstyledButton ref={more} className={classes.entry} aria-expanded={navigationOpened} onClick={toggleNavigation}>
        <IconMenu2 size={22} stroke={1.7} aria-hidden />
        More
      </UnstyledButton>
    </nav>
  );
}
