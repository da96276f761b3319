import { Alert, Button, Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatTest, NotificationSettings } from '../../../../../src/http/dashboard/schemas/notifications.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { When } from '../../components/when.tsx';
import { kindText } from './kind-texts.ts';

/** The chat of a client or of the platform: where it is, what it gets, and a test. */
export function ChatForm(props: {
  /** Where the settings are, below the dashboard's API; also their query key. */
  readonly path: string;
  readonly settings: NotificationSettings;
  readonly mayWrite: boolean;
}) {
  const { path, settings, mayWrite } = props;
  const { chat, chat_kinds } = settings;
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({ initialValues: { url: '', kinds: [...(chat?.kinds ?? [])] as string[] } });
  const show = (saved: NotificationSettings) => {
    queries.setQueryData([path], saved);
    form.setValues({ url: '', kinds: [...(saved.chat?.kinds ?? [])] });
    form.resetDirty();
  };
  const save = useMutation({
    mutationFn: ({ url, kinds }: typeof form.values) => {
      const text = url.trim();
      return api.put<NotificationSettings>(`${path}/chat`, { kinds, ...(text === '' ? {} : { url: text }) });
    },
    onSuccess: (saved) => {
      show(saved);
      notifications.show({ message: 'The chat was saved.', color: 'nsimbi' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const test = useMutation({
    mutationFn: () => api.post<ChatTest>(`${path}/chat/test`),
    onSettled: () => queries.invalidateQueries({ queryKey: [path] }),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormError error={save.error ?? test.error} fields={['url', 'kinds']} />
        {chat === null ? (
          <Text c="dimmed">No chat is set.</Text>
        ) : (
          <Text>
            Messages go to <Code>{chat.host}</Code>, set by {chat.set_by} on <When at={chat.updated_at} />.
          </Text>
        )}
        {chat?.failure == null ? null : (
          <Alert color="red" title="The last message was not accepted">
            {chat.failure.error} (<When at={chat.failure.at} />)
          </Alert>
        )}
        {test.data?.accepted === true && chat?.failure == null ? (
          <Alert color="nsimbi" role="status">
            The chat accepted the test message.
          </Alert>
        ) : null}
        <TextInput
          label={chat === null ? 'URL of the incoming webhook' : 'Another URL'}
          description="Of Slack, Google Chat, Mattermost or Microsoft Teams, over https. Anyone who has it can post to your chat, so it is not shown again."
          placeholder="https://hooks.slack.com/services/…"
          autoComplete="off"
          disabled={!mayWrite}
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label="Notifications to this chat" {...form.getInputProps('kinds')}>
          <Stack gap="xs" mt="xs">
            {chat_kinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={kindText(kind).label} disabled={!mayWrite} />
            ))}
          </Stack>
        </Checkbox.Group>
        {mayWrite ? (
          <Group gap="xs">
            <Button type="submit" size="xs" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
              Save the chat
            </Button>
            {chat === null ? null : (
              <>
                <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
                  Send a test
                </Button>
                <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(true)}>
                  Remove the chat
                </Button>
              </>
            )}
          </Group>
        ) : null}
      </Stack>
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove the chat?"
        confirmLabel="Remove the chat"
        isDangerous
        onConfirm={async () => show(await api.delete<NotificationSettings>(`${path}/chat`))}
      >
        <Text>It receives no further messages. To use it again, enter its URL again.</Text>
      </ConfirmDialog>
    </form>
  );
}
