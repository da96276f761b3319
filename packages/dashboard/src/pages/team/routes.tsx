import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';

const teamRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'team',
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
});

export const teamRoutes = [teamRoute] as const;
