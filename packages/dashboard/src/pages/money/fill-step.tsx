import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStaffContext } from '../../api/desk.ts';
import { FormError } from '../../components/form-error.tsx';
import { MoneyInput } from '../../components/money-input.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { phoneText } from '../../components/phone-text.ts';
import { allProblems, namesOfService, problemsOf } from './form-problems.ts';
import { amountHint, type MoneyOperation, type MoneyValues } from './money-operation.ts';
import { previewQuery } from './preview.ts';
import { RecipientSelect } from './recipient-select.tsx';

/** The first step: who and how much. Everything that is wrong is said here at once, before anything is confirmed. */
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
  const form = useForm<MoneyValues>({ initialValues: values, onValuesChange: onTyped });
  const isCollection = operation.kind === 'collection';
  // Also what this page sees to be wrong is sent, because the service may see more.
  const check = useMutation({
    mutationFn: (filled: MoneyValues) => client.fetchQuery(previewQuery(context, operation, filled)),
    onSuccess: (_preview, filled) => {
      if (Object.keys(problemsOf(operation, filled)).length === 0) onFilled(filled);
    },
    onError: (error, filled) => form.setErrors(allProblems(operation, filled, error)),
  });
  return (
    <form
      onSubmit={form.onSubmit((filled) => {
        form.setErrors(problemsOf(operation, filled));
        check.mutate(filled);
      })}
      noValidate
    >
      <Stack gap="md">
        <FormError error={check.error} fields={namesOfService(operation)} whenRepeated="only_reads" />
        <RecipientSelect
          operation={operation}
          phone={form.values.phone}
          onChoose={({ phone, name }) => {
            form.setFieldValue('phone', phoneText(phone));
            // Also where no name is known, so that the name of another customer never stays.
            if (isCollection) form.setFieldValue('name', name ?? '');
          }}
        />
        <PhoneInput label={operation.phoneLabel} {...form.getInputProps('phone')} />
        <MoneyInput
          label={operation.amountLabel}
          description={amountHint(operation)}
          {...form.getInputProps('amount')}
        />
        {isCollection ? (
          <TextInput
            label="Customer’s name"
            description="Optional. The name that you know them by."
            maxLength={120}
            {...form.getInputProps('name')}
          />
        ) : null}
        <TextInput label="Description" description="Optional." maxLength={255} {...form.getInputProps('description')} />
        <div>
          <Button type="submit" loading={check.isPending}>
            Continue
          </Button>
        </div>
      </Stack>
    </form>
  );
}
