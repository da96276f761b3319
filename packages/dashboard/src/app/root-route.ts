import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { RootLayout } from './root-layout.tsx';

export const rootRoute = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({ component: RootLayout });
