import { useState } from 'react';
import { auth } from '../../api/api.ts';
import { AskPassword } from './ask-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Other recovery codes in place of those there were. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <AskPassword
      submitLabel="Make new codes"
      onPassword={(password) =>
        auth
          .post<{ backupCodes: readonly string[] }>('/two-factor/generate-backup-codes', { password })
          .then(({ backupCodes }) => setCodes(backupCodes))
      }
    >
      The recovery codes that you have stop working.
    </AskPassword>
  );
}
