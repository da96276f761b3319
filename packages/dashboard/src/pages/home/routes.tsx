import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { homeQuery } from './home-query.ts';
import { periodIn } from './period.ts';

const homeRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/',
  validateSearch: periodIn,
  // The figures come while the code of the page does.
  beforeLoad: ({ context, params, search }) => void context.queryClient.prefetchQuery(homeQuery(params, search)),
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
