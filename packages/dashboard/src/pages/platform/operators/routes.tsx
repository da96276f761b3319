import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformRoute } from '../../../app/platform-route.ts';

const operatorsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'operators',
  component: lazyRouteComponent(() => import('./operators-page.tsx'), 'OperatorsPage'),
});

export const platformOperatorsRoutes = [operatorsRoute] as const;
