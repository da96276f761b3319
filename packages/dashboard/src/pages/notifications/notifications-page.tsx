import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings } from '../../../../../src/http/dashboard/schemas/notifications.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { mayOnPlatform, useMe } from '../../api/session.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ChatForm } from './chat-form.tsx';
import { ChoiceForm } from './choice-form.tsx';

/** What a person is notified of at a client, and the client's chat. The same in both modes. */
export function ClientNotificationsPage() {
  const context = useStaffContext();
  return (
    <NotificationsPage
      path={`/clients/${context.clientId}/notifications`}
      description="About live money only. The same in both modes."
      mayWriteChat={context.may('notifications.chat')}
    />
  );
}

/** What a person of the staff is notified of, and the chat of the platform. */
export function PlatformNotificationsPage() {
  const me = useMe();
  return (
    <NotificationsPage
      path="/platform/notifications"
      description="About all clients and the operators, live money only."
      mayWriteChat={mayOnPlatform(me, 'platform_notifications.chat')}
    />
  );
}

function NotificationsPage(props: {
  readonly path: string;
  readonly description: string;
  readonly mayWriteChat: boolean;
}) {
  const { path, description, mayWriteChat } = props;
  const settings = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<NotificationSettings>(path, { signal }),
  });
  return (
    <>
      <PageHeader title="Notifications" description={description} />
      {settings.isError && settings.data === undefined ? (
        <LoadFailure error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.isPending ? <Skeleton height={240} /> : null}
      {settings.data === undefined ? null : (
        <Stack gap="xl" maw={640}>
          {settings.data.choices.length === 0 ? null : (
            <section aria-labelledby="choice-title">
              <Stack gap="sm">
                <Title order={2} size="h4" id="choice-title">
                  By e-mail, to you
                </Title>
                <Text c="dimmed">
                  At most one e-mail of each kind in ten minutes. What has been resolved by then is not sent.
                </Text>
                <ChoiceForm path={path} settings={settings.data} />
              </Stack>
            </section>
          )}
          <section aria-labelledby="chat-title">
            <Stack gap="sm">
              <Title order={2} size="h4" id="chat-title">
                To a chat
              </Title>
              <ChatForm path={path} settings={settings.data} mayWrite={mayWriteChat} />
            </Stack>
          </section>
        </Stack>
      )}
    </>
  );
}
