import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';

/** What the audit log is looked through for; days as 2026-11-21, in Kampala. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly to?: string;
}

const names = ['actor', 'action', 'subject', 'from', 'to'] as const;

const auditLogRoute = createRoute({
  getParentRoute: () => platformRoute,
  path: 'audit-log',
  validateSearch: (search: Record<string, unknown>): AuditSearch =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ),
  component: lazyPage(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
});

export const platformAuditLogRoutes = [auditLogRoute] as const;
