import { Notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from './offline-banner.tsx';
import { StepUp } from './step-up.tsx';
import { TitleAnnouncer } from './title-announcer.tsx';

/** Around every page, signed in or not. */
export function RootLayout() {
  return (
    <>
      <OfflineBanner />
      <Notifications position="bottom-right" />
      <Outlet />
      <StepUp />
      <TitleAnnouncer />
    </>
  );
}
