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
  /** Who asked, for the rule of two persons: `api_key:<id>` or a person. */
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

/** What a person, and no program of a client, asks for. */
export interface Act {
  /** The line in the audit log, of the transaction as it was written: they are committed together, so neither is alone. */
  readonly audit?: (written: Transaction) => AuditEntry;
}
