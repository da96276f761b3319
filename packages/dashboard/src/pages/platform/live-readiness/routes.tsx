import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const liveReadinessRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'go-live',
  component: lazyPage(() => import('./live-readiness-page.tsx'), 'LiveReadinessPage'),
});

export const platformLiveReadinessRoutes = [liveReadinessRoute] as const;
