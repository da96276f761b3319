import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormError } from '../../components/form-error.tsx';

/** The password once more, before something that only the person themselves may do. */
export function AskPassword(props: {
  readonly children: ReactNode;
  readonly submitLabel: string;
  readonly isDangerous?: boolean;
  readonly onPassword: (password: string) => Promise<unknown>;
}) {
  const { children, submitLabel, isDangerous = false, onPassword } = props;
  const [password, setPassword] = useState('');
  const submit = useMutation({ mutationFn: () => onPassword(password) });
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
        <Button type="submit" color={isDangerous ? 'red' : undefined} loading={submit.isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
