import { Checkbox, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Approval, Decided } from '../../../../../src/http/dashboard/schemas/approvals.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Money } from '../../components/money.tsx';
import { moneyText } from '../../components/money-text.ts';
import { Phone } from '../../components/phone.tsx';
import { phoneText } from '../../components/phone-text.ts';
import { When } from '../../components/when.tsx';
import { Facts } from '../transactions/section.tsx';
import { typeText } from '../transactions/words.ts';
import { approvalsText, makerText } from './maker-text.ts';

/** The second person sees every field that the approval is bound to, and says so before the money leaves. */
export function ApproveDialog({
  payment,
  onClose,
}: {
  readonly payment: Approval | null;
  readonly onClose: () => void;
}) {
  const context = useStaffContext();
  const queryClient = useQueryClient();
  const [isChecked, setIsChecked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a payment that is looked at anew is checked anew.
  useEffect(() => setIsChecked(false), [payment]);
  const approve = async () => {
    if (payment === null) return;
    const path = context.path(`/approvals/${payment.transaction_id}/approve`);
    try {
      const { status } = await api.post<Decided>(path, { shown: payment.shown });
      const message =
        status === 'pending'
          ? 'Approved. Another person must approve this payment too.'
          : `Approved: ${moneyText(payment.amount)} is being sent.`;
      notifications.show({ message, color: 'nsimbi' });
    } finally {
      for (const part of ['approvals', 'transactions', 'home']) {
        void queryClient.invalidateQueries({ queryKey: context.key(part) });
      }
    }
  };
  return (
    <ConfirmDialog
      opened={payment !== null}
      onClose={onClose}
      title="Approve this payment?"
      confirmLabel={payment === null ? 'Approve' : `Approve ${moneyText(payment.amount)}`}
      isDisabled={!isChecked}
      onConfirm={approve}
    >
      {payment === null ? null : (
        <Stack gap="lg">
          <Facts
            facts={[
              ['Recipient', <strong key="r">{payment.recipient_name ?? 'Name unknown'}</strong>],
              ['Phone', <Phone key="p" phone={payment.recipient_phone} fw={600} />],
              ['Operator', payment.provider],
              ['Recipient receives', <Money key="n" amount={payment.net_amount} />],
              ['Fee', <Money key="f" amount={payment.fee_amount} />],
              ['Total deducted', <Money key="a" amount={payment.amount} fw={600} />],
              ['Type', typeText(payment.type)],
              ['Description', payment.description],
              ['Reference', payment.reference],
              ['Requested by', makerText(payment.maker, payment.responsible)],
              ['Approvals', approvalsText(payment)],
              ['Requested', <When key="c" at={payment.created_at} />],
              ['Expires', <When key="e" at={payment.expires_at} />],
            ]}
          />
          <Checkbox
            checked={isChecked}
            onChange={(event) => setIsChecked(event.currentTarget.checked)}
            label={`${moneyText(payment.net_amount)} to ${payment.recipient_name ?? 'this phone'}, ${
              payment.recipient_phone === null ? 'no phone' : phoneText(payment.recipient_phone)
            }, is correct`}
          />
        </Stack>
      )}
    </ConfirmDialog>
  );
}
