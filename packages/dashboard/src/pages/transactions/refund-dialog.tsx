import { Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DashboardTransaction } from '../../../../../src/http/dashboard/schemas/transactions.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Money } from '../../components/money.tsx';
import { moneyText } from '../../components/money-text.ts';
import { Phone } from '../../components/phone.tsx';

/** Asks before a collection is given back, whole. */
export function RefundDialog(props: {
  readonly transaction: DashboardTransaction;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { transaction, opened, onClose } = props;
  const context = useStaffContext();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const idempotency = useIdempotencyKey('refund');
  const [description, setDescription] = useState('');
  const refund = async () => {
    const body = description.trim() === '' ? {} : { description: description.trim() };
    const path = context.path(`/transactions/${transaction.id}/refund`);
    const sending = api.post<{ transaction_id: number }>(path, body, { idempotencyKey: idempotency.key });
    sending.catch(idempotency.noteFailure);
    const made = await sending;
    idempotency.renew();
    notifications.show({ message: `The refund of ${moneyText(transaction.amount)} is in progress.`, color: 'nsimbi' });
    for (const part of ['transactions', 'home']) {
      void queryClient.invalidateQueries({ queryKey: context.key(part) });
    }
    void navigate({ to: context.page(`/transactions/${made.transaction_id}`) as string });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Refund this collection?"
      confirmLabel={`Refund ${moneyText(transaction.amount)}`}
      whenRepeated="happens_once"
      onConfirm={refund}
    >
      <Stack gap="md">
        <Text>
          <Money amount={transaction.amount} fw={600} /> leaves the wallet and goes back to{' '}
          {transaction.counterparty.name ?? 'the customer'} at <Phone phone={transaction.counterparty.phone} />. The fee
          of the collection is kept. This cannot be undone.
        </Text>
        <TextInput
          label="Reason"
          description="Optional. Shown with the refund."
          maxLength={255}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
