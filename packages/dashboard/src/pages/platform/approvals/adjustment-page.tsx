import { Alert, Button, Grid, Group, Paper, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdjustmentObject } from '../../../../../../src/http/dashboard/schemas/adjustments.ts';
import { api } from '../../../api/api.ts';
import { mayOnPlatform, useMe } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Fact } from '../../../components/fact.tsx';
import { TextLink } from '../../../components/links.tsx';
import { Money } from '../../../components/money.tsx';
import { moneyText } from '../../../components/money-text.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { wordText } from '../../../components/status.ts';
import { When } from '../../../components/when.tsx';
import { approvalsText } from '../approvals-text.ts';
import { AdjustmentBadge } from './adjustment-badge.tsx';

/** One top-up or correction: what was proposed, who decided, and how it ended. */
export function AdjustmentPage() {
  const { adjustmentId } = useParams({ from: '/desk/platform/approvals/$adjustmentId' });
  const me = useMe();
  const { data: adjustment } = useQuery({
    queryKey: ['platform', 'adjustments', adjustmentId],
    queryFn: ({ signal }) => api.get<AdjustmentObject>(`/platform/adjustments/${adjustmentId}`, { signal }),
    throwOnError: true,
    // What was approved and not booked yet is booked by the service within seconds.
    refetchInterval: ({ state }) => (state.data?.status === 'approved' ? 2_000 : false),
  });
  const back = { to: '/platform/approvals', label: 'Corrections' };
  if (adjustment === undefined) {
    return (
      <>
        <PageHeader title={`Proposal ${adjustmentId}`} back={back} />
        <Skeleton height={280} />
      </>
    );
  }
  const { decision } = adjustment;
  return (
    <>
      <PageHeader title={sentenceOf(adjustment)} badge={<AdjustmentBadge status={adjustment.status} />} back={back} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Proposed adjustment={adjustment} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {decision === null && mayOnPlatform(me, 'adjustments.approve') ? (
            <Decide key={adjustment.digest} adjustment={adjustment} myEmail={me.person.email} />
          ) : null}
          {decision === null && !mayOnPlatform(me, 'adjustments.approve') ? (
            <Alert color="gray" icon={<IconInfoCircle size={18} aria-hidden />}>
              {approvalsText(adjustment, me.person.email) ?? 'Another administrator must approve or reject this.'}
            </Alert>
          ) : null}
          {decision === null ? null : <Decided adjustment={adjustment} decision={decision} />}
        </Grid.Col>
      </Grid>
    </>
  );
}

function sentenceOf({ type, direction, amount }: AdjustmentObject): string {
  const what = type === 'deposit' ? 'Top up by' : direction === 'in' ? 'Add' : 'Take';
  return `${what} ${moneyText(amount)}`;
}

function Proposed({ adjustment }: { readonly adjustment: AdjustmentObject }) {
  const clientPage: string = `/platform/clients/${adjustment.client_id}`;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="proposed-title">
      <Title order={2} size="h4" mb="md" id="proposed-title">
        Proposal
      </Title>
      <Stack gap="xs">
        <Fact label="Client">
          <TextLink to={clientPage}>{adjustment.client_name}</TextLink>
        </Fact>
        <Fact label="Wallet">{wordText(adjustment.mode)}</Fact>
        <Fact label="Type">{adjustment.type === 'deposit' ? 'Top-up' : 'Correction'}</Fact>
        <Fact label="Amount">
          <Money amount={adjustment.amount} sign={adjustment.direction === 'in' ? '+' : '−'} fw={600} />
        </Fact>
        <Fact label="Reason">{adjustment.reason}</Fact>
        <Fact label="Document">{adjustment.external_reference ?? 'None'}</Fact>
        <Fact label="Proposed by">{adjustment.proposed_by}</Fact>
        <Fact label="Proposed">
          <When at={adjustment.proposed_at} />
        </Fact>
      </Stack>
    </Paper>
  );
}

