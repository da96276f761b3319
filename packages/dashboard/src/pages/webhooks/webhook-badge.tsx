import type { WebhookListed } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

export function WebhookBadge({ webhook }: { readonly webhook: WebhookListed }) {
  if (webhook.deleted_at !== null) return <StatusBadge status="deleted" tone="neutral" />;
  if (!webhook.is_active) return <StatusBadge status="disabled" />;
  return <StatusBadge status={webhook.failing === null ? 'active' : 'failing'} />;
}
