import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

/** Whose fees: those of one client, else those of everybody. */
function clientSearch(search: Record<string, unknown>): { client?: string } {
  return typeof search.client === 'string' && /^[1-9]\d{0,14}$/.test(search.client) ? { client: search.client } : {};
}

const feesRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'fees',
  validateSearch: clientSearch,
  component: lazyPage(() => import('./fees-page.tsx'), 'FeesPage'),
});

const feeEditorRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'fees/$operation',
  validateSearch: clientSearch,
  component: lazyPage(() => import('./fee-editor-page.tsx'), 'FeeEditorPage'),
});

export const platformFeesRoutes = [feesRoute, feeEditorRoute] as const;
