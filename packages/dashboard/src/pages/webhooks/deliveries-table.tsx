import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DeliveryListed, WebhookShown } from '../../../../../src/http/dashboard/schemas/webhooks.ts';
import { api } from '../../api/api.ts';
import { useCursorPages } from '../../api/cursor-pages.ts';
import { type StaffContext, useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FormError } from '../../components/form-error.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { When } from '../../components/when.tsx';

const columnsOf = (context: StaffContext): readonly Column<DeliveryListed>[] => [
  {
    key: 'event',
    header: 'Event',
    narrow: 'who',
    render: ({ event_type: type, sequence }) => (sequence === null ? `${type} (test)` : type),
  },
  {
    key: 'transaction',
    header: 'Transaction',
    narrow: 'when',
    renderNarrow: ({ created_at: at }) => <When at={at} />,
    render: ({ transaction, created_at: at }) => (
      <div>
        {transaction === null ? (
          'None'
        ) : (
          <TextLink to={context.page(`/transactions/${transaction.id}`)}>{transaction.reference}</TextLink>
        )}
        <Text c="dimmed" size="xs">
          <When at={at} />
        </Text>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    alignRight: true,
    render: ({ transaction }) => (transaction === null ? null : <DeliveryAmount transaction={transaction} />),
    narrow: 'amount',
  },
  { key: 'status', header: 'Status', render: (delivery) => <DeliveryBadge delivery={delivery} />, narrow: 'status' },
  {
    key: 'answer',
    header: 'Last response',
    render: ({ attempts }) => lastAnswer(attempts.at(-1)),
    narrow: 'what',
  },
  { key: 'attempts', header: 'Attempts', alignRight: true, render: ({ attempts }) => attempts.length },
];

/** The amount of the transaction that a delivery is about, with its direction as the list of transactions shows it. */
export function DeliveryAmount({ transaction }: { readonly transaction: NonNullable<DeliveryListed['transaction']> }) {
  return <Money amount={transaction.amount} sign={transaction.direction === 'in' ? '+' : '−'} fw={550} />;
}

/** A delivery that waits, for an earlier one or after a failed attempt, is not as one that was just made. */
function DeliveryBadge({ delivery: { status, attempts, waiting_for } }: { readonly delivery: DeliveryListed }) {
  if (waiting_for !== null) return <StatusBadge status="waiting" />;
  return <StatusBadge status={status === 'pending' && attempts.length > 0 ? 'retrying' : status} />;
}

function lastAnswer(attempt: DeliveryListed['attempts'][number] | undefined): string {
  if (attempt === undefined) return '–';
  return attempt.response_status === null ? 'No response' : `${attempt.response_status} in ${attempt.duration_ms} ms`;
}

/** A webhook's deliveries, and sending those again that did not arrive. */
export function DeliveriesTable(props: {
  readonly webhook: WebhookShown;
  readonly mayWrite: boolean;
  readonly onChanged: () => unknown;
}) {
  const { webhook, mayWrite, onChanged } = props;
  const context = useStaffContext();
  const { status } = useSearch({ from: '/desk/clients/$clientId/$mode/webhooks/$webhookId' });
  const navigate = useNavigate({ from: '/clients/$clientId/$mode/webhooks/$webhookId' });
  const below = `/webhooks/${webhook.id}/deliveries`;
  const deliveries = useCursorPages<DeliveryListed>({
    queryKey: context.key('webhooks', 'deliveries', webhook.id),
    path: context.path(below),
    query: { status },
    refetchMs: 5_000,
  });
  const ids = (deliveries.rows ?? [])
    .filter((one) => one.sequence !== null && (one.status === 'failed' || one.status === 'cancelled'))
    .map(({ id }) => id);
  const again = useMutation({
    mutationFn: () =>
      api.post<{ readonly queued: readonly number[]; readonly refused: readonly { readonly message: string }[] }>(
        context.path(`${below}/redeliver`),
        { delivery_ids: ids },
      ),
    onSettled: onChanged,
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Status of deliveries"
          size="xs"
          value={status ?? 'all'}
          data={[
            { value: 'all', label: 'All' },
            { value: 'pending', label: 'Pending' },
            { value: 'delivered', label: 'Delivered' },
            { value: 'failed', label: 'Failed' },
            { value: 'cancelled', label: 'Cancelled' },
          ]}
          onChange={(value) =>
            void navigate({ search: value === 'all' ? {} : { status: value as DeliveryListed['status'] } })
          }
        />
        {mayWrite && webhook.is_active && ids.length > 0 ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconSend size={14} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            Send {ids.length === 1 ? 'the undelivered one' : `the ${ids.length} undelivered ones`} again
          </Button>
        ) : null}
      </Group>
      <FormError error={again.error} />
      {again.data === undefined ? null : (
        <Alert color="green" role="status" withCloseButton closeButtonLabel="Close" onClose={() => again.reset()}>
          {again.data.queued.length === 1 ? '1 delivery is' : `${again.data.queued.length} deliveries are`} queued.{' '}
          {again.data.refused.map(({ message }) => message).join(' ')}
        </Alert>
      )}
      <DataTable
        label="Deliveries"
        {...deliveries}
        columns={columnsOf(context)}
        rowKey={({ id }) => id}
        rowLink={({ id }) => context.page(`${below}/${id}`)}
        empty={
          <EmptyState icon={IconSend} title={status === undefined ? 'No deliveries yet' : `No ${status} deliveries`}>
            {status === undefined ? 'The next event for this webhook appears here immediately.' : null}
          </EmptyState>
        }
      />
    </Stack>
  );
}
