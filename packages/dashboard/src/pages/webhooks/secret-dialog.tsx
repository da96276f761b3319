import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { When } from '../../components/when.tsx';

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
    <OneTimeDialog
      opened={secret !== null}
      title="Save this secret now"
      warning="It signs the deliveries and cannot be shown again. Put it where your receiver reads its secrets."
      onStored={onClose}
    >
      <ShownOnce text={secret ?? ''} label="Copy the secret" />
      {previousEndsAt === null ? null : (
        <p>
          Deliveries are also signed with the previous secret until <When at={previousEndsAt} />. Accept both until
          then.
        </p>
      )}
    </OneTimeDialog>
  );
}
