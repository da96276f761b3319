import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

const disabledWebhooksRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'webhooks',
  component: lazyPage(() => import('./disabled-webhooks-page.tsx'), 'DisabledWebhooksPage'),
});

export const platformWebhooksRoutes = [disabledWebhooksRoute] as const;
