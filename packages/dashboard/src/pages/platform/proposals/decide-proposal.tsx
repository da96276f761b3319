import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProposalMade, ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { useMe } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { approvalsText } from '../approvals-text.ts';
import { OpenLiveSteps } from '../live-readiness/open-live-steps.tsx';
import { consequenceOf } from './change-rows.ts';
import { ProposedChangeShort } from './proposed-change.tsx';

/** Approves or rejects exactly what is shown: the digest of the proposal goes with the decision. */
export function DecideProposal(props: {
  readonly proposal: ProposalObject;
  /** Called with what an approval made, which may have a link or a key that is shown once. */
  readonly onMade: (made: ProposalMade) => void;
}) {
  const { proposal, onMade } = props;
  const { id, digest, is_yours: isYours } = proposal;
  const { email } = useMe().person;
  const approvals = approvalsText(proposal, email);
  const mayApprove = !isYours && proposal.first_approver !== email;
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [comment, setComment] = useState('');
  // Also after a refusal, which may mean that somebody else has decided.
  const refresh = () => queries.invalidateQueries({ queryKey: ['platform'] });
  const approve = async () => {
    try {
      const made = await api.post<ProposalMade>(`/platform/proposals/${id}/approve`, { digest });
      onMade(made);
      notifications.show({ message: approvedText(made) });
    } finally {
      void refresh();
    }
  };
  const reject = async () => {
    const reason = comment.trim();
    try {
      await api.post(`/platform/proposals/${id}/reject`, { digest, ...(reason === '' ? {} : { comment: reason }) });
      notifications.show({ message: `${isYours ? 'Withdrawn' : 'Rejected'}. Nothing was changed.` });
    } finally {
      void refresh();
    }
  };
  const consequence = consequenceOf(proposal);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="decide-title">
      <Title order={2} size="h4" mb="md" id="decide-title">
        Decide
      </Title>
      <Stack gap="md">
        {approvals === null ? null : <Text>{approvals}</Text>}
        {mayApprove || isYours ? <Text>{adviceOf(proposal)}</Text> : null}
        <Group gap="xs">
          <Button variant="default" onClick={() => setAsking('reject')}>
            {isYours ? 'Withdraw' : 'Reject'}
          </Button>
          <Button disabled={!mayApprove} onClick={() => setAsking('approve')}>
            Approve
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking === 'approve'}
        onClose={() => setAsking(null)}
        title={`${proposal.title}?`}
        confirmLabel="Approve the change"
        onConfirm={approve}
      >
        <Stack gap="md">
          <ProposedChangeShort proposal={proposal} />
          {consequence === null ? null : <Text>{consequence}</Text>}
          {proposal.change.kind === 'live_mode' ? <OpenLiveSteps /> : null}
          <Text c="dimmed">Proposed by {proposal.proposed_by}</Text>
        </Stack>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'reject'}
        onClose={() => setAsking(null)}
        title={isYours ? 'Withdraw this proposal?' : 'Reject this proposal?'}
        confirmLabel={isYours ? 'Withdraw' : 'Reject'}
        isDangerous
        onConfirm={reject}
      >
        <Textarea
          label="Reason"
          description="Shown to the other person. Optional."
          maxLength={255}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value.replaceAll('\n', ' '))}
        />
      </ConfirmDialog>
    </Paper>
  );
}

function adviceOf({ is_yours: isYours, approvers_needed: needed, first_approver: first }: ProposalObject): string {
  if (isYours) return 'You proposed this, so another administrator must approve it. You can withdraw it.';
  const verify = 'Verify it with the person who proposed it.';
  return needed === 2 && first === null ? verify : `${verify} The change takes effect as soon as you approve it.`;
}

function approvedText({ status }: ProposalObject): string {
  if (status === 'waiting') return 'Approved. Another person must approve it too.';
  if (status === 'refused') return 'Approved, but it could not be booked.';
  return status === 'approved' ? 'Approved. It is being booked.' : 'Approved. The change was made.';
}
