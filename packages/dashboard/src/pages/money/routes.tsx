import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const sendRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'send',
  validateSearch: ({ phone }): { phone?: string } => (typeof phone === 'string' ? { phone } : {}),
  component: lazyPage(() => import('./send-page.tsx'), 'SendPage'),
});

const withdrawRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'withdraw',
  component: lazyPage(() => import('./withdraw-page.tsx'), 'WithdrawPage'),
});

const collectRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'collect',
  component: lazyPage(() => import('./collect-page.tsx'), 'CollectPage'),
});

const recipientsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'recipients',
  component: lazyPage(() => import('./recipients-page.tsx'), 'RecipientsPage'),
});

export const moneyRoutes = [sendRoute, withdrawRoute, collectRoute, recipientsRoute] as const;
