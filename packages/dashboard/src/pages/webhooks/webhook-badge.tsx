import type { WebhookListed } from '../../../../../src/dashboard/schemas/webhooks.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

export function WebhookBadge({ webhook }: { readonly webhook: WebhookListed }) {
  if (webhook.deleted_at !== null) return <StatusBadge status="deleted" tone="neutral" />;
  return <StatusBadge status={webhook.is_active ? 'active' : 'disabled'} />;
}
