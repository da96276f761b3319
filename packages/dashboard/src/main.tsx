import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './app/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepData } from './api/kept-data.ts';
import { createQueryClient } from './api/query-client.ts';
import { createDashboardRouter } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';

const queryClient = createQueryClient(signInAgain);
const router = createDashboardRouter(queryClient);

keepDataOfTab();

/** Without storage, which a browser may forbid, nothing is kept. */
function keepDataOfTab(): void {
  try {
    keepData(queryClient, sessionStorage);
  } catch {
    // Asking for a storage that is forbidden throws.
  }
}

/** A session that ended leads to the sign-in, which leads back. */
function signInAgain(): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  // Forgotten when the pages that show it are gone: one that is drawn before would ask for it and show that it cannot be.
  void router
    .navigate({ to: '/sign-in', search: { back: href } })
    .then(() => queryClient.removeQueries({ queryKey: ['me'] }));
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
