import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const reviewsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'reviews',
  validateSearch: (search: Record<string, unknown>): { all?: 'true'; mode?: 'test' | 'live' } => ({
    ...(search.all === 'true' ? { all: 'true' } : {}),
    ...(search.mode === 'test' || search.mode === 'live' ? { mode: search.mode } : {}),
  }),
  component: lazyPage(() => import('./reviews-page.tsx'), 'ReviewsPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'reviews/$caseId',
  component: lazyPage(() => import('./review-page.tsx'), 'ReviewPage'),
});

export const platformReviewsRoutes = [reviewsRoute, reviewRoute] as const;
