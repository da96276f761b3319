import type { UsedKeys } from '../idempotency.ts';
import type { Approval } from '../rows/approval.ts';
import type { KeyBudget } from '../rows/key-budget.ts';
import type { ClaimedRefund } from '../rows/refund-claim.ts';
import type { ReviewCase } from '../rows/review-case.ts';
import type { SuspenseClaim } from '../rows/suspense-claim.ts';
import type { SystemAccounts } from '../rows/system-account.ts';
import type { WalletState } from '../rows/wallet.ts';
import type { Transaction } from '../transaction.ts';

/** Everything that a plan may depend on, read after the wallets were locked. */
export interface PlanState {
  /** The database's clock after the lock, in milliseconds: for what is stored and shown as the time of an event. */
  readonly nowMs: number;
  /** Trusted time after the lock, in milliseconds: for deadlines, which no change of a clock moves. */
  readonly trustedNowMs: number;
  readonly systemAccounts: SystemAccounts;
  readonly wallets: ReadonlyMap<number, WalletState>;
  readonly transactions: ReadonlyMap<number, Transaction>;
  /** Who asked for each transaction that waits for approval, and until when it can be approved, in milliseconds of trusted
   * time. */
  readonly approvals: ReadonlyMap<number, Approval>;
  readonly usedKeys: UsedKeys;
  /** By lineage: the budgets of API keys that pay, or whose payments may fail. */
  readonly keyBudgets: ReadonlyMap<number, KeyBudget>;
  readonly phoneOwners: ReadonlyMap<string, number>;
  readonly listedNumbers: ReadonlySet<string>;
  /** The transaction that an operator's receipt pays for, or that an external reference books. */
  readonly receipts: ReadonlyMap<string, number>;
  readonly externalReferences: ReadonlyMap<string, number>;
  /** Contradicting reports of operators, per transaction. */
  readonly suspenseClaims: ReadonlyMap<number, readonly SuspenseClaim[]>;
  /** Refunds that have taken their part of a collection, per collection, oldest first. */
  readonly refunds: ReadonlyMap<number, readonly ClaimedRefund[]>;
  /** Collections to refund that their operator took back, unless that was reversed. */
  readonly reversed: ReadonlySet<number>;
  /** The open collection of each payer, of wallets that allow one. */
  readonly openCollections: ReadonlyMap<string, number>;
  /** The first transaction with each client reference, of wallets that use a reference once. */
  readonly clientReferences: ReadonlyMap<string, number>;
  /** Review cases that commands want to resolve, by number. */
  readonly reviewCases: ReadonlyMap<number, ReviewCase>;
  /** Money calls begun, per transaction that a command names them for; missing when it has no submission any more. */
  readonly sends: ReadonlyMap<number, number>;
}
