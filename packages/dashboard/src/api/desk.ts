import { useParams } from '@tanstack/react-router';
import { type ClientRight, type Mode, mayWithClient, useMe } from './session.ts';

export interface StaffContext {
  readonly clientId: string;
  readonly mode: Mode;
  /** The API's path of something of this client in this mode: `context.path('/transactions')`. */
  path(below: string): string;
  /** The browser's path of a page of this client in this mode, for links: `context.page('/transactions')`. */
  page(below: string): string;
  /** The query key of something of this client in this mode: `context.key('transactions', filters)`. */
  key(...parts: readonly unknown[]): readonly unknown[];
  /** Whether the person may do this here. What is hidden by this is refused by the service as well. */
  may(right: ClientRight): boolean;
}

/** The client and the mode that the URL names. Only for pages below /clients/$clientId/$mode. */
export function useStaffContext(): StaffContext {
  const { clientId, mode } = useParams({ from: '/desk/clients/$clientId/$mode' });
  const me = useMe();
  return {
    clientId,
    mode,
    path: (below) => `/clients/${clientId}/${mode}${below}`,
    page: (below) => `/clients/${clientId}/${mode}${below}`,
    key: (...parts) => ['clients', clientId, mode, ...parts],
    may: (right) => mayWithClient(me, clientId, mode, right),
  };
}
