import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const teamRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'team',
  component: lazyPage(() => import('./team-page.tsx'), 'TeamPage'),
});

/** What the activity is looked through for; days as 2026-11-21, in Kampala. */
export interface ActivitySearch {
  readonly person?: string;
  readonly from?: string;
  readonly to?: string;
}

const names = ['person', 'from', 'to'] as const;

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
