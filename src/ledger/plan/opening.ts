import type { Ugx } from '../../money/ugx.ts';
import type { ClientData } from '../client-data.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import type { AuditEntry } from '../rows/audit-log.ts';
import type { Mode, Transaction } from '../transaction.ts';

/** What every opening of a transaction carries, whoever asked for it. */
export interface Opening {
  readonly walletId: number;
  readonly mode: Mode;
  readonly gross: Ugx;
  readonly fee: Ugx;
  readonly net: Ugx;
  readonly feeScheduleId: number;
  readonly description: string | null;
  readonly apiKeyId: number | null;
  readonly apiTriggered: boolean;
  /** Who asked, `api_key:<id>` or a person, who may then not approve it. */
  readonly maker: string;
  readonly idempotency: IdempotencyKey | null;
  /** Set where the client noted something on the payment. */
  readonly clientData?: ClientData;
}

/** A command of a person, not of a client's program. */
export interface Act {
  /** Makes the entry in the audit log from the transaction as it was written; both are committed together. */
  readonly audit?: (written: Transaction) => AuditEntry;
}
