import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CopyButton } from '../../components/copy-button.tsx';
import { When } from '../../components/when.tsx';
import classes from './webhooks.module.css';

/** A secret while it can be seen: after a webhook was made, or its secret rolled. */
export function SecretDialog(props: {
  /** Null while there is none to show. */
  readonly secret: string | null;
  /** Until when the one before it signs too. */
  readonly previousEndsAt?: string | null;
  readonly onClose: () => void;
}) {
  const { secret, previousEndsAt = null, onClose } = props;
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title="Keep this secret now"
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          It signs the deliveries and cannot be shown again. Put it where your receiver reads its secrets.
        </Alert>
        <div className={classes.secret}>
          <code className={classes.url}>{secret}</code>
          <CopyButton text={secret ?? ''} label="Copy the secret" />
        </div>
        {previousEndsAt === null ? null : (
          <p>
            The secret before it signs too until <When at={previousEndsAt} />: let your receiver take either until then.
          </p>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have kept it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
