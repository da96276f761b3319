import { IconShieldLock } from '@tabler/icons-react';
import { useMe } from '../api/session.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ButtonLink } from '../components/links.tsx';
import { useTitle } from '../components/page-header.tsx';

/** In place of a page that a person cannot use before they have a second factor. */
export function SecondFactorNotice() {
  const { person } = useMe();
  useTitle('Set up a second factor');
  return (
    <EmptyState
      icon={IconShieldLock}
      level={1}
      title="Set up a second factor first"
      action={<ButtonLink to={'/account' as string}>Set it up</ButtonLink>}
    >
      Add a passkey or an authenticator app to your account.{' '}
      {person.two_factor_required === 'staff_and_live'
        ? 'Without one you can use the test mode of your own clients only, where they do not require one.'
        : 'You cannot continue without one.'}
    </EmptyState>
  );
}
