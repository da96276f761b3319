import type { Ugx } from '../../money/ugx.ts';
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
  /** Who asked, for the rule of two persons: `api_key:<id>` or a person. */
  readonly maker: string;
  readonly idempotency: IdempotencyKey | null;
}

/** What a person, and no program of a client, asks for. */
export interface Act {
  /** The line in the audit log, of the transaction as it was written: they are committed together, so neither is alone. */
  readonly audit?: (written: Transaction) => AuditEntry;
}
