import { NativeSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CostObject } from '../../../../../src/http/dashboard/schemas/business-settings.ts';
import type { FeeOperationName } from '../../../../../src/http/dashboard/schemas/fees.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { MoneyInput } from '../../components/money-input.tsx';
import { type WholeNumber, wholeNumberProblem } from '../../components/whole-number-text.ts';
import { isOperation, operationNames, operations } from '../platform/fees/operations.ts';
import { CostText } from './cost-text.tsx';
import { Panel } from './panel.tsx';

/** What an amount would cost now, calculated by the service. */
export function CostCalculator() {
  const context = useStaffContext();
  const [operation, setOperation] = useState<FeeOperationName>('send_money_external');
  const [amount, setAmount] = useState<WholeNumber>(50_000);
  const [asked] = useDebouncedValue({ operation, amount }, 300);
  const problem = asked.amount === '' ? null : wholeNumberProblem(asked.amount);
  const isAsked = asked.amount !== '' && problem === null;
  const cost = useQuery({
    queryKey: context.key('settings', 'cost', asked),
    queryFn: async ({ signal }) => ({
      operation: asked.operation,
      cost: await api.get<CostObject>(context.path('/settings/cost'), { query: asked, signal }),
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const errors = fieldErrors(cost.error);
  const isCurrent = !cost.isPlaceholderData && asked.operation === operation && asked.amount === amount;
  return (
    <Panel title="What does a payment cost?">
      <NativeSelect
        label="Operation"
        value={operation}
        data={operationNames.map((value) => ({ value, label: operations[value].title }))}
        onChange={({ currentTarget }) => {
          if (isOperation(currentTarget.value)) setOperation(currentTarget.value);
        }}
      />
      <MoneyInput label="Amount" value={amount} onChange={setAmount} error={problem ?? errors.amount} />
      <FormError error={cost.error} fields={['amount']} whenRepeated="only_reads" />
      <Text role="status" c={isCurrent ? undefined : 'dimmed'}>
        {cost.data === undefined || !isAsked || cost.error !== null ? null : <CostText {...cost.data} />}
      </Text>
    </Panel>
  );
}
