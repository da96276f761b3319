import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormError } from '../../components/form-error.tsx';

/** The password once more, and where asked for a code, before something that only the person themselves may do. */
export function AskPassword(props: {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  /** Whether the second factor is asked for as well: the app's code, or a recovery code. */
  readonly asksForCode?: boolean;
  readonly onSubmit: (password: string, code: string) => Promise<unknown>;
}) {
  const { children, submitLabel, isDangerous = false, asksForCode = false, onSubmit } = props;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = useMutation({ mutationFn: () => onSubmit(password, code.trim()) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit.mutate();
      }}
    >
      <Stack gap="md">
        <Text>{children}</Text>
        <FormError error={submit.error} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksForCode ? (
          <TextInput
            label="Code"
            description="The six digits that your authenticator app shows now, or one of your recovery codes."
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : null}
        <Button type="submit" color={isDangerous ? 'red' : undefined} loading={submit.isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
