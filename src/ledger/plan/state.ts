import type { UsedKeys } from '../idempotency.ts';
import type { Approval } from '../rows/approval.ts';
import type { ReviewCase } from '../rows/review-case.ts';
import type { SuspenseClaim } from '../rows/suspense-claim.ts';
import type { SystemAccounts } from '../rows/system-account.ts';
import type { WalletState } from '../rows/wallet.ts';
import type { Transaction } from '../transaction.ts';

/** Everything that a plan may depend on, read after the wallets were locked. */
export interface PlanState {
  /** The database's clock after the lock, in milliseconds. */
  readonly nowMs: number;
  readonly systemAccounts: SystemAccounts;
  readonly wallets: ReadonlyMap<number, WalletState>;
  readonly transactions: ReadonlyMap<number, Transaction>;
  /** Who asked for each transaction that waits for approval, and until when it can be approved, in milliseconds. */
  readonly approvals: ReadonlyMap<number, Approval>;
  readonly usedKeys: UsedKeys;
  readonly phoneOwners: ReadonlyMap<string, number>;
  readonly listedNumbers: ReadonlySet<string>;
  /** Transaction that an operator's receipt, or an external reference, already stands for. */
  readonly receipts: ReadonlyMap<string, number>;
  readonly externalReferences: ReadonlyMap<string, number>;
  /** Contradicting words that were heard before, per transaction. */
  readonly suspenseClaims: ReadonlyMap<number, readonly SuspenseClaim[]>;
  /** Refunds of a collection that have not failed, or whose customers have the money all the same. */
  readonly refunds: ReadonlyMap<number, readonly number[]>;
  /** Collections to refund that their operator took back, unless that was undone there. */
  readonly reversed: ReadonlySet<number>;
  /** Open collection from a payer, of wallets that allow one. */
  readonly openCollections: ReadonlyMap<string, number>;
  /** Review cases that commands want to resolve, by number. */
  readonly reviewCases: ReadonlyMap<number, ReviewCase>;
  /** Money calls begun, of each transaction that a command names them for; missing when nothing is owed any more. */
  readonly sends: ReadonlyMap<number, number>;
}
