import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../app/desk-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'account',
  component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
});

export const accountRoutes = [accountRoute] as const;
