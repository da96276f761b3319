import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { type ActivitySearch, isClientRole, type TeamSearch } from './team.ts';

const teamRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'team',
  validateSearch: ({ invite }: Record<string, unknown>): TeamSearch => (isClientRole(invite) ? { invite } : {}),
  component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
});

const names = ['person', 'address', 'session', 'from', 'to'] as const;

const activityRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'team/activity',
  validateSearch: (search: Record<string, unknown>): ActivitySearch =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ),
  component: lazyPage(() => import('./activity-page.tsx'), 'ActivityPage'),
});

export const teamRoutes = [teamRoute, activityRoute] as const;
