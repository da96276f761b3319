import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const approvalsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'approvals',
  component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
});

export const approvalsRoutes = [approvalsRoute] as const;
