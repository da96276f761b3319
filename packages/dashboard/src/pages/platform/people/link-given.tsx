import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { LinkGiven } from '../../../../../../src/http/dashboard/schemas/people.ts';
import { OneTimeDialog } from '../../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';

/**
 * What became of a link to set a password: mailed, to be handed over, or not needed by somebody with a password.
 * `given` is null while there is nothing to say.
 */
export function LinkGivenDialog(props: {
  readonly given: LinkGiven | null;
  readonly wasNeeded: boolean;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const { given, wasNeeded, title, onClose } = props;
  const link = given?.link ?? null;
  return (
    <>
      <OneTimeDialog
        opened={link !== null}
        title="Give them this link"
        warning={`No mail server is set, so the link is shown here, once. Whoever has it sets the password of ${given?.person.email}.`}
        onStored={onClose}
      >
        <ShownOnce text={link ?? ''} label="Copy the link" />
      </OneTimeDialog>
      <Modal
        opened={given !== null && link === null}
        onClose={onClose}
        title={title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Alert color="nsimbi" role="status">
            {given === null ? '' : sentenceOf(given, wasNeeded)}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function sentenceOf({ person }: LinkGiven, wasNeeded: boolean): string {
  if (wasNeeded) return `A mail with a link is on its way to ${person.email}.`;
  if (person.status === 'disabled') return `${person.email} has the role now, and is shut out until let in again.`;
  return `${person.email} can sign in already, and has the role now.`;
}
