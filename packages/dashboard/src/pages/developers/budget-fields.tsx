import { SimpleGrid } from '@mantine/core';
import { MoneyInput } from '../../components/money-input.tsx';
import type { WholeNumberInputProps } from '../../components/whole-number-input.tsx';
import type { BudgetValues } from './key.ts';

/** The limits of a budget; an empty field is no limit. */
export function BudgetFields({
  inputProps,
}: {
  readonly inputProps: (name: keyof BudgetValues) => WholeNumberInputProps;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <MoneyInput label="Per payment" placeholder="No limit" {...inputProps('per_payment')} />
      <MoneyInput label="Per day" placeholder="No limit" {...inputProps('per_day')} />
      <MoneyInput label="Per month" placeholder="No limit" {...inputProps('per_month')} />
    </SimpleGrid>
  );
}

/** What people must know about the fields. */
export const budgetHelp =
  'The most that the key may pay out, fees included, in Kampala time. Leave a field empty for no limit. Failed payments are given back.';
