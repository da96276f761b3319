import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { requestFilters } from './requests-filters.ts';

const quickStartRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'quick-start',
  component: lazyPage(() => import('./quick-start-page.tsx'), 'QuickStartPage'),
});

const guidesRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'guides',
  component: lazyPage(() => import('./guides/guides-layout.tsx'), 'GuidesLayout'),
});

const guideListRoute = createRoute({
  getParentRoute: () => guidesRoute,
  path: '/',
  component: lazyPage(() => import('./guides/guide-list-page.tsx'), 'GuideListPage'),
});

const guideRoute = createRoute({
  getParentRoute: () => guidesRoute,
  path: '$guide',
  component: lazyPage(() => import('./guides/guide-page.tsx'), 'GuidePage'),
});

const keysRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'keys',
  component: lazyPage(() => import('./keys-page.tsx'), 'KeysPage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'events',
  validateSearch: ({ type }): { type?: string } => (typeof type === 'string' ? { type } : {}),
  component: lazyPage(() => import('./events-page.tsx'), 'EventsPage'),
});

const eventRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'events/$sequence',
  component: lazyPage(() => import('./event-page.tsx'), 'EventPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'requests',
  validateSearch: requestFilters,
  component: lazyPage(() => import('./requests-page.tsx'), 'RequestsPage'),
});

const requestRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'requests/$requestLogId',
  component: lazyPage(() => import('./request-page.tsx'), 'RequestPage'),
});

export const developersRoutes = [
  quickStartRoute,
  guidesRoute.addChildren([guideListRoute, guideRoute]),
  keysRoute,
  eventsRoute,
  eventRoute,
  requestsRoute,
  requestRoute,
] as const;
