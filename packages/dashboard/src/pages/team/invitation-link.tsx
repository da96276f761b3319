import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ShownOnce } from '../../components/shown-once.tsx';

/** The link of an invitation, where no mail server is set: whoever invites hands it over. */
export function InvitationLink({ link, onClose }: { readonly link: string | null; readonly onClose: () => void }) {
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title="Give them this link"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <ShownOnce text={link ?? ''} label="Copy the link" />
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          This service sends no mail. The link works once, for seven days, for whoever has it: send it to that person
          alone.
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
