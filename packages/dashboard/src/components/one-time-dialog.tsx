import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/**
 * Shows what cannot be shown again: a key, a secret, recovery codes, a link. Only its button closes it, because a press of
 * Escape or a click beside it would lose what it shows.
 */
export function OneTimeDialog(props: {
  readonly opened: boolean;
  readonly title: string;
  /** Actions for it, and what happens otherwise. */
  readonly warning: ReactNode;
  /** What is shown, with a button that copies it. */
  readonly children: ReactNode;
  /** What the button says: "I have saved it". */
  readonly storedLabel?: string;
  readonly onStored: () => void;
}) {
  const { opened, title, warning, children, storedLabel = 'I have saved it', onStored } = props;
  return (
    <Modal
      opened={opened}
      onClose={onStored}
      title={title}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {warning}
        </Alert>
        {children}
        <Group justify="flex-end">
          <Button onClick={onStored}>{storedLabel}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
