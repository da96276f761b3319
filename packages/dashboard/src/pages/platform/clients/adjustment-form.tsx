import { Alert, Button, Paper, SegmentedControl, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdjustmentObject } from '../../../../../../src/http/dashboard/schemas/adjustments.ts';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { api } from '../../../api/api.ts';
import { useIdempotencyKey } from '../../../api/idempotency-key.ts';
import type { Mode } from '../../../api/session.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { moneyText } from '../../../components/money-text.ts';
import { SentBefore } from '../../../components/sent-before.tsx';
import { wholeNumberProblem } from '../../../components/whole-number-text.ts';

const kinds = {
  top_up: { label: 'Top up', type: 'deposit', direction: 'in' },
  add: { label: 'Correct: add', type: 'adjustment', direction: 'in' },
  take: { label: 'Correct: take', type: 'adjustment', direction: 'out' },
} as const;
type Kind = keyof typeof kinds;

interface Values {
  readonly kind: Kind;
  readonly amount: string | number;
  readonly reason: string;
  readonly external_reference: string;
  readonly at_once: boolean;
}

const empty: Values = { kind: 'top_up', amount: '', reason: '', external_reference: '', at_once: false };

/** Proposes a top-up or correction. Nothing is booked before another person approves; test money may be at once. */
export function AdjustmentForm({ client, mode }: { readonly client: ClientAtPlatform; readonly mode: Mode }) {
  const queries = useQueryClient();
  const idempotency = useIdempotencyKey(`adjustment ${mode}`);
  const form = useForm<Values>({
    initialValues: { ...empty, at_once: mode === 'test' },
    validate: { amount: wholeNumberProblem },
  });
  const propose = useMutation({
    mutationFn: ({ kind, amount, reason, external_reference, at_once }: Values) =>
      api.post<AdjustmentObject>(
        `/platform/clients/${client.client_id}/${mode}/adjustments`,
        {
          type: kinds[kind].type,
          direction: kinds[kind].direction,
          ...(amount === '' ? {} : { amount: Number(amount) }),
          reason: reason.trim(),
          external_reference: external_reference.trim() === '' ? null : external_reference.trim(),
          at_once,
        },
        { idempotencyKey: idempotency.key },
      ),
    onSuccess: async () => {
      idempotency.renew();
      form.reset();
      await queries.invalidateQueries({ queryKey: ['platform'] });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="adjust-title">
      <Title order={2} size="h4" mb={4} id="adjust-title">
        Top up or correct
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {mode === 'live'
          ? 'You propose, and another administrator approves exactly this. Nothing is booked before.'
          : 'Test money is no real money: you may book it at once, or leave it to another administrator.'}
      </Text>
      <form onSubmit={form.onSubmit((values) => propose.mutate(values))}>
        <Stack gap="md">
          <FormError
            error={propose.error}
            fields={['amount', 'reason', 'external_reference']}
            whenRepeated="happens_once"
          />
          <SentBefore error={propose.error} idempotency={idempotency} reset={propose.reset} />
          <Done made={propose.data} />
          <SegmentedControl
            aria-label="What to do"
            fullWidth
            data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
            {...form.getInputProps('kind')}
          />
          <MoneyInput label="Amount" {...form.getInputProps('amount')} />
          <Textarea
            label="Reason"
            description="The client reads it."
            maxLength={255}
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label="Reference of the document"
            description={
              mode === 'live'
                ? 'The slip or statement line that this books. Each is booked once.'
                : 'May be empty for test money.'
            }
            maxLength={255}
            {...form.getInputProps('external_reference')}
          />
          {mode === 'test' ? (
            <Switch
              label="Book it at once, without a second person"
              {...form.getInputProps('at_once', { type: 'checkbox' })}
            />
          ) : null}
          <Button type="submit" loading={propose.isPending}>
            {form.values.at_once ? 'Book it' : 'Propose it'}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function Done({ made }: { readonly made: AdjustmentObject | undefined }) {
  if (made === undefined) return null;
  const amount = moneyText(made.amount);
  if (made.status === 'refused') {
    return (
      <Alert color="red" role="status">
        {amount} was not booked. {made.refusal}
      </Alert>
    );
  }
  return (
    <Alert color="nsimbi" role="status" icon={<IconCircleCheck size={18} aria-hidden />}>
      {made.status === 'booked'
        ? `${amount} is booked as transaction ${made.transaction_id}.`
        : `${amount} is proposed. Another administrator finds it under Corrections.`}
    </Alert>
  );
}
