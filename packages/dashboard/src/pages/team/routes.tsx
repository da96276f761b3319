import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const teamRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'team',
  component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
});

export const teamRoutes = [teamRoute] as const;