function Decide({ adjustment, myEmail }: { readonly adjustment: AdjustmentObject; readonly myEmail: string }) {
  const isMine = adjustment.proposed_by === myEmail;
  const approvals = approvalsText(adjustment, myEmail);
  const isFirstOfTwo = adjustment.approvers_needed === 2 && adjustment.first_approver === null;
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [comment, setComment] = useState('');
  const { id, digest } = adjustment;
  const decide = async (what: 'approve' | 'reject', body: object) => {
    try {
      await api.post(`/platform/adjustments/${id}/${what}`, { digest, ...body });
    } finally {
      await queries.invalidateQueries({ queryKey: ['platform'] });
    }
  };
  const hasApproved = adjustment.first_approver === myEmail;
  const mayApprove = !hasApproved && (!isMine || adjustment.mode === 'test');
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="decide-title">
      <Title order={2} size="h4" mb="md" id="decide-title">
        Decide
      </Title>
      <Stack gap="md">
        {approvals === null ? null : <Text>{approvals}</Text>}
        {mayApprove ? (
          <Text>
            Compare the document with the proposal.{isFirstOfTwo ? '' : ' It is booked as soon as you approve it.'}
          </Text>
        ) : null}
        {isMine && !mayApprove ? (
          <Text>You proposed this, so another administrator must approve it. You can withdraw the proposal.</Text>
        ) : null}
        <Group gap="xs">
          <Button variant="default" onClick={() => setAsking('reject')}>
            {isMine ? 'Withdraw' : 'Reject'}
          </Button>
          <Button disabled={!mayApprove} onClick={() => setAsking('approve')}>
            Approve
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={asking === 'approve'}
        onClose={() => setAsking(null)}
        title={isFirstOfTwo ? 'Approve this?' : 'Book this?'}
        confirmLabel={`Approve ${moneyText(adjustment.amount)}`}
        onConfirm={() => decide('approve', {})}
      >
        <Stack gap="xs">
          <Fact label="Client">{adjustment.client_name}</Fact>
          <Fact label="Wallet">{wordText(adjustment.mode)}</Fact>
          <Fact label="Amount">
            <Money amount={adjustment.amount} sign={adjustment.direction === 'in' ? '+' : '−'} fw={600} />
          </Fact>
          <Fact label="Document">{adjustment.external_reference ?? 'None'}</Fact>
          <Fact label="Reason">{adjustment.reason}</Fact>
        </Stack>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'reject'}
        onClose={() => setAsking(null)}
        title={isMine ? 'Withdraw this proposal?' : 'Reject this?'}
        confirmLabel={isMine ? 'Withdraw' : 'Reject'}
        isDangerous
        onConfirm={() => decide('reject', comment.trim() === '' ? {} : { comment: comment.trim() })}
      >
        <Textarea
          label="Comment"
          description="Shown to the other person. Optional."
          maxLength={255}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </ConfirmDialog>
    </Paper>
  );
}

function Decided(props: {
  readonly adjustment: AdjustmentObject;
  readonly decision: NonNullable<AdjustmentObject['decision']>;
}) {
  const { adjustment, decision } = props;
  const page: string = `/clients/${adjustment.client_id}/${adjustment.mode}/transactions/${adjustment.transaction_id}`;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="decided-title">
      <Title order={2} size="h4" mb="md" id="decided-title">
        Result
      </Title>
      <Stack gap="xs">
        {adjustment.first_approver === null ? null : <Fact label="First approved">{adjustment.first_approver}</Fact>}
        <Fact label={wordText(decision.decision)}>
          {decision.by}, <When at={decision.at} />
        </Fact>
        {decision.comment === null ? null : <Fact label="Comment">{decision.comment}</Fact>}
        {adjustment.transaction_id === null ? null : (
          <Fact label="Transaction">
            <TextLink to={page}>{adjustment.transaction_id}</TextLink>
          </Fact>
        )}
        {adjustment.refusal === null ? null : <Fact label="Reason not booked">{adjustment.refusal}</Fact>}
        {adjustment.status === 'approved' ? <Text c="dimmed">It is being booked.</Text> : null}
      </Stack>
    </Paper>
  );
}
