import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const ledgerRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'ledger',
  validateSearch: (search: Record<string, unknown>): { mode?: 'live' } =>
    search.mode === 'live' ? { mode: 'live' } : {},
  component: lazyPage(() => import('./ledger-page.tsx'), 'LedgerPage'),
});

export const platformLedgerRoutes = [ledgerRoute] as const;
