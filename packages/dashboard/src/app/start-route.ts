import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/session.ts';
import { deskRoute } from './desk-route.ts';
import { lastDesk } from './last-desk.ts';

/** `/` leads to the client and mode seen last, else to the first client's test home, else to the platform's clients. */
export const startRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    const desk = lastDesk(me);
    if (desk !== null) throw redirect({ to: '/clients/$clientId/$mode', params: desk });
    if (me.platform_role !== null) throw redirect({ to: '/platform/clients' as string });
    throw redirect({ to: '/account' as string });
  },
});
