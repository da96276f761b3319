import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const approvalsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'approvals',
  validateSearch: (search: Record<string, unknown>): { decided?: 'true' } =>
    search.decided === 'true' ? { decided: 'true' } : {},
  component: lazyPage(() => import('./adjustments-page.tsx'), 'AdjustmentsPage'),
});

const approvalRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'approvals/$adjustmentId',
  component: lazyPage(() => import('./adjustment-page.tsx'), 'AdjustmentPage'),
});

export const platformApprovalsRoutes = [approvalsRoute, approvalRoute] as const;
