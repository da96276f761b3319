import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';
import { useEnter } from './use-enter.ts';

const route = getRouteApi('/sign-in');

/** What comes next is loaded while the person types. Where that fails it is loaded again when it is opened. */
function loadHome(): void {
  const pages = [import('../../app/shell.tsx'), import('../home/home-page.tsx'), import('../home/volume-chart.tsx')];
  void Promise.allSettled(pages);
}

/** A passkey, or email and password and then the second factor where the person has one; then back to where they came from. */
export function SignInPage() {
  const { back } = route.useSearch();
  const open = useEnter();
  // Null for the password, which comes first.
  const [secondFactor, setSecondFactor] = useState<{ readonly hasApp: boolean } | null>(null);

  useEffect(loadHome, []);
  const enter = () => open(back ?? '/');
  if (secondFactor !== null) {
    return (
      <SignInLayout title="Verify your identity">
        <SecondFactorForm {...secondFactor} onSignedIn={enter} startAgain={() => setSecondFactor(null)} />
      </SignInLayout>
    );
  }
  return (
    <SignInLayout title="Sign in" description={back === undefined ? undefined : 'Sign in to continue.'}>
      <PasswordForm onSignedIn={enter} onSecondFactor={(hasApp) => setSecondFactor({ hasApp })} />
    </SignInLayout>
  );
}
