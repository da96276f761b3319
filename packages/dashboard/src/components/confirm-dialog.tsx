import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { FormError, type FormErrorProps } from './form-error.tsx';

/**
 * Asks before something is done that cannot be taken back. The button is off while `onConfirm` runs; what the service
 * refuses is shown inside; the dialog closes when it succeeded.
 */
export function ConfirmDialog(props: {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** A question: "Revoke this key?" */
  readonly title: string;
  /** What will happen, with the things it happens to. */
  readonly children: ReactNode;
  /** What the button does, with its verb: "Revoke the key". */
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** As of a FormError. */
  readonly whenRepeated?: FormErrorProps['whenRepeated'];
  readonly onConfirm: () => Promise<unknown>;
}) {
  const {
    opened,
    onClose,
    title,
    children,
    confirmLabel,
    isDangerous = false,
    isDisabled = false,
    whenRepeated,
    onConfirm,
  } = props;
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const { reset } = confirm;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  const close = () => {
    if (!confirm.isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <FormError error={confirm.error} whenRepeated={whenRepeated} />
        <div>{children}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={confirm.isPending}>
            Cancel
          </Button>
          <Button
            color={isDangerous ? 'red' : undefined}
            loading={confirm.isPending}
            disabled={isDisabled}
            onClick={() => confirm.mutate()}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
