import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const handsetRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'handset',
  /** The phones on the screen, with commas between, so that a link shows the same ones. */
  validateSearch: (search: Record<string, unknown>): { phones?: string } =>
    typeof search.phones === 'string' ? { phones: search.phones } : {},
  component: lazyPage(() => import('./handset-page.tsx'), 'HandsetPage'),
});

export const handsetRoutes = [handsetRoute] as const;
