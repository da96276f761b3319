import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { deskRoute } from '../../app/desk-route.ts';

const accountRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const accountRoutes = [accountRoute] as const;
