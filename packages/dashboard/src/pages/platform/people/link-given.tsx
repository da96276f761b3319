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
          ? `A mail with a link is on its way to ${person.email}.`
          : person.status === 'disabled'
            ? `${person.email} has the role now, and is shut out until let in again.`
            : `${person.email} can sign in already, and has the role now.`}
      </Alert>
    );
  }
  return (
    <Alert color="nsimbi" role="status" title="Give them this link">
      <Stack gap="xs">
        <Text size="sm">
          No mail server is set, so the link is shown here, once. Whoever has it sets the password of {person.email}.
        </Text>
        <Copyable text={link} label="the link" />
      </Stack>
    </Alert>
  );
}
