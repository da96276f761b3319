import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';

const homeRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
