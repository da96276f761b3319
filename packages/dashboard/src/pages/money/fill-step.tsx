import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useStaffContext } from '../../api/desk.ts';
import { FormError } from '../../components/form-error.tsx';
import { MoneyInput } from '../../components/money-input.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { phoneText } from '../../components/phone-text.ts';
import { allProblems, type FormProblems, firstWrong, namesOfService, problemsOf } from './form-problems.ts';
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
  // The field with the focus is read out together with what is wrong with it.
  const focusFirst = (problems: FormProblems) => {
    const field = firstWrong(problems);
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
  // Also what this page sees to be wrong is sent, because the service may see more.
  const check = useMutation({
    mutationFn: (filled: MoneyValues) => client.fetchQuery(previewQuery(context, operation, filled)),
    onSuccess: (_preview, filled) => {
      if (firstWrong(problemsOf(operation, filled)) === undefined) onFilled(filled);
    },
    onError: (error, filled) => {
      const problems = allProblems(operation, filled, error);
      form.setErrors(problems);
      // What this page saw by itself has the focus already, and may be corrected by now.
      if (firstWrong(problemsOf(operation, filled)) === undefined) focusFirst(problems);
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((filled) => {
        const problems = problemsOf(operation, filled);
        form.setErrors(problems);
        focusFirst(problems);
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
