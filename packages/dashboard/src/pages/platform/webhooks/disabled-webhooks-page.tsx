import { IconWebhook } from '@tabler/icons-react';
import { useCursorPages } from '../../../api/cursor-pages.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import classes from './disabled-webhooks-page.module.css';

interface DisabledWebhook {
  readonly id: number;
  readonly client_id: number;
  readonly client_name: string;
  readonly mode: 'test' | 'live';
  readonly url: string;
  readonly disabled_at: string;
  readonly disabled_reason: string;
}

const columns: readonly Column<DisabledWebhook>[] = [
  { key: 'url', header: 'Address', render: ({ url }) => <span className={classes.url}>{url}</span>, narrow: 'what' },
  { key: 'client', header: 'Client', render: ({ client_name: name }) => name, narrow: 'who' },
  { key: 'mode', header: 'Mode', render: ({ mode }) => wordText(mode), narrow: 'amount' },
  { key: 'reason', header: 'Reason', render: ({ disabled_reason: reason }) => reason },
  { key: 'at', header: 'Since', render: ({ disabled_at: at }) => <When at={at} />, narrow: 'status' },
];

/** Webhooks that hear nothing any more, so that support can tell their owners. */
export function DisabledWebhooksPage() {
  const webhooks = useCursorPages<DisabledWebhook>({
    queryKey: ['platform', 'webhooks'],
    path: '/platform/webhooks',
  });
  return (
    <>
      <PageHeader title="Disabled webhooks" description="Webhooks that receive no events, newest first." />
      <DataTable
        label="Disabled webhooks"
        {...webhooks}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ client_id, mode, id }) => `/clients/${client_id}/${mode}/webhooks/${id}`}
        empty={
          <EmptyState icon={IconWebhook} title="Every webhook is active">
            A webhook is disabled by its owner, or after a delivery has failed six times.
          </EmptyState>
        }
      />
    </>
  );
}
