import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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
import type { MoneyOperation, MoneyValues } from './money-operation.ts';
import classes from './money-page.module.css';
import { quoteQuery } from './quote.ts';
import type { Moved } from './result-step.tsx';

/** The second step: what it costs and who it is, and the button that moves the money, once. */
export function ConfirmStep(props: {
  readonly operation: MoneyOperation;
  readonly values: MoneyValues;
  readonly idempotency: IdempotencyKey;
  /** Whether this form sent another one before, whose answer was lost. */
  readonly isAnotherSent: boolean;
  /** The person says that this is another one than was sent before. */
  readonly onForgotten: () => void;
  readonly onChange: () => void;
  readonly onDone: (moved: Moved) => void;
}) {
  const { operation, values, idempotency, isAnotherSent, onForgotten, onChange, onDone } = props;
  const context = useStaffContext();
  const client = useQueryClient();
  const asked = useQuery(quoteQuery(context, operation, values));
  const move = useMutation({
    mutationFn: () => {
      idempotency.noteSent();
      return api.post<Moved>(
        context.path(operation.path),
        { ...operation.body(values), fee_amount: asked.data?.quote.fee_amount },
        { idempotencyKey: idempotency.key },
      );
    },
    onSuccess: (moved) => {
      idempotency.renew();
      void client.invalidateQueries({ queryKey: context.key() });
      onDone(moved);
    },
    onError: (error) => {
      idempotency.noteFailure(error);
      // What was refused may have been so for what is shown here: the fee, or what the wallet has.
      if (error instanceof ApiFailure) void asked.refetch();
    },
  });
  if (asked.error !== null && asked.data === undefined) {
    return <LoadFailure error={asked.error} retry={() => void asked.refetch()} />;
  }
  if (asked.data === undefined) return <Skeleton height={240} radius="md" />;
  const { quote, other } = asked.data;
  const isPayout = operation.kind !== 'collection';
  // What the wallet has left says nothing of a payment that was sent: that one may have taken it.
  const isTooMuch = !quote.is_affordable && (!idempotency.isSent || isAnotherSent);
  const name = other.registered_name ?? 'Not given by the operator';
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
      <dl className={classes.facts}>
        <Fact label={isPayout ? 'To' : 'From'}>
          <Phone phone={other.phone} fw={600} />
        </Fact>
        <Fact label="Registered name">{name}</Fact>
        <Fact label="Sent through">{quote.transfer_type === 'internal' ? 'Wallet to wallet' : other.operator}</Fact>
        {values.description.trim() === '' ? null : <Fact label="Description">{values.description}</Fact>}
        <Fact label="Amount">
          <Money amount={quote.amount} />
        </Fact>
        <Fact label="Fee">
          <Money amount={quote.fee_amount} />
        </Fact>
        <div className={classes.total}>
          <dt>{isPayout ? operation.totalLabel : 'You receive'}</dt>
          <dd>
            <Money amount={isPayout ? quote.total_deducted : quote.net_amount} />
          </dd>
        </div>
      </dl>
      {isTooMuch ? (
        <Alert color="red" role="alert">
          The wallet has <Money amount={quote.available} />, which is not enough. Choose a smaller amount or ask for a
          top-up.
        </Alert>
      ) : null}
      {quote.is_affordable && quote.requires_approval ? (
        <Alert color="yellow" icon={<IconUserCheck size={18} aria-hidden />}>
          Another person must approve this amount. The money is held until then.
        </Alert>
      ) : null}
      <Group gap="xs">
        <Button variant="default" onClick={onChange} disabled={move.isPending}>
          Change
        </Button>
        <Button loading={move.isPending} disabled={isTooMuch} onClick={() => move.mutate()}>
          {operation.button} <Money amount={isPayout ? quote.amount : quote.total_deducted} ml={6} />
        </Button>
      </Group>
    </Stack>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
