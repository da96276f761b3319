import { Textarea } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';

/** Fields for the public keys that one API key can have. The first one has the name under which the service reports what is wrong. */
export function SigningKeysFields({
  inputProps,
}: {
  readonly inputProps: (name: 'signing_keys' | 'second_signing_key') => GetInputPropsReturnType;
}) {
  return (
    <>
      <Textarea
        label="Signing key"
        description="An Ed25519 public key in PEM or base64url. Every request must then be signed: Guides, Signed requests. Leave empty for requests without a signature."
        placeholder="-----BEGIN PUBLIC KEY-----"
        autosize
        minRows={2}
        {...inputProps('signing_keys')}
      />
      <Textarea
        label="Second signing key"
        description="For the time in which programs change from one key pair to another."
        autosize
        minRows={2}
        {...inputProps('second_signing_key')}
      />
    </>
  );
}
