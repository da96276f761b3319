import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const reconciliationRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'reconciliation',
  component: lazyPage(() => import('./reconciliation-page.tsx'), 'ReconciliationPage'),
});

export const platformReconciliationRoutes = [reconciliationRoute] as const;
