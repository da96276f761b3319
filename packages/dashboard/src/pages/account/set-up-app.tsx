import { Button, Center, PinInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { Copyable } from '../../components/copyable.tsx';
import { FormError } from '../../components/form-error.tsx';
import { AskPassword } from './ask-password.tsx';
import { QrCode } from './qr-code.tsx';

interface NewSecondFactor {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Password, QR code and first code, recovery codes: in this order, so that nobody locks themselves out. */
export function SetUpApp({ onSetUp }: { readonly onSetUp: (recoveryCodes: readonly string[]) => void }) {
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: (typed: string) => auth.post('/two-factor/verify-totp', { code: typed }),
    onSuccess: () => onSetUp(factor?.backupCodes ?? []),
    onError: () => setCode(''),
  });
  if (factor === null) {
    return (
      <AskPassword
        submitLabel="Continue"
        onSubmit={(password) => auth.post<NewSecondFactor>('/two-factor/enable', { password }).then(setFactor)}
      >
        You need an app on your phone that shows codes, such as Google Authenticator or Aegis.
      </AskPassword>
    );
  }
  const secret = new URL(factor.totpURI).searchParams.get('secret') ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(code);
      }}
    >
      <Stack gap="md">
        <Text>Scan this with the app, then type the six digits that it shows.</Text>
        <Center>
          <QrCode text={factor.totpURI} label="QR code for the authenticator app" />
        </Center>
        <Text size="sm" c="dimmed" component="div">
          Or type this key into the app: <Copyable text={secret} label="Copy the key" />
        </Text>
        <FormError error={confirm.error} />
        <PinInput
          length={6}
          type="number"
          size="lg"
          oneTimeCode
          ariaLabel="Digit of the code"
          value={code}
          onChange={setCode}
          disabled={confirm.isPending}
        />
        <Button type="submit" loading={confirm.isPending} disabled={code.length < 6}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
