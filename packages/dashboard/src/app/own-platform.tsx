import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The pages of the platform's own desk for its staff; for everybody else there are none. */
export function OwnPlatform() {
  return useMe().platform_role === null ? <NotFoundPage /> : <Outlet />;
}
