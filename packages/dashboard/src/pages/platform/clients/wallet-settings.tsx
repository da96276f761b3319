import { Divider, Paper, SimpleGrid, Stack, Switch, Textarea, Title } from '@mantine/core';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import type { Mode } from '../../../api/session.ts';
import { FormError } from '../../../components/form-error.tsx';
import { MoneyInput } from '../../../components/money-input.tsx';
import { phoneDigits, phoneText } from '../../../components/phone-text.ts';
import { type WholeNumber, wholeNumberProblem } from '../../../components/whole-number-text.ts';
import { SaveButton } from './save-button.tsx';
import { useClientChange } from './use-client-change.ts';
import { useClientForm } from './use-client-form.ts';

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
        Wallet settings
      </Title>
      <Stack gap="lg">
        <Limits {...part} />
        <Divider />
        <Threshold {...part} />
        <Divider />
        <Numbers {...part} />
        <Divider />
        <OneCollection {...part} />
        <UniqueReferences {...part} />
      </Stack>
    </Paper>
  );
}

/** An empty field of an amount is no limit. */
function amountOrNone(value: WholeNumber): number | null {
  return value === '' ? null : Number(value);
}

function Limits({ client, mode, mayWrite }: Part) {
  const { form, change, save } = useClientForm<{ per_transaction: WholeNumber; per_day: WholeNumber }>({
    client,
    below: `/${mode}/limits`,
    said: 'Limits saved.',
    fieldsOf: ({ [mode]: { limit_per_transaction, limit_per_day } }) => ({
      per_transaction: limit_per_transaction ?? '',
      per_day: limit_per_day ?? '',
    }),
    bodyOf: ({ per_transaction, per_day }) => ({
      per_transaction: amountOrNone(per_transaction),
      per_day: amountOrNone(per_day),
    }),
    validate: { per_transaction: wholeNumberProblem, per_day: wholeNumberProblem },
  });
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['per_transaction', 'per_day']} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MoneyInput
            label="Limit per transaction"
            description="Fee included. Leave empty for no limit."
            placeholder="No limit"
            disabled={!mayWrite}
            {...form.getInputProps('per_transaction')}
          />
          <MoneyInput
            label="Limit per day"
            description="Per day in Kampala time. Leave empty for no limit."
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
  const { form, change, save } = useClientForm<{ threshold: WholeNumber }>({
    client,
    below: `/${mode}/approval-threshold`,
    said: 'Approval threshold saved.',
    fieldsOf: ({ [mode]: wallet }) => ({ threshold: wallet.approval_threshold ?? '' }),
    bodyOf: ({ threshold }) => ({ threshold: amountOrNone(threshold) }),
    validate: { threshold: wholeNumberProblem },
  });
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['threshold']} />
        <MoneyInput
          label="Approval threshold"
          description="Payouts of this amount or more, fee included, need a second person’s approval. Leave empty for none."
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
  const { form, change, save } = useClientForm<{ listed_only: boolean; phones: string }>({
    client,
    below: `/${mode}/withdrawal-numbers`,
    said: 'Registered numbers saved.',
    fieldsOf: ({ [mode]: wallet }) => ({
      listed_only: wallet.withdraw_listed_only,
      phones: wallet.withdrawal_numbers.map(phoneText).join('\n'),
    }),
    bodyOf: ({ listed_only, phones }) => ({ listed_only, phones: linesOf(phones).map(phoneDigits) }),
    validate: {},
  });
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <FormError error={change.error} fields={['phones', 'listed_only']} />
        <Switch
          label="Withdrawals go to registered numbers only"
          disabled={!mayWrite}
          {...form.getInputProps('listed_only', { type: 'checkbox' })}
        />
        <Textarea
          label="Registered numbers"
          description="One per line."
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

function OneCollection(part: Part) {
  return (
    <WalletSwitch
      {...part}
      below="one-collection-per-payer"
      label="One open collection per payer"
      description="Refuse a second collection from a customer who has not answered the first one."
      isOn={part.client[part.mode].one_collection_per_payer}
    />
  );
}

function UniqueReferences(part: Part) {
  return (
    <WalletSwitch
      {...part}
      below="unique-references"
      label="Unique client references"
      description="Refuse a payment whose client reference an earlier payment has."
      isOn={part.client[part.mode].unique_client_references}
    />
  );
}

interface WalletSwitchProps extends Part {
  /** The last part of the route's path. */
  readonly below: string;
  readonly label: string;
  readonly description: string;
  readonly isOn: boolean;
}

function WalletSwitch({ client, mode, mayWrite, below, label, description, isOn }: WalletSwitchProps) {
  const change = useClientChange<{ on: boolean }>(client.client_id, `/${mode}/${below}`, 'Setting saved.');
  return (
    <Stack gap="sm">
      <FormError error={change.error} />
      <Switch
        label={label}
        description={description}
        checked={change.isPending ? change.variables.on : isOn}
        disabled={!mayWrite || change.isPending}
        onChange={({ currentTarget }) => change.mutate({ on: currentTarget.checked })}
      />
    </Stack>
  );
}
