import { Alert, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { auth } from '../api/api.ts';
import { confirmByPasskey, usePasskeyHindrance } from '../api/passkeys.ts';
import { answerFactorRequired, type ConfirmingFactor } from '../api/step-up.ts';
import { FormError } from '../components/form-error.tsx';

interface Asking {
  readonly factors: readonly ConfirmingFactor[];
  readonly answer: (isGiven: boolean) => void;
}

/** Asks for a factor when the service wants one before it does something, whatever page it was asked from. */
export function StepUp() {
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => answerFactorRequired((factors) => new Promise((answer) => setAsking({ factors, answer }))), []);
  const end = (isGiven: boolean) => {
    asking?.answer(isGiven);
    setAsking(null);
  };
  return (
    <Modal
      opened={asking !== null}
      onClose={() => end(false)}
      title="Confirm your identity"
      // Above the dialog whose button was pressed.
      zIndex={300}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asking === null ? null : <GiveFactor factors={asking.factors} onGiven={() => end(true)} />}
    </Modal>
  );
}

function GiveFactor({ factors, onGiven }: { readonly factors: Asking['factors']; readonly onGiven: () => void }) {
  return (
    <Stack gap="md">
      <Text>
        {factors.includes('password') ? 'Type your password again' : 'Use your second factor again'}: the last time was
        more than five minutes ago.
      </Text>
      {factors.includes('passkey') ? <WithPasskey isOnlyWay={factors.length === 1} onGiven={onGiven} /> : null}
      {factors.includes('passkey') && factors.includes('code') ? <Divider label="or" /> : null}
      {factors.includes('code') ? <WithText kind="code" onGiven={onGiven} /> : null}
      {factors.includes('password') ? <WithText kind="password" onGiven={onGiven} /> : null}
    </Stack>
  );
}

function WithPasskey({ isOnlyWay, onGiven }: { readonly isOnlyWay: boolean; readonly onGiven: () => void }) {
  const hindrance = usePasskeyHindrance();
  const confirm = useMutation({ mutationFn: confirmByPasskey, onSuccess: onGiven });
  if (hindrance === undefined) return null;
  if (hindrance !== null) return <Alert color="yellow">{hindrance}</Alert>;
  return (
    <>
      <FormError error={confirm.error} whenRepeated="only_reads" />
      <Button
        variant={isOnlyWay ? 'filled' : 'default'}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={confirm.isPending}
        data-autofocus={isOnlyWay ? true : undefined}
        onClick={() => confirm.mutate()}
      >
        Use a passkey
      </Button>
    </>
  );
}

function WithText({ kind, onGiven }: { readonly kind: 'code' | 'password'; readonly onGiven: () => void }) {
  const [text, setText] = useState('');
  const confirm = useMutation({
    mutationFn: () => auth.post(`/step-up/${kind}`, { [kind]: kind === 'code' ? text.trim() : text }),
    onSuccess: onGiven,
    onError: () => setText(''),
  });
  const field = {
    'data-autofocus': true,
    required: true,
    withAsterisk: false,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Stack gap="md">
        <FormError error={confirm.error} whenRepeated="only_reads" />
        {kind === 'code' ? (
          <TextInput
            label="Code"
            description="The six digits that your authenticator app shows now, or one of your recovery codes."
            autoComplete="one-time-code"
            {...field}
          />
        ) : (
          <PasswordInput label="Your password" autoComplete="current-password" {...field} />
        )}
        <Button type="submit" loading={confirm.isPending} disabled={text.trim() === ''}>
          Confirm
        </Button>
      </Stack>
    </form>
  );
}
