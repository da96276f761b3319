import { Alert, Stack } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type Me, useMe } from '../../api/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { AccountNotifications } from './account-notifications.tsx';
import { NameForm } from './name-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** A person's own things: name, password, second factor, and where they are signed in. */
export function AccountPage() {
  const { person, clients } = useMe();
  const strict = clients.filter((client) => client.two_factor_required).map(({ name }) => name);
  const isNeeded = person.two_factor_required !== 'nothing' || strict.length > 0;
  return (
    <>
      <PageHeader title="Your account" description={person.email} />
      <Stack gap="lg" maw={720}>
        {isNeeded && !person.two_factor_enabled ? (
          <Alert color="yellow" icon={<IconShieldLock size={18} aria-hidden />} title="Set up a second factor">
            Add a passkey or an authenticator app. You need one {neededFor(person.two_factor_required, strict)}.
          </Alert>
        ) : null}
        <NameForm />
        <Passkeys />
        <SecondFactor />
        <PasswordForm />
        <AccountNotifications />
        <Sessions />
      </Stack>
    </>
  );
}

function neededFor(required: Me['person']['two_factor_required'], strict: readonly string[]): string {
  if (required === 'everything') return 'before you can continue';
  const places = [
    ...(required === 'staff_and_live' ? ['for live mode, and for all work of the service’s staff'] : []),
    ...(strict.length > 0 ? [`for everything at ${strict.join(', ')}`] : []),
  ];
  return places.join('; ');
}
