import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { FormError } from '../../components/form-error.tsx';
import { When } from '../../components/when.tsx';
import { sendRange } from './send-range.ts';

interface Missed {
  readonly failed_deliveries: number;
  readonly cancelled_deliveries: number;
  readonly events: number;
  readonly is_more: boolean;
  readonly redeliver: { readonly from: string; readonly to: string } | null;
}

/** Enables a webhook again, tells what it did not hear, and sends that when asked to. */
export function EnableDialog(props: {
  readonly webhookId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const { webhookId, opened, onClose, onChanged } = props;
  const context = useStaffContext();
  const [queued, setQueued] = useState(0);
  const enable = useMutation({
    mutationFn: () =>
      api.put<{ readonly missed?: Missed }>(context.path(`/webhooks/${webhookId}`), { is_active: true }),
    onSuccess: onChanged,
  });
  const send = useMutation({
    mutationFn: (range: { from: string; to: string }) =>
      sendRange(context.path(`/webhooks/${webhookId}/redeliver`), range, setQueued),
    onSuccess: onChanged,
  });
  const missed = enable.data?.missed ?? null;
  const range = missed?.redeliver ?? null;
  const count = missed === null ? 0 : missed.failed_deliveries + missed.cancelled_deliveries + missed.events;
  const close = () => {
    if (enable.isPending || send.isPending) return;
    onClose();
    enable.reset();
    send.reset();
    setQueued(0);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={enable.isSuccess ? 'The webhook is active again' : 'Enable this webhook?'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <FormError error={send.error ?? enable.error} />
        {!enable.isSuccess ? (
          <Text>New events are sent to it at once. Missed events are counted next and sent only if you confirm.</Text>
        ) : send.isSuccess ? (
          <Text>{queued === 1 ? '1 delivery is' : `${queued} deliveries are`} queued.</Text>
        ) : range === null || missed === null ? (
          <Text>No missed events.</Text>
        ) : count === 0 ? (
          <Text>
            Since <When at={range.from} /> there were too many events to count. Missed events are sent only if you
            confirm.
          </Text>
        ) : (
          <>
            <Text>
              Since <When at={range.from} /> it missed{missed.is_more ? ' at least' : ''}
            </Text>
            <List>
              <List.Item>{plural(missed.failed_deliveries, 'delivery', 'deliveries')} that failed</List.Item>
              <List.Item>{plural(missed.cancelled_deliveries, 'delivery', 'deliveries')} that were waiting</List.Item>
              <List.Item>{plural(missed.events, 'event', 'events')} while it was disabled</List.Item>
            </List>
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={enable.isPending || send.isPending}>
            {send.isSuccess || (enable.isSuccess && range === null)
              ? 'Close'
              : enable.isSuccess
                ? 'Send none'
                : 'Cancel'}
          </Button>
          {!enable.isSuccess ? (
            <Button loading={enable.isPending} onClick={() => enable.mutate()}>
              Enable the webhook
            </Button>
          ) : range !== null && !send.isSuccess ? (
            <Button loading={send.isPending} onClick={() => send.mutate(range)}>
              Send {missed?.is_more ? 'all' : `the ${count}`}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
