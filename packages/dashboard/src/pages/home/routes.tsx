import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const homeRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/',
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
