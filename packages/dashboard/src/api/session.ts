import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ClientRight, ClientRole, PlatformRight, PlatformRole } from '../../../../src/access/people/rights.ts';
import { api } from './api.ts';

export type { ClientRight, ClientRole, PlatformRight, PlatformRole };
export type Mode = 'test' | 'live';

/** What may be done in a client's dashboard, which differs by mode. */
export type RightsByMode = { readonly [mode in Mode]: readonly ClientRight[] };

export interface Me {
  readonly person: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    /** Whether they have a second factor: an authenticator app or a passkey. */
    readonly two_factor_enabled: boolean;
    readonly app_enabled: boolean;
    /** What the service requires a second factor for: `staff_and_live` is everything but the test mode of their own clients. */
    readonly two_factor_required: 'everything' | 'staff_and_live' | 'nothing';
  };
  readonly platform_role: PlatformRole | null;
  /** What the person may do on the platform. */
  readonly rights: readonly PlatformRight[];
  /** What the person may do at every client, by the role on the platform. */
  readonly client_rights: RightsByMode;
  readonly clients: readonly MyClient[];
}

export interface MyClient {
  readonly client_id: number;
  readonly name: string;
  readonly role: ClientRole;
  /** Whether the client requires a second factor of everybody. */
  readonly two_factor_required: boolean;
  /** Whether the client can be used from the address of this browser. */
  readonly address_allowed: boolean;
  readonly rights: RightsByMode;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.get<Me>('/me', { signal }),
  staleTime: 60_000,
});

/** Who is signed in. Below the shell this is always known. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether the person may do this on the platform. What is hidden by this is refused by the service as well. */
export function mayOnPlatform(me: Me, right: PlatformRight): boolean {
  return me.rights.includes(right);
}

/** Whether the person may do this with the client in this mode, by a role there or on the platform. */
export function mayWithClient(me: Me, clientId: string, mode: Mode, right: ClientRight): boolean {
  const client = me.clients.find((one) => String(one.client_id) === clientId);
  return (client?.rights ?? me.client_rights)[mode].includes(right);
}
