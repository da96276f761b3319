import { auth } from '../../api/api.ts';
import { AskPassword } from './ask-password.tsx';

/** Only the password from now on. */
export function TurnOffApp({ onDone }: { readonly onDone: () => void }) {
  return (
    <AskPassword
      submitLabel="Turn off"
      isDangerous
      asksForCode
      onSubmit={(password, code) => auth.post('/two-factor/disable', { password, code }).then(onDone)}
    >
      After that, anyone who knows your password can sign in.
    </AskPassword>
  );
}
