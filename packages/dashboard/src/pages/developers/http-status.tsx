import { StatusBadge } from '../../components/status-badge.tsx';

/** An HTTP status as a badge: below 400 it went well, above it the client's mistake or the service's. */
export function HttpStatus({ status }: { readonly status: number }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'attention' : 'bad';
  return <StatusBadge status={String(status)} tone={tone} />;
}
