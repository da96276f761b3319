import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const clientsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'clients',
  validateSearch: (search: Record<string, unknown>): { search?: string } =>
    typeof search.search === 'string' && search.search !== '' ? { search: search.search } : {},
  component: lazyPage(() => import('./clients-page.tsx'), 'ClientsPage'),
});

const clientRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'clients/$clientId',
  validateSearch: (search: Record<string, unknown>): { mode?: 'test' } =>
    search.mode === 'test' ? { mode: 'test' } : {},
  component: lazyPage(() => import('./client-page.tsx'), 'ClientPage'),
});

export const platformClientsRoutes = [clientsRoute, clientRoute] as const;
