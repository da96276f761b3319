import { Alert, Stack, Text } from '@mantine/core';
import type { LinkGiven } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { Copyable } from '../../../components/copyable.tsx';

/** What became of a link to set a password: mailed, to be handed over, or not needed by somebody with a password. */
export function LinkGivenNote({ given, wasNeeded }: { readonly given: LinkGiven; readonly wasNeeded: boolean }) {
  const { person, link } = given;
  if (link === null) {
    return (
      <Alert color="nsimbi" role="status">
        {wasNeeded
          ? `An email with a link was sent to ${person.email}.`
          : person.status === 'disabled'
            ? `${person.email} has the role now, but is disabled until enabled again.`
            : `${person.email} can already sign in and has the role now.`}
      </Alert>
    );
  }
  return (
    <Alert color="nsimbi" role="status" title="Send them this link">
      <Stack gap="xs">
        <Text size="sm">
          No mail server is configured, so the link is shown here once. Anyone who has it can set the password of{' '}
          {person.email}.
        </Text>
        <Copyable text={link} label="the link" />
      </Stack>
    </Alert>
  );
}
