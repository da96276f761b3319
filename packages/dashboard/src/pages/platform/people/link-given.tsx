import { Alert, Stack, Text } from '@mantine/core';
import type { LinkGiven } from '../../../../../../src/dashboard/schemas/people.ts';
import { Copyable } from '../../../components/copyable.tsx';

/** What became of a link to set a password: mailed, or to be handed over. */
export function LinkGivenNote({ given }: { readonly given: LinkGiven }) {
  const { person, link } = given;
  if (link === null) {
    return (
      <Alert color="teal" role="status">
        {person.status === 'invited'
          ? `A mail with a link is on its way to ${person.email}.`
          : `${person.email} can sign in.`}
      </Alert>
    );
  }
  return (
    <Alert color="teal" role="status" title="Give them this link">
      <Stack gap="xs">
        <Text size="sm">
          No mail server is set, so the link is shown here, once. Whoever has it sets the password of {person.email}.
        </Text>
        <Copyable text={link} label="the link" />
      </Stack>
    </Alert>
  );
}
