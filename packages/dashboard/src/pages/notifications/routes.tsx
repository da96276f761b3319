import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';
import { platformRoute } from '../../app/platform-route.ts';

const ofClient = createRoute({
  getParentRoute: () => clientRoute,
  path: 'notifications',
  component: lazyPage(() => import('./notifications-page.tsx'), 'ClientNotificationsPage'),
});

const ofPlatform = createRoute({
  getParentRoute: () => platformRoute,
  path: 'notifications',
  component: lazyPage(() => import('./notifications-page.tsx'), 'PlatformNotificationsPage'),
});

export const notificationsRoutes = [ofClient] as const;
export const platformNotificationsRoutes = [ofPlatform] as const;
