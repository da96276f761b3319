import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const statementsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'statements',
  component: lazyPage(() => import('./statements-page.tsx'), 'StatementsPage'),
});

export const statementsRoutes = [statementsRoute] as const;
