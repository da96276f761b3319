import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { TextLink } from '../../components/links.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Asks for a link that sets a new password. The answer is the same whether the address is known or not. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      auth.post('/request-password-reset', {
        email: email.trim(),
        redirectTo: `${window.location.origin}/set-password`,
      }),
  });
  if (ask.isSuccess) {
    return (
      <SignInLayout
        title="Look into your mail"
        description={`If ${email.trim()} belongs to somebody here, a link to set a new password is on its way. It works once and for a short time.`}
      >
        <TextLink to="/sign-in">Back to the sign-in</TextLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Forgot your password?" description="We send you a link with which you set a new one.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack gap="md">
          <FormError error={ask.error} />
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={ask.isPending}>
            Send the link
          </Button>
          <TextLink to="/sign-in" size="sm" ta="center">
            Back to the sign-in
          </TextLink>
        </Stack>
      </form>
    </SignInLayout>
  );
}
