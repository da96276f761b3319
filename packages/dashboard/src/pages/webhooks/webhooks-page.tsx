import { Alert, Button, Modal, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { WebhookListed } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { FailingText } from './failing-text.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';
import classes from './webhooks.module.css';

const columns: readonly Column<WebhookListed>[] = [
  {
    key: 'url',
    header: 'Address',
    narrow: 'who',
    renderNarrow: ({ url }) => <span className={classes.url}>{url}</span>,
    render: ({ url, description }) => (
      <div>
        <span className={classes.url}>{url}</span>
        {description === null ? null : (
          <Text c="dimmed" size="xs">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  { key: 'status', header: 'Status', render: (webhook) => <WebhookBadge webhook={webhook} />, narrow: 'status' },
  {
    key: 'events',
    header: 'Events',
    narrow: 'what',
    render: ({ events }) => (
      <span title={events.join(', ')}>{events.length === 1 ? events[0] : `${events.length} events`}</span>
    ),
  },
  { key: 'made', header: 'Created', render: ({ created_at: at }) => <When at={at} />, narrow: 'when' },
];

/** Where the events of a wallet are sent. */
export function WebhooksPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const { show } = useSearch({ from: '/desk/clients/$clientId/$mode/webhooks' });
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/webhooks' });
  const isDeleted = show === 'deleted';
  const webhooks = useQuery({
    queryKey: context.key('webhooks', isDeleted ? 'deleted' : 'all'),
    queryFn: ({ signal }) =>
      api.get<WebhookListed[]>(context.path('/webhooks'), { query: isDeleted ? { deleted: true } : {}, signal }),
    refetchInterval: 15_000,
  });
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const broken = isDeleted ? [] : (webhooks.data ?? []).filter((one) => !one.is_active);
  const add = context.may('webhooks.write') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      Add a webhook
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Events are sent to your servers immediately and are signed. Failed deliveries are retried for several hours."
        actions={add}
      />
      <Stack gap="md">
        {broken.map((one) => (
          <Alert
            key={one.id}
            color="red"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title="A webhook is disabled"
          >
            <TextLink to={context.page(`/webhooks/${one.id}`)}>{one.url}</TextLink> has received no events since{' '}
            <When at={one.disabled_at} />. {one.disabled_reason}
          </Alert>
        ))}
        {(webhooks.data ?? []).map(({ id, url, failing }) =>
          failing === null ? null : (
            <Alert
              key={id}
              color="yellow"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title="A webhook is failing"
            >
              <TextLink to={context.page(`/webhooks/${id}`)}>{url}</TextLink> has not accepted an event since{' '}
              <When at={failing.since} />. <FailingText failing={failing} />
            </Alert>
          ),
        )}
        <Switch
          label="Show deleted webhooks"
          checked={isDeleted}
          onChange={({ currentTarget }) => void navigate({ search: currentTarget.checked ? { show: 'deleted' } : {} })}
        />
        <DataTable
          label="Webhooks"
          rows={webhooks.data}
          error={webhooks.data === undefined ? webhooks.error : null}
          retry={() => void webhooks.refetch()}
          columns={columns}
          rowKey={({ id }) => id}
          rowLink={({ id }) => context.page(`/webhooks/${id}`)}
          empty={
            isDeleted ? (
              <EmptyState icon={IconWebhook} title="No deleted webhooks" />
            ) : (
              <EmptyState icon={IconWebhook} title="No webhooks yet" action={add}>
                Add the address of your server to be notified when a payment completes or fails.
              </EmptyState>
            )
          }
        />
      </Stack>
      <Modal
        opened={isMaking}
        onClose={() => setMaking(false)}
        title="Add a webhook"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <WebhookForm
          onDone={(made) => {
            setMaking(false);
            setSecret(made.secret ?? null);
            void client.invalidateQueries({ queryKey: context.key('webhooks') });
          }}
        />
      </Modal>
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </>
  );
}
