import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/session.ts';
import { signedInRoute } from './desk-route.ts';
import { lastOpenClient } from './last-desk.ts';

/**
 * `/` leads staff without a client of its own to the platform's overview, and others to the client and mode seen last, else to the first
 * client's test home.
 */
export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me.platform_role !== null && me.clients.length === 0) throw redirect({ to: '/platform' as string });
    const openClient = lastOpenClient(me);
    if (openClient !== null) throw redirect({ to: '/clients/$clientId/$mode', params: openClient });
    throw redirect({ to: '/account' as string });
  },
});
