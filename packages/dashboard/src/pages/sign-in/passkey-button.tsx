import { Alert, Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { signInByPasskey, usePasskeyHindrance } from '../../api/passkeys.ts';
import { FormError } from '../../components/form-error.tsx';

/** Signs in with a passkey. Where passkeys do not work it is not shown; where nothing else is left, it says why. */
export function PasskeyButton(props: {
  readonly isSecondStep: boolean;
  readonly isOnlyWay?: boolean;
  readonly onSignedIn: () => void;
}) {
  const { isSecondStep, isOnlyWay = false, onSignedIn } = props;
  const hindrance = usePasskeyHindrance();
  const signIn = useMutation({ mutationFn: () => signInByPasskey(isSecondStep), onSuccess: onSignedIn });
  if (hindrance === undefined) return null;
  if (hindrance !== null) return isOnlyWay ? <Alert color="yellow">{hindrance}</Alert> : null;
  return (
    <Stack gap="sm">
      <FormError error={signIn.error} whenRepeated="only_reads" />
      <Button
        variant={isOnlyWay ? 'filled' : 'default'}
        size="md"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {isSecondStep ? 'Use a passkey' : 'Sign in with a passkey'}
      </Button>
    </Stack>
  );
}
