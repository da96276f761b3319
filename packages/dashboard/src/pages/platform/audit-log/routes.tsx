import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../../app/lazy-page.ts';
import { platformRoute } from '../../../app/platform-route.ts';
import type { AuditSearch } from './audit-query.ts';

const names = ['actor', 'action', 'subject', 'client_id', 'address', 'session', 'from', 'to'] as const;

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
