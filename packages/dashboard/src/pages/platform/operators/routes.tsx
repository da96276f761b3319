import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const operatorsRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'operators',
  component: lazyPage(() => import('./operators-page.tsx'), 'OperatorsPage'),
});

export const platformOperatorsRoutes = [operatorsRoute] as const;
