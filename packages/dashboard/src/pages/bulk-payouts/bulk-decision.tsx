import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useMe } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Money } from '../../components/money.tsx';
import { countText, moneyText } from '../../components/money-text.ts';
import { When } from '../../components/when.tsx';
import type { BulkPayout } from './bulk-payout.ts';

/** The decisions on a bulk payout that are open to this person now. */
export function BulkDecision({ bulk }: { readonly bulk: BulkPayout }) {
  const context = useStaffContext();
  const me = useMe();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'confirm' | 'approve' | 'reject' | 'cancel' | null>(null);
  const [reason, setReason] = useState('');
  const decide = async (what: string, body: object) => {
    await api.post(context.path(`/bulk-payouts/${bulk.id}/${what}`), body);
    void client.invalidateQueries({ queryKey: context.key('home') });
    await client.invalidateQueries({ queryKey: context.key('bulk-payouts') });
  };
  const waits = bulk.status === 'awaiting_approval';
  const isMaker = bulk.maker === me.person.email;
  const isFirst = bulk.first_approver === me.person.email;
  const mayDecide = waits && !isMaker && context.may('approvals.decide');
  const { draft } = bulk;
  const mayCancel =
    context.may('money.move') &&
    ((waits && isMaker) || draft !== null || (bulk.status === 'running' && bulk.stopped_by === null));
  const rows = `${countText(bulk.row_count)} ${bulk.row_count === 1 ? 'payment' : 'payments'}`;
  if (!waits && !mayCancel && draft === null) return null;
  return (
    <>
      {draft !== null ? (
        <DraftDecision
          bulk={bulk}
          draft={draft}
          mayMove={mayCancel}
          onConfirm={() => setAsked('confirm')}
          onCancel={() => setAsked('cancel')}
        />
      ) : waits ? (
        <Alert color="yellow" icon={<IconUserCheck size={18} aria-hidden />}>
          <Text mb="xs">
            {isMaker || isFirst ? 'Another person must approve this.' : 'Waiting for approval.'}{' '}
            {bulk.approvers_needed === 2
              ? `Two people must approve it, because it is not known who created its API key. Approved so far: ${bulk.first_approver ?? 'nobody'}. `
              : ''}
            No money has moved. It expires <When at={bulk.expires_at} />.
          </Text>
          <Group gap="xs">
            {mayDecide ? (
              <>
                {isFirst ? null : <Button onClick={() => setAsked('approve')}>Approve</Button>}
                <Button variant="default" onClick={() => setAsked('reject')}>
                  Reject
                </Button>
              </>
            ) : null}
            {mayCancel ? (
              <Button variant="default" onClick={() => setAsked('cancel')}>
                Cancel
              </Button>
            ) : null}
          </Group>
        </Alert>
      ) : (
        <div>
          <Button variant="default" onClick={() => setAsked('cancel')}>
            Cancel the remaining payments
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asked === 'confirm'}
        onClose={() => setAsked(null)}
        title={draft?.requires_approval === true ? 'Request approval?' : 'Start this bulk payout?'}
        confirmLabel={draft?.requires_approval === true ? 'Request approval' : `Pay ${rows}`}
        whenRepeated="happens_once"
        onConfirm={() => decide('confirm', { total_deducted: bulk.total_deducted })}
      >
        <Money amount={bulk.amount} fw={600} /> goes to the recipients and <Money amount={bulk.fees} /> to fees:{' '}
        <Money amount={bulk.total_deducted} fw={600} /> leaves the wallet
        {draft?.requires_approval === true ? ' after another person has approved it.' : ' as the rows are sent.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'approve'}
        onClose={() => setAsked(null)}
        title="Approve this bulk payout?"
        confirmLabel={`Approve ${rows}`}
        onConfirm={() => decide('approve', { row_count: bulk.row_count, total_deducted: bulk.total_deducted })}
      >
        {rows} created by {bulk.maker} start at once. <Money amount={bulk.amount} fw={600} /> goes to the recipients and{' '}
        <Money amount={bulk.fees} /> to fees: <Money amount={bulk.total_deducted} fw={600} /> leaves the wallet.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'reject'}
        onClose={() => setAsked(null)}
        title="Reject this bulk payout?"
        confirmLabel="Reject"
        isDangerous
        isDisabled={reason.trim() === ''}
        onConfirm={() => decide('reject', { reason: reason.trim() })}
      >
        <TextInput
          label="Reason"
          description="Shown to the person who created it."
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'cancel'}
        onClose={() => setAsked(null)}
        title="Cancel the remaining payments?"
        confirmLabel="Cancel the payments"
        isDangerous
        onConfirm={() => decide('cancel', {})}
      >
        Rows that have not started are not sent. Payments that have started are completed.
      </ConfirmDialog>
    </>
  );
}

/** A draft: nothing is paid until somebody confirms its total. */
function DraftDecision(props: {
  readonly bulk: BulkPayout;
  readonly draft: NonNullable<BulkPayout['draft']>;
  readonly mayMove: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const { bulk, draft, mayMove, onConfirm, onCancel } = props;
  const isShort = draft.available < bulk.total_deducted;
  const isStuck = draft.is_frozen || (isShort && !draft.requires_approval);
  return (
    <Alert color="yellow" icon={<IconUserCheck size={18} aria-hidden />}>
      <Text mb="xs">
        Nothing has been paid. {draft.requires_approval ? 'Another person must approve it after you confirm it. ' : ''}
        The draft expires <When at={bulk.expires_at} />.
      </Text>
      {draft.is_frozen ? <Text mb="xs">This wallet is frozen; contact support.</Text> : null}
      {isShort ? (
        <Text mb="xs">
          The wallet has <Money amount={draft.available} />, which is less than the total
          {draft.requires_approval ? '; it must have enough when this is approved.' : '.'}
        </Text>
      ) : null}
      {mayMove ? (
        <Group gap="xs">
          <Button disabled={isStuck} onClick={onConfirm}>
            {draft.requires_approval ? 'Request approval of' : 'Pay'} {moneyText(bulk.total_deducted)}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}
