import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';
import { type PeriodSearch, periodIn } from '../../home/period.ts';

const platformHomeRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): PeriodSearch & { mode?: 'test' | 'live' } => ({
    ...(search.mode === 'test' || search.mode === 'live' ? { mode: search.mode } : {}),
    ...periodIn(search),
  }),
  component: lazyPage(() => import('./platform-home-page.tsx'), 'PlatformHomePage'),
});

export const platformHomeRoutes = [platformHomeRoute] as const;
