import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Preview } from '../../../../../src/wallet/preview.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { IdempotencyKey } from '../../api/idempotency-key.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Money } from '../../components/money.tsx';
import { Phone } from '../../components/phone.tsx';
import { AnswerLost, SentBefore } from '../../components/sent-before.tsx';
import { StepTitle } from '../../components/step-title.tsx';
import type { Moved } from './made-payment.ts';
import { Fact, Facts } from './money-facts.tsx';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';
import { previewQuery } from './preview.ts';

/** Milliseconds after which the cost and the balance are asked for again. */
const previewForMs = 60_000;

/** The second step: what it costs, who it is and what it does to the balance, and the button that moves the money, once. */
export function ConfirmStep(props: {
  readonly operation: MoneyOperation;
  readonly values: MoneyValues;
  readonly idempotency: IdempotencyKey;
  /** Whether this form sent another one before, whose answer was lost. */
  readonly isAnotherSent: boolean;
  /** The person says that this is another one than was sent before. */
  readonly onForgotten: () => void;
  readonly onChange: () => void;
  readonly onDone: (moved: Moved, preview: Preview) => void;
}) {
  const { operation, values, idempotency, isAnotherSent, onForgotten, onChange, onDone } = props;
  const context = useStaffContext();
  const client = useQueryClient();
  const asked = previewQuery(context, operation, values);
  const move = useMutation({
    mutationFn: async (confirmed: Preview) => {
      idempotency.noteSent();
      const moved = await api.post<Moved>(
        context.path(operation.path),
        { ...operation.body(values), fee_amount: confirmed.fee_amount },
        { idempotencyKey: idempotency.key },
      );
      return { moved, confirmed };
    },
    onSuccess: ({ moved, confirmed }) => {
      idempotency.renew();
      void client.invalidateQueries({ queryKey: context.key() });
      onDone(moved, confirmed);
    },
    onError: (failure) => {
      idempotency.noteFailure(failure);
      // What was refused may have been so for what is shown here: the fee, or what the wallet has.
      if (failure instanceof ApiFailure) void client.refetchQueries({ queryKey: asked.queryKey, exact: true });
    },
  });
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    ...asked,
    // The balance and the fee may change while the page is open; what is shown stays while the money is moved.
    refetchInterval: move.isPending ? false : previewForMs,
  });
  if (preview === undefined && error !== null) {
    return (
      <Stack gap="md">
        <LoadFailure error={error} retry={() => void refetch()} />
        <div>
          <Button variant="default" onClick={onChange}>
            Change
          </Button>
        </div>
      </Stack>
    );
  }
  if (preview === undefined) return <Skeleton height={240} radius="md" />;
  const { recipient } = preview;
  const isPayout = operation.kind !== 'collection';
  // What the wallet has left says nothing of a payment that was sent: that one may have taken it.
  const isRepeat = idempotency.isSent && !isAnotherSent;
  const isTooMuch = !preview.is_affordable && !isRepeat;
  return (
    <Stack gap="md">
      <StepTitle>{operation.confirmTitle}</StepTitle>
      {move.isIdle && !isAnotherSent ? <AnswerLost idempotency={idempotency} /> : null}
      {move.isIdle && isAnotherSent ? (
        <Alert color="yellow" role="alert">
          Another {operation.noun} was sent from this form before, but the response was lost. If it was carried out,
          this one is refused and you can view the earlier one.
        </Alert>
      ) : null}
      <FormError error={move.error} whenRepeated="happens_once" />
      <SentBefore
        error={move.error}
        pageOf={({ transaction_id }) => context.page(`/transactions/${transaction_id}`)}
        idempotency={idempotency}
        reset={() => {
          onForgotten();
          move.reset();
        }}
      />
      <Facts>
        <Fact label={isPayout ? 'To' : 'From'}>
          <Phone phone={recipient.phone} fw={600} />
        </Fact>
        <Fact label="Registered name">{recipient.registered_name ?? 'Not given by the operator'}</Fact>
        {recipient.saved_name === null ? null : <Fact label="Saved as">{recipient.saved_name}</Fact>}
        {isPayout || values.name.trim() === '' ? null : <Fact label="Customer’s name">{values.name}</Fact>}
        <Fact label={isPayout ? 'Sent through' : 'Collected through'}>
          {preview.transfer_type === 'internal' ? 'Wallet to wallet' : recipient.operator}
        </Fact>
        {values.description.trim() === '' ? null : <Fact label="Description">{values.description}</Fact>}
        <Fact label="Amount">
          <Money amount={preview.amount} />
        </Fact>
        <Fact label="Fee">
          <Money amount={preview.fee_amount} />
        </Fact>
        <Fact label={operation.totalLabel} isTotal>
          <Money amount={isPayout ? preview.total_deducted : preview.net_amount} />
        </Fact>
        {isRepeat && !move.isPending ? null : (
          <>
            <Fact label="Balance before">
              <Money amount={preview.balance_before} />
            </Fact>
            <Fact label={isPayout ? 'Balance after' : 'Balance after payment'}>
              <Money amount={preview.balance_after} />
            </Fact>
          </>
        )}
      </Facts>
      {isTooMuch ? (
        <Alert color="red" role="alert">
          The wallet has <Money amount={preview.balance_before} />, which is not enough. Enter a smaller amount or ask
          for a top-up.
        </Alert>
      ) : null}
      {preview.is_affordable && preview.requires_approval ? (
        <Alert color="yellow" icon={<IconUserCheck size={18} aria-hidden />}>
          Another person must approve this amount. The money is held until then.
        </Alert>
      ) : null}
      <Group gap="xs">
        <Button variant="default" onClick={onChange} disabled={move.isPending}>
          Change
        </Button>
        <Button loading={move.isPending} disabled={isTooMuch} onClick={() => move.mutate(preview)}>
          {operation.button} <Money amount={isPayout ? preview.amount : preview.total_deducted} ml={6} />
        </Button>
      </Group>
    </Stack>
  );
}
