import { Alert, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useMe } from '../api/session.ts';
import { ButtonLink } from '../components/links.tsx';

/** For a person who has no access before they set up a second factor. */
export function SecondFactorNotice() {
  const { person } = useMe();
  if (person.two_factor_enabled || !person.two_factor_required) return null;
  return (
    <Alert color="yellow" icon={<IconShieldLock size={18} aria-hidden />} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text>Add a passkey or an authenticator app first. You cannot continue without one.</Text>
        <ButtonLink to={'/account' as string} size="xs" variant="default">
          Set up
        </ButtonLink>
      </Group>
    </Alert>
  );
}
