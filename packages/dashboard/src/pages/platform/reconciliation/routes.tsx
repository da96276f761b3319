import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformRoute } from '../../../app/platform-route.ts';

const reconciliationRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'reconciliation',
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'ReconciliationPage'),
});

export const platformReconciliationRoutes = [reconciliationRoute] as const;
