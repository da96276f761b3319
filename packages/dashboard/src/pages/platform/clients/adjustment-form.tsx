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
  add: { label: 'Correction: add', type: 'adjustment', direction: 'in' },
  take: { label: 'Correction: deduct', type: 'adjustment', direction: 'out' },
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
          ? 'Another administrator must approve this. Nothing is booked before that.'
          : 'This is test money: you can book it at once or ask another administrator to approve it.'}
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
            aria-label="Type"
            fullWidth
            data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
            {...form.getInputProps('kind')}
          />
          <MoneyInput label="Amount" {...form.getInputProps('amount')} />
          <Textarea
            label="Reason"
            description="Shown to the client."
            maxLength={255}
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
          <TextInput
            label="Reference of the document"
            description={
              mode === 'live'
                ? 'The slip or statement line of this booking. Each reference is booked once.'
                : 'Optional for test money.'
            }
            maxLength={255}
            {...form.getInputProps('external_reference')}
          />
          {mode === 'test' ? (
            <Switch
              label="Book at once, without a second person"
              {...form.getInputProps('at_once', { type: 'checkbox' })}
            />
          ) : null}
          <Button type="submit" loading={propose.isPending}>
            {form.values.at_once ? 'Book' : 'Propose'}
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
        ? `${amount} was booked as transaction ${made.transaction_id}.`
        : `${amount} was proposed. Another administrator can approve it under Corrections.`}
    </Alert>
  );
}
