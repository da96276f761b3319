import { Alert, Stack } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMe } from '../../api/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { NameForm } from './name-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** A person's own things: name, password, second factor, and where they are signed in. */
export function AccountPage() {
  const { person } = useMe();
  return (
    <>
      <PageHeader title="Your account" description={person.email} />
      <Stack gap="lg" maw={720}>
        {person.two_factor_required !== 'nothing' && !person.two_factor_enabled ? (
          <Alert color="yellow" icon={<IconShieldLock size={18} aria-hidden />} title="Set up a second factor">
            {person.two_factor_required === 'everything'
              ? 'Add a passkey or an authenticator app. You need one before you can continue.'
              : 'Add a passkey or an authenticator app. You need one for live mode, and for all work of the service’s staff.'}
          </Alert>
        ) : null}
        <NameForm />
        <Passkeys />
        <SecondFactor />
        <PasswordForm />
        <Sessions />
      </Stack>
    </>
  );
}
