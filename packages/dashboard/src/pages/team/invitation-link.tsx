import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';

/** The link of an invitation, where no mail server is set: whoever invites hands it over. */
export function InvitationLink({ link, onClose }: { readonly link: string | null; readonly onClose: () => void }) {
  return (
    <OneTimeDialog
      opened={link !== null}
      title="Give them this link"
      warning="This service sends no mail. The link works once, for seven days, for whoever has it: send it to that person alone."
      onStored={onClose}
    >
      <ShownOnce text={link ?? ''} label="Copy the link" />
    </OneTimeDialog>
  );
}
