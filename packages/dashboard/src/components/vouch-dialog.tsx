import { Text } from '@mantine/core';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** An account of which others may know the password, because they have seen a link to set it. */
export interface VouchedAccount {
  readonly name: string;
  readonly email: string;
  readonly link_seen_by: readonly string[];
}

/** Says who has seen a password link of an account; nothing where nobody has. */
export function LinkSeenBy({ account }: { readonly account: VouchedAccount }) {
  if (account.link_seen_by.length === 0) return null;
  return (
    <Text span size="xs" c="dimmed" display="block">
      Password link seen by {account.link_seen_by.join(', ')}
    </Text>
  );
}

/** A third person confirms that an account is its person's alone. */
export function VouchDialog(props: {
  readonly account: VouchedAccount | null;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const { account, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      opened={account !== null}
      onClose={onClose}
      title="Vouch for this account?"
      confirmLabel={`Vouch for ${account?.name ?? ''}`}
      onConfirm={onConfirm}
    >
      {account?.link_seen_by.join(', ')} has seen a link to set the password of {account?.email}. Until a third person
      vouches for the account, the two do not count as two people when live money is approved. Vouch only if you have
      verified with {account?.name} that they have set the password themselves.
    </ConfirmDialog>
  );
}
