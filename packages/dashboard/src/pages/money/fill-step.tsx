import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { MoneyInput } from '../../components/money-input.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { wholeNumberProblem } from '../../components/whole-number-text.ts';
import type { MoneyOperation, MoneyValues } from './money-operation.ts';
import { quoteQuery } from './quote.ts';

/** The first step: who and how much. What is wrong is said here, before anything is confirmed. */
export function FillStep(props: {
  readonly operation: MoneyOperation;
  readonly values: MoneyValues;
  /** Called with every change, so that nothing typed is lost with the page or the session. */
  readonly onTyped: (values: MoneyValues) => void;
  readonly onFilled: (values: MoneyValues) => void;
}) {
  const { operation, values, onTyped, onFilled } = props;
  const context = useStaffContext();
  const client = useQueryClient();
  const form = useForm<MoneyValues>({
    initialValues: values,
    onValuesChange: onTyped,
    validate: {
      phone: (phone) => (phone.trim() === '' ? 'Whose phone number?' : null),
      amount: (amount) => (amount === '' ? 'How much?' : wholeNumberProblem(amount)),
    },
  });
  const ask = useMutation({
    mutationFn: (filled: MoneyValues) => client.fetchQuery(quoteQuery(context, operation, filled)),
    onSuccess: (_quoted, filled) => onFilled(filled),
    onError: (error) => {
      const { recipient_phone, ...errors } = fieldErrors(error);
      form.setErrors(recipient_phone === undefined ? errors : { phone: recipient_phone, ...errors });
    },
  });
  return (
    <form onSubmit={form.onSubmit((filled) => ask.mutate(filled))}>
      <Stack gap="md">
        <FormError error={ask.error} fields={['phone', 'recipient_phone', 'amount']} whenRepeated="only_reads" />
        <PhoneInput label={operation.phoneLabel} {...form.getInputProps('phone')} />
        <MoneyInput
          label={operation.amountLabel}
          description={operation.amountHint}
          {...form.getInputProps('amount')}
        />
        {operation.kind === 'collection' ? (
          <TextInput
            label="Customer’s name"
            description="Optional. The name that you know them by."
            maxLength={120}
            {...form.getInputProps('name')}
          />
        ) : null}
        <TextInput label="Description" description="Optional." maxLength={255} {...form.getInputProps('description')} />
        <div>
          <Button type="submit" loading={ask.isPending}>
            Continue
          </Button>
        </div>
      </Stack>
    </form>
  );
}
