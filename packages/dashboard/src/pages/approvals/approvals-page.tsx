import { Button, Group, Text } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { useState } from 'react';
import type { Approval } from '../../../../../src/http/dashboard/schemas/approvals.ts';
import { type CursorPages, useCursorPages } from '../../api/cursor-pages.ts';
import { useStaffContext } from '../../api/desk.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextLink } from '../../components/links.tsx';
import { Money } from '../../components/money.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Phone } from '../../components/phone.tsx';
import { When } from '../../components/when.tsx';
import { Section } from '../transactions/section.tsx';
import { useLiveChanges } from '../transactions/use-live-changes.ts';
import { typeText } from '../transactions/words.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { approvalsText, makerText } from './maker-text.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { useWaitingBulkPayouts, WaitingBulkPayouts } from './waiting-bulk-payouts.tsx';

const refetchMs = 8_000;

/** What is being decided: the payment as it was shown when the button was pressed, which later reads do not change. */
interface Deciding {
  readonly as: 'approve' | 'reject';
  readonly payment: Approval;
}

/** Payments that leave only when a second person has looked at them. */
export function ApprovalsPage() {
  const context = useStaffContext();
  const isLive = useLiveChanges();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const approvals = useCursorPages<Approval>({
    queryKey: context.key('approvals'),
    path: context.path('/approvals'),
    isDecidedOn: true,
    ...(isLive ? {} : { refetchMs }),
  });
  const columns: readonly Column<Approval>[] = [
    {
      key: 'recipient',
      header: 'Recipient',
      narrow: 'who',
      renderNarrow: ({ recipient_name: name, recipient_phone: phone }) => name ?? <Phone phone={phone} />,
      render: (payment) => (
        <>
          <Text span inherit fw={550} display="block">
            {payment.recipient_name ?? 'Name unknown'}
          </Text>
          <Phone phone={payment.recipient_phone} size="xs" c="dimmed" />
        </>
      ),
    },
    {
      key: 'type',
      header: 'Payment',
      narrow: 'what',
      renderNarrow: ({ type }) => typeText(type),
      render: ({ type, transaction_id, reference }) => (
        <>
          {typeText(type)}{' '}
          <Text span size="xs" display="block">
            <TextLink to={context.page(`/transactions/${transaction_id}`)} c="dimmed">
              {reference}
            </TextLink>
          </Text>
        </>
      ),
    },
    { key: 'maker', header: 'Requested by', render: (payment) => <RequestedBy payment={payment} /> },
    {
      key: 'expires_at',
      header: 'Expires',
      render: ({ expires_at }) => <When at={expires_at} />,
      narrow: 'when',
      renderNarrow: ({ expires_at }) => (
        <>
          expires <When at={expires_at} />
        </>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      alignRight: true,
      render: ({ amount }) => <Money amount={amount} fw={550} />,
      narrow: 'amount',
    },
    {
      key: 'decide',
      header: 'Decision',
      narrow: 'below',
      alignRight: true,
      render: (payment) => <Decide payment={payment} decide={(as) => setDeciding({ as, payment })} />,
    },
  ];
  const bulkPayouts = useWaitingBulkPayouts();
  const hasBulkPayouts = bulkPayouts.error !== null || isAny(bulkPayouts);
  const hasPayments = approvals.error !== null || isAny(approvals);
  const payments = (
    <DataTable
      label="Payments waiting for approval"
      {...approvals}
      columns={columns}
      rowKey={({ transaction_id }) => transaction_id}
      empty={
        <EmptyState icon={IconCheckbox} title="No payments waiting for approval">
          Payments at or above the wallet’s approval threshold appear here. The administrators of the service set the
          threshold.
        </EmptyState>
      }
    />
  );
  const close = () => setDeciding(null);
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Payments and bulk payouts that need a second person’s approval. The person who requested one, or who created the API key that did, cannot approve it. Without a decision it expires and the money stays in the wallet."
      />
      {hasBulkPayouts ? <WaitingBulkPayouts list={bulkPayouts} /> : null}
      {hasBulkPayouts ? null : payments}
      {hasBulkPayouts && hasPayments ? <Section title="Payments">{payments}</Section> : null}
      <ApproveDialog payment={deciding?.as === 'approve' ? deciding.payment : null} onClose={close} />
      <RejectDialog payment={deciding?.as === 'reject' ? deciding.payment : null} onClose={close} />
    </>
  );
}

/** Whether a list has rows, on this page or before it. */
function isAny({ rows = [], pages }: CursorPages<unknown>): boolean {
  return rows.length > 0 || pages.hasPrevious;
}

function RequestedBy({ payment }: { readonly payment: Approval }) {
  const { maker, responsible, is_maker } = payment;
  const approvals = approvalsText(payment);
  const who = is_maker ? (maker.startsWith('api_key:') ? `You, with ${makerText(maker)}` : 'You') : null;
  return (
    <>
      {who ?? makerText(maker, responsible)}
      {approvals === null ? null : (
        <Text span size="xs" c="dimmed" display="block">
          Approvals: {approvals}
        </Text>
      )}
    </>
  );
}

function Decide(props: { readonly payment: Approval; readonly decide: (as: Deciding['as']) => void }) {
  const { payment, decide } = props;
  const who = payment.recipient_name ?? payment.recipient_phone ?? payment.reference;
  if (!payment.may_reject) {
    return (
      <Text span c="dimmed" size="sm">
        Needs another approver
      </Text>
    );
  }
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="xs" variant="default" onClick={() => decide('reject')} aria-label={`Reject the payment to ${who}`}>
        Reject
      </Button>
      {payment.may_approve ? (
        <Button size="xs" onClick={() => decide('approve')} aria-label={`Approve the payment to ${who}`}>
          Approve
        </Button>
      ) : null}
      {payment.not_independent === null ? null : (
        <Text span c="dimmed" size="xs" maw={220}>
          {whyNotIndependent[payment.not_independent]}
        </Text>
      )}
    </Group>
  );
}

const whyNotIndependent = {
  invited_lately:
    'You and the person who requested it do not count as two: one of you invited the other recently, or the same person invited both.',
  link_seen:
    'You and the person who requested it do not count as two: one of you has seen a password link of the other, or the same person has seen links of both.',
} as const;
