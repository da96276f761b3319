import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { auth } from '../../api/api.ts';
import { FormError } from '../../components/form-error.tsx';
import { TextLink } from '../../components/links.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { type SignInAnswer, signInStep } from './sign-in-step.ts';

/** The first step of the sign-in. */
export function PasswordForm(props: {
  readonly onSignedIn: () => void;
  /** The password was right, and a second factor is needed; `hasApp` says whether a code of an app is one. */
  readonly onSecondFactor: (hasApp: boolean) => void;
}) {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) =>
      auth.post<SignInAnswer>('/sign-in/email', { ...values, email: values.email.trim() }),
    onSuccess: (answer) => {
      const step = signInStep(answer);
      if (step.is === 'second_factor') props.onSecondFactor(step.hasApp);
      else props.onSignedIn();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack gap="md">
        <FormError error={signIn.error} whenRepeated="only_reads" />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          size="md"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={signIn.isPending} mt="xs">
          Sign in
        </Button>
        <PasskeyButton isSecondStep={false} onSignedIn={props.onSignedIn} />
        <Group justify="center">
          <TextLink to="/forgot-password" size="sm">
            Forgot your password?
          </TextLink>
        </Group>
      </Stack>
    </form>
  );
}
