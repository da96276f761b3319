import { Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Approval, Decided } from '../../../../../src/http/dashboard/schemas/approvals.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';

/** Rejects a payment, with a reason for its maker. */
export function RejectDialog({
  payment,
  onClose,
}: {
  readonly payment: Approval | null;
  readonly onClose: () => void;
}) {
  const context = useStaffContext();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const transactionId = payment?.transaction_id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another payment has another reason.
  useEffect(() => setReason(''), [transactionId]);
  const reject = async () => {
    try {
      await api.post<Decided>(context.path(`/approvals/${transactionId}/reject`), { reason: reason.trim() });
      notifications.show({ message: 'Rejected. The money was returned to the wallet.' });
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
      title={payment?.is_maker === true ? 'Cancel this payment?' : 'Reject this payment?'}
      confirmLabel={payment?.is_maker === true ? 'Cancel the payment' : 'Reject'}
      isDangerous
      isDisabled={reason.trim() === ''}
      onConfirm={reject}
    >
      {payment === null ? null : (
        <Stack gap="md">
          <Text>
            <Money amount={payment.amount} fw={600} /> for {payment.recipient_name ?? 'the recipient'} at{' '}
            <Phone phone={payment.recipient_phone} /> stay in the wallet. The payment fails, and cannot be approved
            later.
          </Text>
          <Textarea
            label="Reason"
            description="Shown to the person who requested the payment."
            required
            maxLength={255}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value.replaceAll('\n', ' '))}
          />
        </Stack>
      )}
    </ConfirmDialog>
  );
}
