import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { countText } from '../../components/money-text.ts';
import { momentInKampala } from '../../components/time-text.ts';
import { sendRange } from './send-range.ts';

/** Sends again what a webhook did not hear between two times that a person names. */
export function RedeliverDialog(props: {
  readonly webhookId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
  const { webhookId, opened, onClose, onChanged } = props;
  const context = useStaffContext();
  const [queued, setQueued] = useState(0);
  const form = useForm({ initialValues: { from: '', to: '' } });
  const send = useMutation({
    mutationFn: ({ from, to }: typeof form.values) =>
      sendRange(
        context.path(`/webhooks/${webhookId}/redeliver`),
        // One end for all parts of the range, also when it is now.
        { from: momentInKampala(from), to: to === '' ? new Date().toISOString() : momentInKampala(to) },
        setQueued,
      ),
    onError: (error) => form.setErrors(fieldErrors(error)),
    onSettled: onChanged,
  });
  const close = () => {
    if (send.isPending) return;
    onClose();
    send.reset();
    form.reset();
    setQueued(0);
  };
  return (
    <Modal opened={opened} onClose={close} title="Send missed events" closeButtonProps={{ 'aria-label': 'Close' }}>
      {send.isSuccess ? (
        <Stack gap="md">
          <Text role="status">
            {queued === 0 ? 'Everything in this period was delivered or is queued.' : `${onTheWay(queued)}.`}
          </Text>
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit((values) => send.mutate(values))}>
          <Stack gap="md">
            <FormError error={send.error} fields={['from', 'to']} />
            <Text>
              This sends the deliveries of this period that failed or were cancelled, and the events that the webhook
              missed. Delivered events are not sent again.
            </Text>
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <TextInput
                type="datetime-local"
                label="From"
                description="Kampala time."
                required
                withAsterisk={false}
                data-autofocus
                {...form.getInputProps('from')}
              />
              <TextInput
                type="datetime-local"
                label="To"
                description="Leave empty for now."
                {...form.getInputProps('to')}
              />
            </Group>
            <Group justify="flex-end" gap="xs">
              <Text c="dimmed" mr="auto" role="status">
                {send.isPending && queued > 0 ? `${onTheWay(queued)} …` : ''}
              </Text>
              <Button variant="default" onClick={close} disabled={send.isPending}>
                Cancel
              </Button>
              <Button type="submit" loading={send.isPending}>
                Send
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function onTheWay(queued: number): string {
  return queued === 1 ? '1 delivery is queued' : `${countText(queued)} deliveries are queued`;
}
