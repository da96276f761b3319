import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { filtersIn } from './filters.ts';

const transactionsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'transactions',
  validateSearch: filtersIn,
  component: lazyPage(() => import('./transactions-page.tsx'), 'TransactionsPage'),
});

const transactionRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'transactions/$transactionId',
  component: lazyPage(() => import('./transaction-page.tsx'), 'TransactionPage'),
});

export const transactionsRoutes = [transactionsRoute, transactionRoute] as const;
