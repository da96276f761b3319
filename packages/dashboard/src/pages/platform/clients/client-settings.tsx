import { Divider, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { FormError } from '../../../components/form-error.tsx';
import { countText } from '../../../components/money-text.ts';
import { wordText } from '../../../components/status.ts';
import { WholeNumberInput } from '../../../components/whole-number-input.tsx';
import { type WholeNumber, wholeNumberProblem } from '../../../components/whole-number-text.ts';
import { SaveButton } from './save-button.tsx';
import { useClientChange } from './use-client-change.ts';
import { useClientForm } from './use-client-form.ts';

/** What holds for a client in both modes: the second factor of its people, how often its programs may ask, and its quotas. */
export function ClientSettings({
  client,
  mayWrite,
}: {
  readonly client: ClientAtPlatform;
  readonly mayWrite: boolean;
}) {
  const second = useClientChange<{ required: boolean }>(client.client_id, '/two-factor', 'Setting saved.');
  const names = Object.keys(client.default_rate_limits);
  const {
    form,
    change: rates,
    save,
  } = useClientForm<Record<string, WholeNumber>>({
    client,
    below: '/rate-limits',
    said: 'Rate limits saved.',
    fieldsOf: ({ rate_limits: own }) => Object.fromEntries(names.map((name) => [name, own[name] ?? ''])),
    bodyOf: (perMinute) => ({
      rate_limits: Object.fromEntries(Object.entries(perMinute).filter(([, count]) => count !== '')),
    }),
    validate: Object.fromEntries(names.map((name) => [name, wholeNumberProblem])),
  });
  const quotaNames = Object.keys(client.default_quotas);
  const quotas = useClientForm<Record<string, WholeNumber>>({
    client,
    below: '/quotas',
    said: 'Quotas saved.',
    fieldsOf: ({ quotas: own }) => Object.fromEntries(quotaNames.map((name) => [name, own[name] ?? ''])),
    bodyOf: (values) => ({
      quotas: Object.fromEntries(Object.entries(values).filter(([, count]) => count !== '')),
    }),
    validate: Object.fromEntries(quotaNames.map((name) => [name, wholeNumberProblem])),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="both-title">
      <Title order={2} size="h4" mb="md" id="both-title">
        In both modes
      </Title>
      <Stack gap="lg">
        <FormError error={second.error} />
        <Switch
          label="Require a second factor"
          description="Every person of this client needs a passkey or an authenticator app."
          checked={second.isPending ? second.variables.required : client.two_factor_required}
          disabled={!mayWrite || second.isPending}
          onChange={({ currentTarget }) => second.mutate({ required: currentTarget.checked })}
        />
        <Divider />
        <form onSubmit={save}>
          <Stack gap="sm">
            <div>
              <Title order={3} size="h4">
                Requests per minute
              </Title>
              <Text c="dimmed">Leave empty for the default shown. Limits of a single key take precedence.</Text>
            </div>
            <FormError error={rates.error} />
            <SimpleGrid cols={{ base: 2, sm: 3 }}>
              {names.map((name) => (
                <WholeNumberInput
                  key={name}
                  label={wordText(name)}
                  placeholder={countText(client.default_rate_limits[name] ?? 0)}
                  disabled={!mayWrite}
                  {...form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
            {mayWrite ? <SaveButton label="Save rates" isDirty={form.isDirty()} isPending={rates.isPending} /> : null}
          </Stack>
        </form>
        <Divider />
        <form onSubmit={quotas.save}>
          <Stack gap="sm">
            <div>
              <Title order={3} size="h4">
                Quotas
              </Title>
              <Text c="dimmed">
                Limits for all keys and people of the client together. The rate factor is the number of full rate limits
                of one key that all keys of a mode may use together in a minute. Leave empty for the default shown.
              </Text>
            </div>
            <FormError error={quotas.change.error} />
            <SimpleGrid cols={{ base: 2, sm: 4 }}>
              {quotaNames.map((name) => (
                <WholeNumberInput
                  key={name}
                  label={wordText(name)}
                  placeholder={countText(client.default_quotas[name] ?? 0)}
                  disabled={!mayWrite}
                  {...quotas.form.getInputProps(name)}
                />
              ))}
            </SimpleGrid>
            {mayWrite ? (
              <SaveButton label="Save quotas" isDirty={quotas.form.isDirty()} isPending={quotas.change.isPending} />
            ) : null}
          </Stack>
        </form>
      </Stack>
    </Paper>
  );
}
