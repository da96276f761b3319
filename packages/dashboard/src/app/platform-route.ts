import { createRoute } from '@tanstack/react-router';
import { deskRoute } from './desk-route.ts';
import { OwnPlatform } from './own-platform.tsx';

/** The parent of every page of the platform's own desk. */
export const platformRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: 'platform',
  component: OwnPlatform,
});
