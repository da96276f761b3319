import { Divider, Paper, SimpleGrid, Stack, Switch, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ClientAtPlatform } from '../../../../../../src/dashboard/schemas/platform-clients.ts';
import type { Mode } from '../../../api/session.ts';
import { fieldErrors } from '../../../components/field-errors.ts';
import { FormError } from '../../../components/form-error.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { phoneDigits, phoneText } from '../../../components/phone-text.ts';
import { wholeNumberProblem } from '../../../components/whole-number-text.ts';
import { SaveButton } from './save-button.tsx';
import { useClientChange } from './use-client-change.ts';

interface Part {
  readonly client: ClientAtPlatform;
  readonly mode: Mode;
  readonly mayWrite: boolean;
}

/** What may leave a wallet, to whom, and when a second person must agree. */
export function WalletSettings(part: Part) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="settings-title">
      <Title order={2} size="h4" mb="md" id="settings-title">
        Rules of this wallet
      </Title>
      <Stack gap="lg">
        <Limits {...part} />
        <Divider />
        <Threshold {...part} />
        <Divider />
        <Numbers {...part} />
        <Divider />
        <OneCollection {...part} />
      </Stack>
    </Paper>
  );
}

/** An empty field of an amount is no limit. */
function amountOrNone(value: string | number): number | null {
  return value === '' ? null : Number(value);
}

function Limits({ client, mode, mayWrite }: Part) {
  const wallet = client[mode];
  const form = useForm<{ per_transaction: string | number; per_day: string | number }>({
    initialValues: { per_transaction: wallet.limit_per_transaction ?? '', per_day: wallet.limit_per_day ?? '' },
    validate: { per_transaction: wholeNumberProblem, per_day: wholeNumberProblem },
  });
  const change = useClientChange(client.client_id, `/${mode}/limits`, 'The limits are set.');
  const save = ({ per_transaction, per_day }: typeof form.values) =>
    change.mutate(
      { per_transaction: amountOrNone(per_transaction), per_day: amountOrNone(per_day) },
      { onSuccess: () => form.resetDirty(), onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['per_transaction', 'per_day']} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MoneyInput
            label="Limit per transaction"
            description="Fee included; empty for none."
            placeholder="No limit"
            disabled={!mayWrite}
            {...form.getInputProps('per_transaction')}
          />
          <MoneyInput
            label="Limit per day"
            description="Of a day in Kampala; empty for none."
            placeholder="No limit"
            disabled={!mayWrite}
            {...form.getInputProps('per_day')}
          />
        </SimpleGrid>
        {mayWrite ? <SaveButton label="Save limits" isDirty={form.isDirty()} isPending={change.isPending} /> : null}
      </Stack>
    </form>
  );
}

function Threshold({ client, mode, mayWrite }: Part) {
  const form = useForm<{ threshold: string | number }>({
    initialValues: { threshold: client[mode].approval_threshold ?? '' },
    validate: { threshold: wholeNumberProblem },
  });
  const change = useClientChange(client.client_id, `/${mode}/approval-threshold`, 'The threshold is set.');
  const save = ({ threshold }: typeof form.values) =>
    change.mutate(
      { threshold: amountOrNone(threshold) },
      { onSuccess: () => form.resetDirty(), onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['threshold']} />
        <MoneyInput
          label="A second person approves from"
          description="Gross amount of what leaves the wallet; empty for never."
          placeholder="Never"
          maw={320}
          disabled={!mayWrite}
          {...form.getInputProps('threshold')}
        />
        {mayWrite ? <SaveButton label="Save threshold" isDirty={form.isDirty()} isPending={change.isPending} /> : null}
      </Stack>
    </form>
  );
}

function Numbers({ client, mode, mayWrite }: Part) {
  const wallet = client[mode];
  const form = useForm({
    initialValues: {
      listed_only: wallet.withdraw_listed_only,
      phones: wallet.withdrawal_numbers.map(phoneText).join('\n'),
    },
  });
  const change = useClientChange(client.client_id, `/${mode}/withdrawal-numbers`, 'The numbers are set.');
  const save = ({ listed_only, phones }: typeof form.values) =>
    change.mutate(
      { listed_only, phones: linesOf(phones).map(phoneDigits) },
      { onSuccess: () => form.resetDirty(), onError: (error) => form.setErrors(fieldErrors(error)) },
    );
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['phones', 'listed_only']} />
        <Switch
          label="Withdrawals go to registered numbers only"
          disabled={!mayWrite}
          {...form.getInputProps('listed_only', { type: 'checkbox' })}
        />
        <Textarea
          label="Registered numbers"
          description="One on each line."
          autosize
          minRows={2}
          maxRows={12}
          placeholder="+256 772 000 001"
          disabled={!mayWrite}
          {...form.getInputProps('phones')}
        />
        {mayWrite ? <SaveButton label="Save numbers" isDirty={form.isDirty()} isPending={change.isPending} /> : null}
      </Stack>
    </form>
  );
}

function linesOf(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function OneCollection({ client, mode, mayWrite }: Part) {
  const change = useClientChange<{ on: boolean }>(
    client.client_id,
    `/${mode}/one-collection-per-payer`,
    'The switch is set.',
  );
  return (
    <Stack gap="sm">
      <FormError error={change.error} />
      <Switch
        label="One open collection per payer"
        description="Nobody is asked twice at a time to pay this client."
        checked={change.isPending ? change.variables.on : client[mode].one_collection_per_payer}
        disabled={!mayWrite || change.isPending}
        onChange={({ currentTarget }) => change.mutate({ on: currentTarget.checked })}
      />
    </Stack>
  );
}
