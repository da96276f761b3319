import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { LinkGiven, PersonObject } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { OneTimeDialog } from '../../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';

/**
 * The result of a password link: sent by email, shown once to the inviter, or not needed because the person has a password.
 * `given` is null while there is no result, and names no person while a second person must approve it (noteProposed).
 */
export function LinkGivenDialog(props: {
  readonly given: LinkGiven | null;
  readonly wasNeeded: boolean;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { given, wasNeeded, title, onClose } = props;
  const person = given?.person ?? null;
  const link = given?.link ?? null;
  return (
    <>
      <OneTimeDialog
        opened={link !== null}
        title="Send them this link"
        warning={`No mail server is configured, so the link is shown here once. Anyone who has it can set the password of ${person?.email}.`}
        onStored={onClose}
      >
        <ShownOnce text={link ?? ''} label="Copy the link" />
      </OneTimeDialog>
      <Modal
        opened={person !== null && link === null}
        onClose={onClose}
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Alert color="nsimbi" role="status">
            {person === null ? '' : sentenceOf(person, wasNeeded)}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function sentenceOf(person: PersonObject, wasNeeded: boolean): string {
  if (wasNeeded) return `An email with a link was sent to ${person.email}.`;
  if (person.status === 'disabled') return `${person.email} has the role now, but is disabled until enabled again.`;
  return `${person.email} can already sign in and has the role now.`;
}
