import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

const route = getRouteApi('/sign-in');

/** What comes next is loaded while the person types. Where that fails it is loaded again when it is opened. */
function loadHome(): void {
  const pages = [import('../../app/shell.tsx'), import('../home/home-page.tsx'), import('../home/home-chart.tsx')];
  void Promise.allSettled(pages);
}

/** Email and password, then the second factor where the person has one; then back to where they came from. */
export function SignInPage() {
  const { back } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'password' | 'second-factor'>('password');

  useEffect(loadHome, []);
  const enter = () => {
    // The cache may hold data of another person.
    queryClient.clear();
    router.history.push(back ?? '/');
  };
  if (step === 'second-factor') {
    return (
      <SignInLayout title="Verify your identity">
        <SecondFactorForm onSignedIn={enter} startAgain={() => setStep('password')} />
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Sign in" description={back === undefined ? undefined : 'Sign in to continue.'}>
      <PasswordForm onSignedIn={enter} onSecondFactor={() => setStep('second-factor')} />
    </SignInLayout>
  );
}
