import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../app/lazy-page.ts';
import { rootRoute } from '../../app/root-route.ts';
import { pathInside } from './path-inside.ts';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search: Record<string, unknown>): { back?: string } => {
    const back = pathInside(search.back);
    return back === null ? {} : { back };
  },
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgot-password',
  component: lazyPage(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-password',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search.token === 'string' ? { token: search.token } : {},
  component: lazyPage(() => import('./set-password-page.tsx'), 'SetPasswordPage'),
});

export const signInRoutes = [signInRoute, forgotPasswordRoute, setPasswordRoute] as const;
