import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from './desk-route.ts';
import { OwnPlatform } from './own-platform.tsx';

/** The parent of every page of the platform. */
export const platformRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'platform',
  component: OwnPlatform,
});
