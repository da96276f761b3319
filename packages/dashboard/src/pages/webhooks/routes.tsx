import { createRoute } from '@tanstack/react-router';
import { clientRoute } from '../../app/client-route.ts';
import { lazyPage } from '../../app/lazy-page.ts';

const webhooksRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'webhooks',
  validateSearch: (search): { show?: 'deleted' } => (search.show === 'deleted' ? { show: 'deleted' } : {}),
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const statuses = ['pending', 'delivered', 'failed', 'cancelled'] as const;

const webhookRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'webhooks/$webhookId',
  validateSearch: (search): { status?: (typeof statuses)[number] } => {
    const status = statuses.find((one) => one === search.status);
    return status === undefined ? {} : { status };
  },
  component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: 'webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyPage(() => import('./delivery-page.tsx'), 'DeliveryPage'),
});

export const webhooksRoutes = [webhooksRoute, webhookRoute, deliveryRoute] as const;
