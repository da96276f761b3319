import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/session.ts';
import { signedInRoute } from './desk-route.ts';
import { lastOpenClient } from './last-desk.ts';

/** `/` leads to the client and mode seen last, else to the first client's test home, else to the platform's clients. */
export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    const openClient = lastOpenClient(me);
    if (openClient !== null) throw redirect({ to: '/clients/$clientId/$mode', params: openClient });
    if (me.platform_role !== null) throw redirect({ to: '/platform/clients' as string });
    throw redirect({ to: '/account' as string });
  },
});
