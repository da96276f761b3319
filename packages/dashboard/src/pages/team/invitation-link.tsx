import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';

/** The link of an invitation, where no mail server is set: the inviter hands it over. */
export function InvitationLink({ link, onClose }: { readonly link: string | null; readonly onClose: () => void }) {
  return (
    <OneTimeDialog
      opened={link !== null}
      title="Send them this link"
      warning="This service sends no email. The link works once, for seven days, for anyone who has it: send it only to that person."
      onStored={onClose}
    >
      <ShownOnce text={link ?? ''} label="Copy the link" />
    </OneTimeDialog>
  );
}
