import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** How people of this service sign in; the same for everybody, also for who is not signed in. */
interface SignInOptions {
  readonly password_links_are_mailed: boolean;
  /** The only address at which passkeys work; null where the service has none at which they could. */
  readonly passkey_origin: string | null;
}

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.get<SignInOptions>('/sign-in-options', { signal }),
  staleTime: 60_000,
});
