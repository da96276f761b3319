import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import type { Requested } from '../../components/proposed-notice.tsx';
import { wholeNumberProblem } from '../../components/whole-number-text.ts';
import { BudgetFields, budgetHelp } from './budget-fields.tsx';
import { type ApiKey, type BudgetValues, limitsOf } from './key.ts';

/** What a key may pay, and the keys that it was or will be rolled to. */
export function BudgetForm({
  apiKey,
  onSaved,
}: {
  readonly apiKey: ApiKey;
  readonly onSaved: (saved: Requested) => void;
}) {
  const context = useStaffContext();
  const form = useForm<BudgetValues>({
    initialValues: {
      per_payment: apiKey.budget?.per_payment ?? '',
      per_day: apiKey.budget?.per_day ?? '',
      per_month: apiKey.budget?.per_month ?? '',
    },
    validate: { per_payment: wholeNumberProblem, per_day: wholeNumberProblem, per_month: wholeNumberProblem },
  });
  const save = useMutation({
    mutationFn: (values: BudgetValues) =>
      api.put<Requested>(context.path(`/keys/${apiKey.id}/budget`), limitsOf(values)),
    onSuccess: onSaved,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <FormError error={save.error} fields={['per_payment', 'per_day', 'per_month']} />
        <Text>
          The budget of <b>{apiKey.name}</b> stays with it when it is rolled. What was paid stays counted.
        </Text>
        <Text c="dimmed" size="sm">
          {budgetHelp}
        </Text>
        <BudgetFields inputProps={(name) => form.getInputProps(name)} />
        <Button type="submit" loading={save.isPending}>
          Save the budget
        </Button>
      </Stack>
    </form>
  );
}
