import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { platformRoute } from '../../../app/platform-route.ts';

const disabledWebhooksRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./disabled-webhooks-page.tsx'), 'DisabledWebhooksPage'),
});

export const platformWebhooksRoutes = [disabledWebhooksRoute] as const;
