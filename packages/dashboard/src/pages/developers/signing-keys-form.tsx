import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { fieldErrors } from '../../components/field-errors.ts';
import { FormError } from '../../components/form-error.tsx';
import type { Requested } from '../../components/proposed-notice.tsx';
import { type ApiKey, signingKeysOf } from './key.ts';
import { SigningKeysFields } from './signing-keys-fields.tsx';

/** The public keys one of which must sign each request of an API key. */
export function SigningKeysForm({
  apiKey,
  onSaved,
}: {
  readonly apiKey: ApiKey;
  readonly onSaved: (saved: Requested) => void;
}) {
  const context = useStaffContext();
  const [first, second] = apiKey.signing_keys;
  const form = useForm({
    initialValues: { signing_keys: first?.public_key ?? '', second_signing_key: second?.public_key ?? '' },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.put<Requested>(context.path(`/keys/${apiKey.id}/signing-keys`), { signing_keys: signingKeysOf(values) }),
    onSuccess: onSaved,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="md">
        <FormError error={save.error} fields={['signing_keys']} />
        <Text>
          Requests of <b>{apiKey.name}</b> that none of these keys signed are refused within a second.
        </Text>
        {apiKey.signing_keys.map(({ fingerprint }) => (
          <Text key={fingerprint} c="dimmed" size="xs" ff="monospace">
            {fingerprint}
          </Text>
        ))}
        <SigningKeysFields inputProps={(name) => form.getInputProps(name)} />
        <Button type="submit" loading={save.isPending}>
          Save the signing keys
        </Button>
      </Stack>
    </form>
  );
}
