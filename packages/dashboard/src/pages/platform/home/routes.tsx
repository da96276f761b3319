import type { QueryClient } from '@tanstack/react-query';
import { createRoute } from '@tanstack/react-router';
import { serviceStateQuery } from '../../../api/service-state.ts';
import type { Mode } from '../../../api/session.ts';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';
import { type PeriodSearch, periodIn } from '../../home/period.ts';
import { platformHomeQuery, usualMode } from './platform-home-query.ts';

interface PlatformHomeSearch extends PeriodSearch {
  readonly mode?: Mode;
}

const platformHomeRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): PlatformHomeSearch => ({
    ...(search.mode === 'test' || search.mode === 'live' ? { mode: search.mode } : {}),
    ...periodIn(search),
  }),
  // The figures come while the code of the page does.
  beforeLoad: ({ context, search }) => void prefetch(context.queryClient, search),
  component: lazyPage(() => import('./platform-home-page.tsx'), 'PlatformHomePage'),
});

/** Where it cannot be read, the page reads it again and says why. */
async function prefetch(queryClient: QueryClient, { mode: named, ...chosen }: PlatformHomeSearch): Promise<void> {
  try {
    const mode = named ?? usualMode(await queryClient.ensureQueryData(serviceStateQuery));
    await queryClient.prefetchQuery(platformHomeQuery(mode, chosen));
  } catch {}
}

export const platformHomeRoutes = [platformHomeRoute] as const;
