import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { OutsideNotFoundPage } from './not-found-page.tsx';
import { RootLayout } from './root-layout.tsx';

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: RootLayout,
  notFoundComponent: OutsideNotFoundPage,
});
