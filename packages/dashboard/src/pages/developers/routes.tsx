import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';

const quickStartRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'quick-start',
  component: lazyRouteComponent(() => import('./quick-start-page.tsx'), 'QuickStartPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});

export const developersRoutes = [quickStartRoute, keysRoute] as const;
