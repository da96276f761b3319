import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const waitingRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'waiting',
  component: lazyPage(() => import('./waiting-page.tsx'), 'WaitingPage'),
});

const proposalsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'proposals',
  validateSearch: (search: Record<string, unknown>): { ended?: 'true' } =>
    search.ended === 'true' ? { ended: 'true' } : {},
  component: lazyPage(() => import('./proposals-page.tsx'), 'ProposalsPage'),
});

const proposalRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'proposals/$proposalId',
  component: lazyPage(() => import('./proposal-page.tsx'), 'ProposalPage'),
});

export const platformProposalsRoutes = [waitingRoute, proposalsRoute, proposalRoute] as const;
