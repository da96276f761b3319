import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const settingsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'settings',
  component: lazyPage(() => import('./business-settings-page.tsx'), 'BusinessSettingsPage'),
});

export const businessSettingsRoutes = [settingsRoute] as const;
