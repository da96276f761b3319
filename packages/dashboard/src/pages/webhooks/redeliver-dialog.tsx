import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDesk } from '../../api/desk.ts';
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
  const desk = useDesk();
  const [queued, setQueued] = useState(0);
  const form = useForm({ initialValues: { from: '', to: '' } });
  const send = useMutation({
    mutationFn: ({ from, to }: typeof form.values) =>
      sendRange(
        desk.path(`/webhooks/${webhookId}/redeliver`),
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
    <Modal opened={opened} onClose={close} title="Send what was missed" closeButtonProps={{ 'aria-label': 'Close' }}>
      {send.isSuccess ? (
        <Stack gap="md">
          <Text role="status">
            {queued === 0 ? 'Everything of that time has arrived or is on its way.' : `${onTheWay(queued)}.`}
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
              What did not arrive in that time is sent: deliveries that failed or were cancelled, and events that the
              webhook did not hear. What arrived is not sent again.
            </Text>
            <Group grow align="flex-start" preventGrowOverflow={false}>
              <TextInput
                type="datetime-local"
                label="From"
                description="In Kampala’s time."
                required
                withAsterisk={false}
                data-autofocus
                {...form.getInputProps('from')}
              />
              <TextInput
                type="datetime-local"
                label="To"
                description="Empty is until now."
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
                Send it
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function onTheWay(queued: number): string {
  return queued === 1 ? '1 delivery is on the way' : `${countText(queued)} deliveries are on the way`;
}
