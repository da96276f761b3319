import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const bulkPayoutsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'bulk-payouts',
  component: lazyPage(() => import('./bulk-payouts-page.tsx'), 'BulkPayoutsPage'),
});

const newBulkPayoutRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'bulk-payouts/new',
  component: lazyPage(() => import('./new-bulk-payout-page.tsx'), 'NewBulkPayoutPage'),
});

const bulkPayoutRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'bulk-payouts/$batchId',
  component: lazyPage(() => import('./bulk-payout-page.tsx'), 'BulkPayoutPage'),
});

export const bulkPayoutsRoutes = [bulkPayoutsRoute, newBulkPayoutRoute, bulkPayoutRoute] as const;
