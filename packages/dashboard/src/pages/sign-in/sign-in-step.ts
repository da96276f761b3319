/** What the service says when a password was right, or was set by a link. */
export interface SignInAnswer {
  readonly user?: unknown;
  readonly twoFactorRedirect?: boolean;
  readonly twoFactorMethods?: readonly string[];
  readonly status?: boolean;
}

/** What comes next: the person is in, gives a second factor first, or has a new password and is not in, such as a disabled person. */
export type SignInStep =
  | { readonly is: 'signed_in' }
  | { readonly is: 'second_factor'; readonly hasApp: boolean }
  | { readonly is: 'password_set' };

/** Pure. `hasApp` says whether a code of an authenticator app is one of the second factors. */
export function signInStep({ user, twoFactorRedirect, twoFactorMethods }: SignInAnswer): SignInStep {
  if (twoFactorRedirect === true) return { is: 'second_factor', hasApp: twoFactorMethods?.includes('totp') === true };
  return user === undefined ? { is: 'password_set' } : { is: 'signed_in' };
}
