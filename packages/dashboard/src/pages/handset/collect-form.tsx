import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { MoneyInput } from '../../components/money-input.tsx';
import { Phone } from '../../components/phone.tsx';
import { SentBefore } from '../../components/sent-before.tsx';
import { wholeNumberProblem } from '../../components/whole-number-text.ts';

/** Asks a phone on the screen for test money. */
export function CollectForm({ phone, onAsked }: { readonly phone: string; readonly onAsked: () => void }) {
  const context = useStaffContext();
  const client = useQueryClient();
  const idempotency = useIdempotencyKey(`collect from ${phone}`);
  const form = useForm<{ amount: number | string; description: string }>({
    initialValues: { amount: 20_000, description: 'Invoice 7' },
    validate: { amount: wholeNumberProblem },
  });
  const collect = useMutation({
    mutationFn: ({ amount, description }: typeof form.values) =>
      api.post(
        context.path('/collect-payment'),
        { customer_phone: phone, amount, ...(description === '' ? {} : { description }) },
        { idempotencyKey: idempotency.key },
      ),
    onSuccess: () => {
      idempotency.renew();
      void client.invalidateQueries({ queryKey: context.key('transactions') });
      onAsked();
    },
    onError: (error) => {
      idempotency.noteFailure(error);
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => collect.mutate(values))}>
      <Stack gap="md">
        <FormError error={collect.error} fields={['amount', 'description']} whenRepeated="happens_once" />
        <SentBefore
          error={collect.error}
          pageOf={({ transaction_id }) => context.page(`/transactions/${transaction_id}`)}
          idempotency={idempotency}
          reset={collect.reset}
        />
        <div>
          From <Phone phone={phone} fw={600} />
        </div>
        <MoneyInput label="Amount" description="From UGX 1,000." data-autofocus {...form.getInputProps('amount')} />
        <TextInput label="Reason" maxLength={255} {...form.getInputProps('description')} />
        <Button type="submit" loading={collect.isPending}>
          Send the request
        </Button>
      </Stack>
    </form>
  );
}
