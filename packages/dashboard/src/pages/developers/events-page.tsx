import { Button, Group, Select, Text } from '@mantine/core';
import { IconActivity, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { EventListed } from '../../../../../src/http/dashboard/schemas/events.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useEventStream } from '../../api/event-stream.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Money } from '../../components/money.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';
import { eventNames } from '../webhooks/event-names.ts';
import classes from './developers.module.css';

const columns: readonly Column<EventListed>[] = [
  { key: 'type', header: 'Event', render: ({ type }) => <span className={classes.path}>{type}</span>, narrow: 'who' },
  { key: 'reference', header: 'Transaction', render: ({ reference }) => reference, narrow: 'what' },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    render: ({ amount }) => <Money amount={amount} />,
    narrow: 'amount',
  },
  {
    key: 'status',
    header: 'Status at the time',
    render: ({ status }) => <StatusBadge status={status} />,
    narrow: 'status',
  },
  { key: 'sequence', header: 'Sequence', alignRight: true, render: ({ sequence }) => sequence },
  { key: 'at', header: 'Time', render: ({ created_at: at }) => <When at={at} />, narrow: 'when' },
];

/** Everything that happened in the wallet, as webhooks hear it, and what happens now. */
export function EventsPage() {
  const context = useStaffContext();
  const client = useQueryClient();
  const { type } = useSearch({ from: '/desk/clients/$clientId/$mode/events' });
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/events' });
  const [isFollowing, setFollowing] = useState(true);
  const events = useCursorPages<EventListed>({
    queryKey: context.key('events'),
    path: context.path('/events'),
    query: { type },
  });
  // Later pages are history, which does not change.
  const isFirstPage = !events.pages.hasPrevious;
  const isLive = useEventStream({
    address: isFollowing && isFirstPage ? `/dashboard/api${context.path('/events/stream')}` : null,
    names: eventNames,
    togetherMs: 250,
    onNews: () => void client.invalidateQueries({ queryKey: context.key('events') }),
  });
  return (
    <>
      <PageHeader
        title="Events"
        description="The events of this wallet, as your webhooks receive them. Events are never deleted."
      />
      <Group justify="space-between" mb="md">
        <Select
          aria-label="Event type"
          placeholder="All types"
          data={[...eventNames]}
          value={type ?? null}
          onChange={(value) => void navigate({ search: value === null ? {} : { type: value } })}
          clearable
          searchable
        />
        <Group gap="sm">
          {isFollowing && isFirstPage ? (
            <Text size="sm" c="dimmed" role="status">
              {isLive ? <span className={classes.live} aria-hidden /> : null}
              {isLive ? 'Updates automatically' : 'Connecting…'}
            </Text>
          ) : null}
          <Button
            variant="default"
            size="xs"
            leftSection={
              isFollowing ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
            }
            onClick={() => setFollowing(!isFollowing)}
          >
            {isFollowing ? 'Pause' : 'Resume'}
          </Button>
        </Group>
      </Group>
      <DataTable
        label="Events"
        {...events}
        columns={columns}
        rowKey={({ sequence }) => sequence}
        rowLink={({ sequence }) => context.page(`/events/${sequence}`)}
        empty={
          <EmptyState icon={IconActivity} title={type === undefined ? 'No events yet' : `No ${type} yet`}>
            Every payment creates events. They appear here as they happen.
          </EmptyState>
        }
      />
    </>
  );
}
