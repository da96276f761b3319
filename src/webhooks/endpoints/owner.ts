import type { Mode } from '../../ledger/transaction.ts';

/** Whose webhooks: a client's in one mode. A Caller is one. */
export interface WebhookOwner {
  readonly clientId: number;
  readonly walletId: number;
  readonly mode: Mode;
}
