import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from '../pages/account/routes.tsx';
import { approvalsRoutes } from '../pages/approvals/routes.tsx';
import { bulkPayoutsRoutes } from '../pages/bulk-payouts/routes.tsx';
import { businessSettingsRoutes } from '../pages/business-settings/routes.tsx';
import { developersRoutes } from '../pages/developers/routes.tsx';
import { handsetRoutes } from '../pages/handset/routes.tsx';
import { homeRoutes } from '../pages/home/routes.tsx';
import { moneyRoutes } from '../pages/money/routes.tsx';
import { notificationsRoutes, platformNotificationsRoutes } from '../pages/notifications/routes.tsx';
import { platformApprovalsRoutes } from '../pages/platform/approvals/routes.tsx';
import { platformAuditLogRoutes } from '../pages/platform/audit-log/routes.tsx';
import { platformClientsRoutes } from '../pages/platform/clients/routes.tsx';
import { platformFeesRoutes } from '../pages/platform/fees/routes.tsx';
import { platformHomeRoutes } from '../pages/platform/home/routes.tsx';
import { platformLedgerRoutes } from '../pages/platform/ledger/routes.tsx';
import { platformLiveReadinessRoutes } from '../pages/platform/live-readiness/routes.tsx';
import { platformOperatorsRoutes } from '../pages/platform/operators/routes.tsx';
import { platformPeopleRoutes } from '../pages/platform/people/routes.tsx';
import { platformProposalsRoutes } from '../pages/platform/proposals/routes.tsx';
import { platformReconciliationRoutes } from '../pages/platform/reconciliation/routes.tsx';
import { platformReviewsRoutes } from '../pages/platform/reviews/routes.tsx';
import { platformWebhooksRoutes } from '../pages/platform/webhooks/routes.tsx';
import { signInRoutes } from '../pages/sign-in/routes.tsx';
import { statementsRoutes } from '../pages/statements/routes.tsx';
import { teamRoutes } from '../pages/team/routes.tsx';
import { transactionsRoutes } from '../pages/transactions/routes.tsx';
import { webhooksRoutes } from '../pages/webhooks/routes.tsx';
import { clientRoute } from './client-route.ts';
import { signedInRoute } from './desk-route.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PagePending } from './page-pending.tsx';
import { platformRoute } from './platform-route.ts';
import { rootRoute } from './root-route.ts';
import { parseSearch, stringifySearch } from './search-text.ts';
import { startRoute } from './start-route.ts';

const clientRoutes = clientRoute.addChildren([
  ...homeRoutes,
  ...transactionsRoutes,
  ...moneyRoutes,
  ...bulkPayoutsRoutes,
  ...handsetRoutes,
  ...developersRoutes,
  ...webhooksRoutes,
  ...approvalsRoutes,
  ...statementsRoutes,
  ...businessSettingsRoutes,
  ...teamRoutes,
  ...notificationsRoutes,
]);

const platformRoutes = platformRoute.addChildren([
  ...platformHomeRoutes,
  ...platformClientsRoutes,
  ...platformProposalsRoutes,
  ...platformApprovalsRoutes,
  ...platformFeesRoutes,
  ...platformReviewsRoutes,
  ...platformOperatorsRoutes,
  ...platformReconciliationRoutes,
  ...platformLedgerRoutes,
  ...platformLiveReadinessRoutes,
  ...platformPeopleRoutes,
  ...platformAuditLogRoutes,
  ...platformWebhooksRoutes,
  ...platformNotificationsRoutes,
]);

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  signedInRoute.addChildren([startRoute, clientRoutes, platformRoutes, ...accountRoutes]),
]);

export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // A link that is pointed at has its page loaded when it is clicked.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 300,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
