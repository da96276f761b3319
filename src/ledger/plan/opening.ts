import type { Ugx } from '../../money/ugx.ts';
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
  readonly idempotency: IdempotencyPromise | null;
}

/** The client's Idempotency-Key and what it promises. */
export interface IdempotencyPromise {
  readonly key: string;
  /** Hash of method, path and body bytes. */
  readonly fingerprint: string;
  /** Milliseconds after acceptance before which a repeat is answered "still running". */
  readonly answerDueAfterMs: number;
  /**
   * The answer's bytes when they are known as soon as the transaction is written; null while the operator is asked. They are
   * made of these two alone: where the transaction never changes a repeat has them made again, two days later and by another
   * release perhaps, and they must be the same.
   */
  readonly answer: (opened: Transaction, balance: Ugx) => string | null;
}

/** A command of a person, not of a client's program. */
export interface Act {
  /** Makes the entry in the audit log from the transaction as it was written; both are committed together. */
  readonly audit?: (written: Transaction) => AuditEntry;
}
