import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { periodIn } from './period.ts';

const homeRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/',
  validateSearch: periodIn,
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
});

export const homeRoutes = [homeRoute] as const;
