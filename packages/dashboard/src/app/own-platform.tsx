import { Outlet } from '@tanstack/react-router';
import { useMe } from '../api/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The platform's own pages for its staff; for everybody else there are none. */
export function OwnPlatform() {
  return useMe().platform_role === null ? <NotFoundPage /> : <Outlet />;
}
