import { Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import type { ClientAtPlatform } from '../../../../../../src/http/dashboard/schemas/platform-clients.ts';
import { FormError } from '../../../components/form-error.tsx';
import { SaveButton } from './save-button.tsx';
import { useClientForm } from './use-client-form.ts';

/** Who the client is in law, as its statements print it. */
export function ClientDetails({ client, mayWrite }: { readonly client: ClientAtPlatform; readonly mayWrite: boolean }) {
  const { form, change, save } = useClientForm<{ legal_name: string; address: string; tin: string }>({
    client,
    below: '/details',
    said: 'Details saved.',
    fieldsOf: ({ legal_name, address, tin }) => ({
      legal_name: legal_name ?? '',
      address: address ?? '',
      tin: tin ?? '',
    }),
    bodyOf: ({ legal_name, address, tin }) => ({
      legal_name: textOrNone(legal_name),
      // The field has lines; a statement prints the address on as many as it takes.
      address: textOrNone(address.replace(/\s*\n\s*/g, ', ')),
      tin: textOrNone(tin.replace(/[\s-]/g, '')),
    }),
    validate: {},
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="details-title">
      <Title order={2} size="h4" id="details-title">
        Details on statements
      </Title>
      <Text c="dimmed" mb="md">
        Printed with the name of the client. Leave empty what is not known.
      </Text>
      <form onSubmit={save}>
        <Stack gap="sm">
          <FormError error={change.error} fields={['legal_name', 'address', 'tin']} />
          <TextInput
            label="Registered name"
            description="Where it differs from the name of the client."
            maxLength={200}
            disabled={!mayWrite}
            {...form.getInputProps('legal_name')}
          />
          <Textarea
            label="Address"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={300}
            disabled={!mayWrite}
            {...form.getInputProps('address')}
          />
          <TextInput
            label="Tax number (TIN)"
            description="Ten digits."
            inputMode="numeric"
            maw={240}
            disabled={!mayWrite}
            {...form.getInputProps('tin')}
          />
          {mayWrite ? <SaveButton label="Save details" isDirty={form.isDirty()} isPending={change.isPending} /> : null}
        </Stack>
      </form>
    </Paper>
  );
}

function textOrNone(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === '' ? null : trimmed;
}
