import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { useQuery } from '@tanstack/react-query';
import { auth } from './api.ts';
import { PasskeyFailure } from './failure.ts';
import { signInOptionsQuery } from './sign-in-options.ts';

/**
 * Why passkeys do not work on a page; null where they do. Pure.
 * @param passkeyOrigin the only address at which they work; null where there is none.
 * @param pageOrigin the address of this page.
 * @param isKnownToBrowser whether the browser has passkeys at all.
 */
export function hindranceOf(
  passkeyOrigin: string | null,
  pageOrigin: string,
  isKnownToBrowser: boolean,
): string | null {
  if (passkeyOrigin === null) {
    return 'Passkeys need an https address with a domain name, which this service does not have. Ask an administrator.';
  }
  if (pageOrigin !== passkeyOrigin) return `Passkeys work only at ${passkeyOrigin}. Open the dashboard there.`;
  return isKnownToBrowser ? null : 'This browser does not support passkeys. Use a newer one.';
}

/** Why passkeys do not work here; null where they do, undefined while that is not known yet. */
export function usePasskeyHindrance(): string | null | undefined {
  const { data } = useQuery(signInOptionsQuery);
  if (data === undefined) return undefined;
  return hindranceOf(data.passkey_origin, window.location.origin, window.PublicKeyCredential !== undefined);
}

// The browser's part is loaded when somebody uses a passkey: the first page does not wait for it.
const loadBrowserPart = () => import('@simplewebauthn/browser');

/** Makes a passkey on this device, and adds it to the account under a name. @throws PasskeyFailure, or as `auth` does. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await loadBrowserPart();
  const optionsJSON = await auth.post<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    '/passkey/generate-register-options',
  );
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyFailure(sentenceOfRegistration(error), error);
  });
  await auth.post('/passkey/verify-registration', { name, response: withoutRepeats(made) });
}

/** Signs in with a passkey; `isSecondStep` after a password, with a passkey of that person. @throws PasskeyFailure, or as `auth` does. */
export async function signInByPasskey(isSecondStep: boolean): Promise<void> {
  await signWithPasskey('/passkey/verify-authentication', isSecondStep ? { second_step: true } : {});
}

/** Confirms somebody signed in with one of their passkeys. @throws PasskeyFailure, or as `auth` does. */
export async function confirmByPasskey(): Promise<void> {
  await signWithPasskey('/step-up/passkey', {});
}

async function signWithPasskey(path: string, asking: object): Promise<void> {
  const { startAuthentication } = await loadBrowserPart();
  const optionsJSON = await auth.post<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    '/passkey/generate-authenticate-options',
    asking,
  );
  const response = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyFailure('The passkey was not used: it was cancelled, took too long, or is not here.', error);
  });
  await auth.post(path, { response });
}

/** The browser writes some parts twice; the service reads them from the attestation, and its bodies are small. */
function withoutRepeats({ response, ...credential }: RegistrationResponseJSON): object {
  const { clientDataJSON, attestationObject, transports } = response;
  return { ...credential, response: { clientDataJSON, attestationObject, transports } };
}

function sentenceOfRegistration(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'A passkey for your account already exists on this device.';
  return 'The passkey was not added: it was cancelled, took too long, or this device cannot check that it is you.';
}
