import { createRoute, notFound } from '@tanstack/react-router';
import { signedInRoute } from './desk-route.ts';
import { OwnClient } from './own-client.tsx';

/** The parent of every page of one client in one mode. */
export const clientRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'clients/$clientId/$mode',
  params: {
    parse: ({ clientId, mode }) => {
      if (mode !== 'test' && mode !== 'live') throw notFound();
      return { clientId, mode: mode as 'test' | 'live' };
    },
    stringify: ({ clientId, mode }) => ({ clientId, mode }),
  },
  component: OwnClient,
});
