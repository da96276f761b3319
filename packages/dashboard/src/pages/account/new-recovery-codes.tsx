import { auth } from '../../api/api.ts';
import { AskPassword } from './ask-password.tsx';

/** Other recovery codes in place of those there were. */
export function NewRecoveryCodes({ onMade }: { readonly onMade: (codes: readonly string[]) => void }) {
  return (
    <AskPassword
      submitLabel="Create new codes"
      asksForCode
      onSubmit={(password, code) =>
        auth
          .post<{ backupCodes: readonly string[] }>('/two-factor/generate-backup-codes', { password, code })
          .then(({ backupCodes }) => onMade(backupCodes))
      }
    >
      Your current recovery codes stop working.
    </AskPassword>
  );
}
