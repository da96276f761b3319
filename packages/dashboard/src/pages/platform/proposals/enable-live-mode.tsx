import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProposalObject, WaitingObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { useServiceState } from '../../../api/service-state.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { ButtonLink, TextLink } from '../../../components/links.tsx';
import { goLivePath } from '../live-readiness/live-readiness.ts';
import { OpenLiveSteps } from '../live-readiness/open-live-steps.tsx';

/** How administrators enable live mode, while it is not. `waiting` is the proposal of it that waits. */
export function EnableLiveMode(props: {
  readonly waiting: WaitingObject | undefined;
  /** Whether it leads to the page of the steps, which is another page. */
  readonly linksToSteps: boolean;
}) {
  const { waiting, linksToSteps } = props;
  const me = useMe();
  const state = useServiceState();
  if (state === undefined || state.is_live_enabled || state.is_rehearsal) return null;
  if (!mayOnPlatform(me, 'proposals.decide')) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="live-mode-title">
      <Title order={2} size="h4" mb="sm" id="live-mode-title">
        Live mode is not enabled
      </Title>
      <Stack gap="sm" maw={680}>
        <Text>
          No live money can move until live mode is enabled. Until then one administrator can set up everything alone.
          Two administrators with second factors enable it: one proposes it and the other approves it.
        </Text>
        <Text>
          All later rights to approve derive from these two administrators. Live mode cannot be disabled again.
        </Text>
        {linksToSteps ? (
          <Text>
            <TextLink to={goLivePath as string}>Go live</TextLink> lists what must be in place before, as the service
            finds it.
          </Text>
        ) : null}
        {waiting === undefined ? (
          <Propose hasSecondFactor={me.person.two_factor_enabled} />
        ) : (
          <Group gap="sm">
            <ButtonLink to={waiting.page} variant="default">
              See the proposal
            </ButtonLink>
            <Text c="dimmed">Proposed by {waiting.by}.</Text>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Propose({ hasSecondFactor }: { readonly hasSecondFactor: boolean }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const propose = async () => {
    const { id } = await api.post<ProposalObject>('/platform/live-mode');
    void queries.invalidateQueries({ queryKey: ['platform'] });
    await navigate({ to: '/platform/proposals/$proposalId', params: { proposalId: String(id) } });
  };
  if (!hasSecondFactor) {
    return (
      <Group gap="sm">
        <ButtonLink to={'/account' as string} variant="default">
          Set up an authenticator app
        </ButtonLink>
        <Text c="dimmed">You need one before you can propose it.</Text>
      </Group>
    );
  }
  return (
    <Group>
      <Button onClick={() => setAsking(true)}>Propose to enable live mode</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Propose to enable live mode?"
        confirmLabel="Propose it"
        onConfirm={propose}
      >
        <Stack gap="md">
          <Text>
            Another administrator with a second factor must approve it. Then live money can move, and changes of rights,
            fees, limits and live keys need two people. It cannot be undone.
          </Text>
          <OpenLiveSteps />
        </Stack>
      </ConfirmDialog>
    </Group>
  );
}
