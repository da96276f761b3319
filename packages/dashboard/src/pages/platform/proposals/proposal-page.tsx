import { Alert, Grid, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProposalMade, ProposalObject } from '../../../../../../src/http/dashboard/schemas/proposals.ts';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { Fact } from '../../../components/fact.tsx';
import { TextLink } from '../../../components/links.tsx';
import { OneTimeDialog } from '../../../components/one-time-dialog.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { When } from '../../../components/when.tsx';
import { approvalsText } from '../approvals-text.ts';
import { BreakGlass } from './break-glass.tsx';
import { consequenceOf } from './change-rows.ts';
import { DecideProposal } from './decide-proposal.tsx';
import { ProposalBadge } from './proposal-badge.tsx';
import { ProposedChange } from './proposed-change.tsx';

/** One proposal: what it would change, who decides or decided, and how it ended. */
export function ProposalPage() {
  const { proposalId } = useParams({ from: '/desk/platform/proposals/$proposalId' });
  const me = useMe();
  // Kept here, because what decides is gone as soon as the proposal is decided.
  const [made, setMade] = useState<ProposalMade | null>(null);
  const { data: proposal } = useQuery({
    queryKey: ['platform', 'proposals', proposalId],
    queryFn: ({ signal }) => api.get<ProposalObject>(`/platform/proposals/${proposalId}`, { signal }),
    throwOnError: true,
    // What was approved and not booked yet is booked by the service within seconds.
    refetchInterval: ({ state }) => (state.data?.status === 'approved' ? 2_000 : 30_000),
  });
  const back = { to: '/platform/proposals', label: 'Proposals' };
  if (proposal === undefined) {
    return (
      <>
        <PageHeader title={`Proposal ${proposalId}`} back={back} />
        <Skeleton height={280} />
      </>
    );
  }
  const mayDecide = mayOnPlatform(me, 'proposals.decide');
  return (
    <>
      <PageHeader title={proposal.title} badge={<ProposalBadge status={proposal.status} />} back={back} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Proposed proposal={proposal} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <BreakGlass proposal={proposal} mayReview={mayDecide} />
            {proposal.status === 'waiting' && mayDecide ? (
              <DecideProposal key={proposal.digest} proposal={proposal} onMade={setMade} />
            ) : null}
            {proposal.status === 'waiting' && !mayDecide ? (
              <Note>{approvalsText(proposal, me.person.email) ?? 'An administrator must approve or reject this.'}</Note>
            ) : null}
            {proposal.status === 'expired' ? (
              <Note>Nobody decided in time, so nothing was changed. Propose it again if it is still wanted.</Note>
            ) : null}
            {proposal.decided_by === null ? null : <Decided proposal={proposal} />}
          </Stack>
        </Grid.Col>
      </Grid>
      <OneTimeDialog
        opened={made?.link != null}
        title="Send them this link"
        warning="No mail server is configured, so the link is shown here once. Anyone who has it can set the password: send it only to that person."
        onStored={() => setMade(null)}
      >
        <ShownOnce text={made?.link ?? ''} label="Copy the link" />
      </OneTimeDialog>
      <OneTimeDialog
        opened={made?.api_key != null}
        title="Save this key now"
        warning="The key is not stored and cannot be shown again. Put it where the program reads its secrets, never in a repository or a browser."
        onStored={() => setMade(null)}
      >
        <ShownOnce text={made?.api_key ?? ''} label="Copy the key" />
      </OneTimeDialog>
    </>
  );
}

function Note({ children }: { readonly children: string }) {
  return (
    <Alert color="gray" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
      {children}
    </Alert>
  );
}

function Proposed({ proposal }: { readonly proposal: ProposalObject }) {
  const { proposed_by: by, proposed_at: at, is_yours: isYours } = proposal;
  const consequence = consequenceOf(proposal);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="proposed-title">
      <Title order={2} size="h4" mb="md" id="proposed-title">
        Proposal {proposal.id}
      </Title>
      <Stack gap="md">
        <ProposedChange proposal={proposal} />
        {consequence === null ? null : <Text>{consequence}</Text>}
        <Text c="dimmed">
          Proposed by {isYours ? 'you' : by}, <When at={at} />
        </Text>
      </Stack>
    </Paper>
  );
}

function Decided({ proposal }: { readonly proposal: ProposalObject }) {
  const { change, status, decided_by: by, decided_at: at, comment, refusal } = proposal;
  const { transaction_id: transactionId, created_client_id: createdClientId } = proposal;
  const isWithdrawn = status === 'rejected' && by === proposal.proposed_by;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="decided-title">
      <Title order={2} size="h4" mb="md" id="decided-title">
        Result
      </Title>
      <Stack gap="xs">
        {proposal.first_approver === null ? null : <Fact label="First approved by">{proposal.first_approver}</Fact>}
        <Fact label={isWithdrawn ? 'Withdrawn by' : status === 'rejected' ? 'Rejected by' : 'Approved by'}>{by}</Fact>
        <Fact label="When">
          <When at={at} />
        </Fact>
        {comment === null ? null : <Fact label="Reason">{comment}</Fact>}
        {change.kind === 'float_booking' && transactionId !== null ? (
          <Booked change={change} transactionId={transactionId} />
        ) : null}
        {createdClientId === null ? null : (
          <Fact label="Client">
            <TextLink to={'/platform/clients/$clientId' as string} params={{ clientId: String(createdClientId) }}>
              {createdClientId}
            </TextLink>
          </Fact>
        )}
        {refusal === null ? null : <Fact label="Reason not booked">{refusal}</Fact>}
        {status === 'approved' ? <Text c="dimmed">It is being booked.</Text> : null}
        {status === 'rejected' ? <Text c="dimmed">Nothing was changed.</Text> : null}
      </Stack>
    </Paper>
  );
}

type FloatBooking = Extract<ProposalObject['change'], { kind: 'float_booking' }>;

/** A booking of the house belongs to no client, so that its transaction is in the audit log and not on a client's page. */
function Booked({ change, transactionId }: { readonly change: FloatBooking; readonly transactionId: number }) {
  const subject = `operator account ${change.operator_account_id}`;
  return (
    <Fact label="Transaction">
      <TextLink to={'/platform/audit-log' as string} search={{ subject }}>
        {transactionId}
      </TextLink>
    </Fact>
  );
}
