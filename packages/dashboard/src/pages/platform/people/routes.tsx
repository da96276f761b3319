import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const peopleRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'people',
  validateSearch: (search: Record<string, unknown>): { search?: string; everybody?: 'true' } => ({
    ...(typeof search.search === 'string' && search.search !== '' ? { search: search.search } : {}),
    ...(search.everybody === 'true' ? { everybody: 'true' } : {}),
  }),
  component: lazyPage(() => import('./people-page.tsx'), 'PeoplePage'),
});

export const platformPeopleRoutes = [peopleRoute] as const;
