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
import { MoneyInput } from '../../components/money-input.tsx';
import { moneyText } from '../../components/money-text.ts';
import { Phone } from '../../components/phone.tsx';
import type { WholeNumber } from '../../components/whole-number-text.ts';

/** Asks before a collection is given back, all that is left of it or a part. */
export function RefundDialog(props: {
  readonly transaction: DashboardTransaction;
  /** What earlier refunds leave of the collection, in shillings. */
  readonly left: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { transaction, left, opened, onClose } = props;
  const context = useStaffContext();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const idempotency = useIdempotencyKey('refund');
  const [description, setDescription] = useState('');
  const [amount, setAmount] = useState<WholeNumber>(left);
  const problem = amountProblem(amount, left);
  const refund = async () => {
    const body = {
      // All that is left is for the service to know: an operator may refund whole payments only.
      ...(amount === left ? {} : { amount }),
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    };
    const path = context.path(`/transactions/${transaction.id}/refund`);
    const sending = api.post<{ transaction_id: number }>(path, body, { idempotencyKey: idempotency.key });
    sending.catch(idempotency.noteFailure);
    const made = await sending;
    idempotency.renew();
    notifications.show({ message: `The refund of ${moneyText(Number(amount))} is in progress.`, color: 'nsimbi' });
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
      confirmLabel={problem === null ? `Refund ${moneyText(Number(amount))}` : 'Refund'}
      isDisabled={problem !== null}
      whenRepeated="happens_once"
      onConfirm={refund}
    >
      <Stack gap="md">
        <Text>
          The amount leaves the wallet and goes back to {transaction.counterparty.name ?? 'the customer'} at{' '}
          <Phone phone={transaction.counterparty.phone} />. The fee of the collection is kept. This cannot be undone.
        </Text>
        <MoneyInput
          label="Amount"
          description={`Up to ${moneyText(left)}.`}
          value={amount}
          onChange={setAmount}
          error={problem}
        />
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

function amountProblem(amount: WholeNumber, left: number): string | null {
  if (typeof amount !== 'number' || amount < 1) return 'Enter whole shillings.';
  return amount > left ? `At most ${moneyText(left)} can be refunded.` : null;
}
