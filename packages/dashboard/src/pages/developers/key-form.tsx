import { Button, Checkbox, Input, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import { wholeNumberProblem } from '../../components/whole-number-text.ts';
import { BudgetFields, budgetHelp } from './budget-fields.tsx';
import {
  addressesOf,
  type BudgetValues,
  type KeyRequested,
  limitsOf,
  permissionMeanings,
  signingKeysOf,
  suggestedBudget,
} from './key.ts';
import { SigningKeysFields } from './signing-keys-fields.tsx';

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

const noBudget: BudgetValues = { per_payment: '', per_day: '', per_month: '' };

/** What a new key is for and may do. */
export function KeyForm({ onMade }: { readonly onMade: (key: KeyRequested) => void }) {
  const context = useStaffContext();
  const form = useForm({
    initialValues: {
      name: '',
      // A test key is for trying everything; a live key begins with the least: it may look.
      permissions: context.mode === 'test' ? Object.keys(permissionMeanings) : ['wallet:read'],
      // A live key that nobody uses any more expires. Reminders are sent before.
      expires_in_days: context.mode === 'test' ? '' : '365',
      allowed_ips: '',
      signing_keys: '',
      second_signing_key: '',
      budget: context.mode === 'test' ? noBudget : suggestedBudget,
    },
    validate: {
      budget: { per_payment: wholeNumberProblem, per_day: wholeNumberProblem, per_month: wholeNumberProblem },
    },
  });
  const make = useMutation({
    mutationFn: ({
      name,
      permissions,
      expires_in_days: days,
      allowed_ips: addresses,
      budget,
      ...keys
    }: typeof form.values) =>
      api.post<KeyRequested>(context.path('/keys'), {
        name: name.trim(),
        permissions,
        allowed_ips: addressesOf(addresses),
        budget: limitsOf(budget),
        signing_keys: signingKeysOf(keys),
        ...(days === '' ? {} : { expires_in_days: Number(days) }),
      }),
    onSuccess: onMade,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack gap="md">
        <FormError
          error={make.error}
          fields={['name', 'permissions', 'expires_in_days', 'allowed_ips', 'signing_keys']}
        />
        <TextInput
          label="Name"
          description="What the key is for."
          placeholder="Web shop"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Checkbox.Group
          label="Permissions"
          description="Only what the program needs."
          {...form.getInputProps('permissions')}
        >
          <Stack gap={10} mt="xs">
            {Object.entries(permissionMeanings).map(([permission, meaning]) => (
              <Checkbox key={permission} value={permission} label={permission} description={meaning} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Input.Wrapper label="Budget" description={budgetHelp} labelElement="div">
          <BudgetFields inputProps={(name) => form.getInputProps(`budget.${name}`)} />
        </Input.Wrapper>
        <Select label="Expires" data={lifetimes} allowDeselect={false} {...form.getInputProps('expires_in_days')} />
        <Textarea
          label="Allowed IP addresses"
          description="One IP address or network per line. Leave empty to allow all."
          placeholder={'196.0.3.7\n196.0.4.0/24'}
          autosize
          minRows={2}
          {...form.getInputProps('allowed_ips')}
        />
        <SigningKeysFields inputProps={(name) => form.getInputProps(name)} />
        <Button type="submit" loading={make.isPending}>
          Create the key
        </Button>
      </Stack>
    </form>
  );
}
