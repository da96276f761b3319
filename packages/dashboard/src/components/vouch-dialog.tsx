import { List, Text } from '@mantine/core';
import type { PasskeyObject } from '../../../../src/http/dashboard/schemas/people.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { momentText } from './time-text.ts';

/** An account of which others may know the password, because they have seen a link to set it. */
export interface VouchedAccount {
  readonly name: string;
  readonly email: string;
  readonly link_seen_by: readonly string[];
  readonly app_enabled: boolean;
  readonly passkeys: readonly PasskeyObject[];
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
      verified with {account?.name} that they have set the password themselves, and that these are theirs:
      <List component="ul" mt="sm">
        {factorTexts(account).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}

/** With what somebody signs in to the account: whoever knew the password may have added a factor of their own. */
function factorTexts(account: VouchedAccount | null): string[] {
  const passkeys = (account?.passkeys ?? []).map(
    ({ name, created_at: at }) => `Passkey ${name}, added ${momentText(new Date(at))}`,
  );
  return ['The password', ...(account?.app_enabled === true ? ['An authenticator app'] : []), ...passkeys];
}
