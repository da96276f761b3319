import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { ButtonLink, TextLink } from '../../components/links.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';
import { type SignInAnswer, signInStep } from './sign-in-step.ts';
import { useEnter } from './use-enter.ts';

const route = getRouteApi('/set-password');

/** Sets a password by the link of an invitation or of a forgotten one, and signs in with it. */
export function SetPasswordPage() {
  const { token } = route.useSearch();
  const navigate = useNavigate();
  const enter = useEnter();
  // Null until the password is set, where a second factor comes then.
  const [secondFactor, setSecondFactor] = useState<{ readonly hasApp: boolean } | null>(null);
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: {
      again: (again, { password }) => (again === password ? null : 'The passwords do not match.'),
    },
  });
  const set = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      auth.post<SignInAnswer>('/reset-password', { newPassword: password, token }),
    onSuccess: (answer) => {
      const step = signInStep(answer);
      if (step.is === 'second_factor') setSecondFactor({ hasApp: step.hasApp });
      if (step.is === 'signed_in') enter('/');
    },
  });

  if (token === undefined) {
    return (
      <SignInLayout title="This link is incomplete" description="Open it again from the email, or request a new one.">
        <ButtonLink to="/forgot-password">Request a new link</ButtonLink>
      </SignInLayout>
    );
  }
  if (secondFactor !== null) {
    return (
      <SignInLayout
        title="Verify your identity"
        description="Your password was set. Your second factor stays as it is."
      >
        <SecondFactorForm
          {...secondFactor}
          onSignedIn={() => enter('/')}
          startAgain={() => void navigate({ to: '/sign-in' })}
        />
      </SignInLayout>
    );
  }
  if (set.isSuccess && signInStep(set.data).is === 'password_set') {
    return (
      <SignInLayout title="Your password was set" description="Sign in with it now.">
        <ButtonLink to="/sign-in" size="md">
          Sign in
        </ButtonLink>
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Set your password" description="A few words in a row are easy to remember and hard to guess.">
      <form onSubmit={form.onSubmit((values) => set.mutate(values))}>
        <Stack gap="md">
          <FormError error={set.error} />
          <PasswordInput
            label="New password"
            name="new-password"
            autoComplete="new-password"
            autoFocus
            required
            withAsterisk={false}
            size="md"
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label="Repeat password"
            name="new-password-again"
            autoComplete="new-password"
            required
            withAsterisk={false}
            size="md"
            {...form.getInputProps('again')}
          />
          <Button type="submit" size="md" loading={set.isPending || set.isSuccess} mt="xs">
            Set the password
          </Button>
          {set.isError ? (
            <TextLink to="/forgot-password" size="sm" ta="center">
              Request a new link
            </TextLink>
          ) : null}
        </Stack>
      </form>
    </SignInLayout>
  );
}
