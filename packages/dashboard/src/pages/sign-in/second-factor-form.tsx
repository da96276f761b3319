import { Anchor, Button, Group, PinInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { PasskeyButton } from './passkey-button.tsx';

const digits = 6;

/** The second step: a passkey, the code of an authenticator app where there is one, or one of its recovery codes. */
export function SecondFactorForm(props: {
  readonly hasApp: boolean;
  readonly onSignedIn: () => void;
  readonly startAgain: () => void;
}) {
  return (
    <Stack gap="md">
      {props.hasApp ? (
        <CodeForm onSignedIn={props.onSignedIn} />
      ) : (
        <Text c="dimmed">Use your passkey to continue.</Text>
      )}
      <PasskeyButton isSecondStep onSignedIn={props.onSignedIn} isOnlyWay={!props.hasApp} />
      <Group justify="center">
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={props.startAgain}>
          Start again
        </Anchor>
      </Group>
    </Stack>
  );
}

/** The code of the app or a recovery code. */
function CodeForm(props: { readonly onSignedIn: () => void }) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (typed: string) =>
      auth.post(kind === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', { code: typed.trim() }),
    onSuccess: props.onSignedIn,
    onError: () => setCode(''),
  });
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    verify.reset();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        verify.mutate(code);
      }}
    >
      <Stack gap="md">
        <FormError error={verify.error} whenRepeated="only_reads" />
        {kind === 'app' ? (
          <>
            <Text c="dimmed">Type the {digits} digits that your authenticator app shows now.</Text>
            <PinInput
              length={digits}
              type="number"
              size="lg"
              oneTimeCode
              autoFocus
              ariaLabel="Digit of the code"
              value={code}
              onChange={setCode}
              onComplete={(typed) => verify.mutate(typed)}
              disabled={verify.isPending}
            />
          </>
        ) : (
          <TextInput
            label="Recovery code"
            description="One of the codes that you saved when you set up the second factor. Each code works once."
            size="md"
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="md" loading={verify.isPending} disabled={kind === 'app' && code.length < digits}>
          Confirm
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={change}>
            {kind === 'app' ? 'Use a recovery code' : 'Use the authenticator app'}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
