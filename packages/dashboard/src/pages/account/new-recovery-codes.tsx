import { auth } from '../../api/api.ts';
import { AskPassword } from './ask-password.tsx';

/** Other recovery codes in place of those there were. */
export function NewRecoveryCodes({ onMade }: { readonly onMade: (codes: readonly string[]) => void }) {
  return (
    <AskPassword
      submitLabel="Make new codes"
      asksForCode
      onSubmit={(password, code) =>
        auth
          .post<{ backupCodes: readonly string[] }>('/two-factor/generate-backup-codes', { password, code })
          .then(({ backupCodes }) => onMade(backupCodes))
      }
    >
      The recovery codes that you have stop working.
    </AskPassword>
  );
}
