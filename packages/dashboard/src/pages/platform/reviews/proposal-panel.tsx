import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { useMe } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import { approvalsText } from '../approvals-text.ts';
import type { Proposal } from './review-case.ts';

/** What one person proposed; another one confirms exactly this. */
export function ProposalPanel(props: {
  readonly caseId: number;
  readonly proposal: Proposal;
  readonly mayResolve: boolean;
}) {
  const { caseId, proposal, mayResolve } = props;
  const me = useMe();
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['platform'] });
  const withdraw = useMutation({
    mutationFn: () => api.delete(`/platform/reviews/${caseId}/proposal`),
    onSettled: refresh,
  });
  const { email } = me.person;
  const isMine = proposal.proposed_by === email;
  const approvals = approvalsText(proposal, email);
  const isFirstOfTwo = proposal.approvers_needed === 2 && proposal.first_approver === null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="proposal-title">
      <Title order={2} size="h4" mb="md" id="proposal-title">
        Proposed: {wordText(proposal.resolution)}
      </Title>
      <Stack gap="sm">
        <FormError error={withdraw.error} />
        <Text>{proposal.meaning}</Text>
        {proposal.client_id === null ? null : <Text>Client {proposal.client_id}</Text>}
        <Text>“{proposal.reason}”</Text>
        <Text c="dimmed" size="sm">
          {proposal.proposed_by}, <When at={proposal.proposed_at} />
        </Text>
        {approvals === null ? null : <Text>{approvals}</Text>}
        {mayResolve ? (
          <Group gap="xs" mt="xs">
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {isMine ? 'Withdraw' : 'Reject'}
            </Button>
            <Button disabled={isMine || proposal.first_approver === email} onClick={() => setConfirming(true)}>
              Confirm
            </Button>
          </Group>
        ) : null}
        {mayResolve && isMine ? (
          <Text c="dimmed" size="sm">
            Another administrator must confirm your proposal.
          </Text>
        ) : null}
      </Stack>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={isFirstOfTwo ? 'Confirm this resolution?' : 'Resolve this case?'}
        confirmLabel={`${isFirstOfTwo ? 'Confirm' : 'Resolve'} as ${wordText(proposal.resolution).toLowerCase()}`}
        onConfirm={() =>
          api
            .post(`/platform/reviews/${caseId}/confirm`, {
              resolution: proposal.resolution,
              reason: proposal.reason,
              client_id: proposal.client_id,
            })
            .finally(refresh)
        }
      >
        {proposal.meaning}{' '}
        {isFirstOfTwo
          ? 'It is booked when another person has confirmed it too.'
          : 'This is booked at once and cannot be undone.'}
      </ConfirmDialog>
    </Paper>
  );
}
