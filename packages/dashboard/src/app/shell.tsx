import { AppShell, ScrollArea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../api/session.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { lastOpenClient, rememberOpenClient } from './last-desk.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { needsSecondFactor } from './second-factor-gate.ts';
import { SecondFactorNotice } from './second-factor-notice.tsx';
import { ServiceNotices } from './service-notices.tsx';
import classes from './shell.module.css';

const bandHeight = 28;
const barHeight = 56;

/** Header and navigation around every page of a person who is signed in. */
export function Shell() {
  const me = useMe();
  const [opened, navigation] = useDisclosure(false);
  const here = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { clientId, mode } = here;

  useEffect(() => {
    if (clientId !== undefined && mode !== undefined) rememberOpenClient({ clientId, mode });
  }, [clientId, mode]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the navigation that led to it.
  useEffect(() => navigation.close(), [path]);

  const onClientPage = clientId !== undefined && mode !== undefined;
  const openClient = onClientPage ? { clientId, mode } : lastOpenClient(me);
  const isTest = onClientPage && mode === 'test';
  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell
        header={{ height: barHeight + (isTest ? bandHeight : 0) }}
        navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !opened } }}
        transitionDuration={0}
      >
        <AppShell.Header className={classes.header}>
          {isTest ? <div className={classes.band}>Test mode: no real money</div> : null}
          <Header
            openClient={openClient}
            modeIsShown={onClientPage}
            height={barHeight}
            navigationOpened={opened}
            toggleNavigation={navigation.toggle}
          />
        </AppShell.Header>
        <BottomBar
          me={me}
          openClient={path.startsWith('/platform') ? null : openClient}
          navigationOpened={opened}
          toggleNavigation={navigation.toggle}
          closeNavigation={navigation.close}
        />
        <AppShell.Navbar className={classes.navbar} component="div" data-opened={opened || undefined}>
          <ScrollArea type="hover" scrollbarSize={6} className={classes.scroll}>
            <NavigationBar me={me} openClient={openClient} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <ServiceNotices isLive={onClientPage && mode === 'live'} />
            {needsSecondFactor(me, { path, clientId, mode }) ? <SecondFactorNotice /> : <Outlet />}
          </div>
        </AppShell.Main>
      </AppShell>
    </>
  );
}
