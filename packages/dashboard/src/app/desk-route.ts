import { createRoute, redirect } from '@tanstack/react-router';
import { isSessionOver } from '../api/failure.ts';
import { meQuery } from '../api/session.ts';
import { OutsideErrorPage } from './error-page.tsx';
import { lazyPage } from './lazy-page.ts';
import { rootRoute } from './root-route.ts';

const Shell = lazyPage(() => import('./shell.tsx'), 'Shell');

/** Everything behind the sign-in: it has the shell around it and knows who is there. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  beforeLoad: async ({ context, location }) => {
    // Its code comes while the service says who is there. Where it does not come, it is loaded again when it is shown.
    void Shell.preload?.();
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (isSessionOver(error)) throw redirect({ to: '/sign-in', search: { back: location.href } });
      throw error;
    }
  },
  errorComponent: OutsideErrorPage,
  component: Shell,
});
