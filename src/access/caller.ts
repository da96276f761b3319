import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Mode } from '../ledger/transaction.ts';
import { onBehalfOfClient } from './audit-log.ts';

/** Who asks: a wallet of one client in one mode, through an API key or, when apiKeyId is null, through a person. */
export interface Caller {
  readonly clientId: number;
  readonly walletId: number;
  readonly mode: Mode;
  readonly apiKeyId: number | null;
  /** The first key of the chain of rolls of its API key, where that has a budget; null elsewhere. */
  readonly budgetLineage: number | null;
  /** The email of the person, where it is one. */
  readonly person?: string;
  /** The IP address that the request came from, where the operation is in the audit log. */
  readonly address?: string;
  /** The id of the person's session. */
  readonly session?: string;
}

/** Who asked, for the rule that another person approves. */
export function makerOf({ apiKeyId, person, clientId }: Caller): string {
  if (apiKeyId !== null) return `api_key:${apiKeyId}`;
  return person ?? `client:${clientId}`;
}

/** Who asked, as the audit log names them. */
export function actorOfCaller(caller: Caller): Actor {
  const { clientId, apiKeyId, address = null, session = null } = caller;
  return {
    name: makerOf(caller),
    onBehalfOf: onBehalfOfClient(clientId),
    address,
    session: apiKeyId === null ? session : `api_key ${apiKeyId}`,
  };
}
