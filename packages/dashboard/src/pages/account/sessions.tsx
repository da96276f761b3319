import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { browserText } from '../../../../../src/access/people/browser-text.ts';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadFailure } from '../../components/data-table.tsx';
import { FormError } from '../../components/form-error.tsx';
import { When } from '../../components/when.tsx';
import { Section } from './section.tsx';

export const sessionsKey = ['account', 'sessions'];

interface Session {
  readonly id: string;
  /** As the audit log names it. */
  readonly shown_as: string;
  readonly address: string | null;
  readonly user_agent: string | null;
  readonly signed_in_at: string;
  readonly last_seen_at: string;
  readonly is_this_one: boolean;
}

/** Where the person is signed in. */
export function Sessions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isEndingAll, setEndingAll] = useState(false);
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.get<Session[]>('/account/sessions', { signal }),
  });
  const end = useMutation({
    mutationFn: (id: string) => api.delete(`/account/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  const endAll = async () => {
    await api.delete('/account/sessions');
    await navigate({ to: '/sign-in' });
    client.clear();
  };
  return (
    <Section title="Active sessions">
      <FormError error={end.error} />
      {sessions.isError && sessions.data === undefined ? (
        <LoadFailure error={sessions.error} retry={() => void sessions.refetch()} />
      ) : null}
      {sessions.isPending ? <Skeleton height={48} /> : null}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions.data?.map((session) => (
          <Group key={session.id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <Group gap="xs">
                <Text fw={550}>{browserText(session.user_agent)}</Text>
                {session.is_this_one ? <Badge>This session</Badge> : null}
              </Group>
              <Text c="dimmed" size="sm">
                {session.address ?? 'Unknown address'}, since <When at={session.signed_in_at} />, last used{' '}
                <When at={session.last_seen_at} />. In the audit log:{' '}
                <Text span ff="monospace" size="sm">
                  {session.shown_as}
                </Text>
              </Text>
            </div>
            {session.is_this_one ? null : (
              <Button
                variant="default"
                size="xs"
                loading={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Group>
        <Button variant="default" onClick={() => setEndingAll(true)}>
          Sign out everywhere
        </Button>
      </Group>
      <ConfirmDialog
        opened={isEndingAll}
        onClose={() => setEndingAll(false)}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        onConfirm={endAll}
      >
        This ends all your sessions, including this one.
      </ConfirmDialog>
    </Section>
  );
}
