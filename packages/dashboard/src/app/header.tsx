import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AccountMenu } from './account-menu.tsx';
import { ClientSwitcher } from './client-switcher.tsx';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import classes from './header.module.css';
import type { OpenClient } from './last-desk.ts';
import { ModeSwitch } from './mode-switch.tsx';
import { Search } from './search.tsx';

/** The bar across the top: which client, which mode, search, and the person's own things. */
export function Header(props: {
  /** The client that the navigation leads to; null for a person who has none. */
  readonly openClient: OpenClient | null;
  /** Whether the page shown belongs to a client, so that it has a mode. */
  readonly modeIsShown: boolean;
  readonly height: number;
  readonly navigationOpened: boolean;
  readonly toggleNavigation: () => void;
}) {
  const { openClient, modeIsShown, height, navigationOpened, toggleNavigation } = props;
  return (
    <div className={classes.bar} style={{ height }}>
      <Burger
        hiddenFrom="md"
        visibleFrom="sm"
        opened={navigationOpened}
        onClick={toggleNavigation}
        size="sm"
        aria-label={navigationOpened ? 'Close the navigation' : 'Open the navigation'}
        aria-expanded={navigationOpened}
      />
      <Link to="/" className={classes.mark} aria-label="Nsimbi home">
        <img src="/favicon.svg" alt="" width={24} height={24} />
        <span>Nsimbi</span>
      </Link>
      <ClientSwitcher openClient={openClient} />
      {modeIsShown && openClient !== null ? <ModeSwitch openClient={openClient} /> : null}
      <Search openClient={openClient} />
      <div className={classes.scheme}>
        <ColorSchemeMenu />
      </div>
      <AccountMenu />
    </div>
  );
}
