import { Paper, Stack, Title } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { DeliveryOfEvent, EventShown } from '../../../../../src/http/dashboard/schemas/events.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Copyable } from '../../components/copyable.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fact } from '../../components/fact.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { TextLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import classes from './developers.module.css';

const columns: readonly Column<DeliveryOfEvent>[] = [
  { key: 'url', header: 'Webhook', render: ({ url }) => <span className={classes.path}>{url}</span>, narrow: 'who' },
  { key: 'status', header: 'Status', render: ({ status }) => <StatusBadge status={status} />, narrow: 'status' },
  {
    key: 'attempts',
    header: 'Attempts',
    alignRight: true,
    render: ({ attempts }) => attempts,
    narrow: 'what',
    renderNarrow: ({ attempts }) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`),
  },
  {
    key: 'delivered',
    header: 'Delivered',
    render: ({ delivered_at: at }) => <When at={at} />,
    narrow: 'when',
    renderNarrow: ({ delivered_at: at }) => (at === null ? null : <When at={at} />),
  },
];

/** One event as its receivers get it, and whether they did. */
export function EventPage() {
  const context = useStaffContext();
  const { sequence } = useParams({ from: '/desk/clients/$clientId/$mode/events/$sequence' });
  const back = { to: context.page('/events'), label: 'Events' };
  const { data: event } = useQuery({
    queryKey: context.key('events', 'one', sequence),
    queryFn: ({ signal }) => api.get<EventShown>(context.path(`/events/${sequence}`), { signal }),
    throwOnError: true,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') === true ? 1_000 : false,
  });
  if (event === undefined) return <PageHeader title="Event" back={back} />;
  return (
    <>
      <PageHeader
        title={event.type}
        back={back}
        description={<Copyable text={event.id} label="Copy the event’s id" />}
      />
      <div className={classes.columns}>
        <Stack gap="lg">
          <section>
            <Title order={2} size="h3" mb="xs">
              Payload
            </Title>
            <JsonView value={event.event} label="The event’s payload" maxHeight={640} />
          </section>
          <section>
            <Title order={2} size="h3" mb="xs">
              Deliveries
            </Title>
            <DataTable
              label="Deliveries of this event"
              rows={event.deliveries}
              columns={columns}
              rowKey={({ id }) => id}
              rowLink={({ webhook_id, id }) => context.page(`/webhooks/${webhook_id}/deliveries/${id}`)}
              empty={
                <EmptyState icon={IconWebhook} title="Not sent to any webhook">
                  An active webhook receives the events that it is subscribed to.
                </EmptyState>
              }
            />
          </section>
        </Stack>
        <Paper withBorder p="md">
          <Stack gap="xs">
            <Fact label="Time">
              <When at={event.created_at} />
            </Fact>
            <Fact label="Sequence">{event.sequence}</Fact>
            <Fact label="Transaction">
              <TextLink to={context.page(`/transactions/${event.transaction_id}`)}>{event.reference}</TextLink>
            </Fact>
            <Fact label="Status at the time">
              <StatusBadge status={event.status} />
            </Fact>
          </Stack>
        </Paper>
      </div>
    </>
  );
}
