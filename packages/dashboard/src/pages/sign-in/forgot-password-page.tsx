import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { signInOptionsQuery } from '../../api/sign-in-options.ts';
import { LoadFailure } from '../../components/data-table.tsx';
import { FormError } from '../../components/form-error.tsx';
import { TextLink } from '../../components/links.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Sends a link that sets a new password, or says who can give one where the service sends no mail. */
export function ForgotPasswordPage() {
  const options = useQuery(signInOptionsQuery);
  if (options.data?.password_links_are_mailed === true) return <AskForLink />;
  if (options.data?.password_links_are_mailed === false) return <WhoGivesLinks />;
  return (
    <SignInLayout title="Forgot your password?">
      {options.error === null ? (
        <Skeleton height={96} />
      ) : (
        <LoadFailure error={options.error} retry={() => void options.refetch()} />
      )}
    </SignInLayout>
  );
}

function WhoGivesLinks() {
  return (
    <SignInLayout
      title="Forgot your password?"
      description="This service sends no email. Ask an administrator of the service for a link to set a new password. If you have never set one, an owner of your team can also send your invitation again."
    >
      <TextLink to="/sign-in">Back to the sign-in</TextLink>
    </SignInLayout>
  );
}

/** The answer is the same whether the address is known or not. */
function AskForLink() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => auth.post('/request-password-reset', { email: email.trim() }),
  });
  if (ask.isSuccess) {
    return (
      <SignInLayout
        title="Check your email"
        description={`If ${email.trim()} has an account, we sent a link to set a new password. It works once and expires soon.`}
      >
        <TextLink to="/sign-in">Back to the sign-in</TextLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Forgot your password?" description="We will send you a link to set a new one.">
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
