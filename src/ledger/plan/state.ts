import type { Ugx } from '../../money/ugx.ts';
import type { SystemAccounts } from '../accounts.ts';
import type { UsedKeys } from '../idempotency.ts';
import type { Mode, Transaction } from '../transaction.ts';

/** A wallet as read under its lock. Amounts in shillings, `day` in days since 1970 in Kampala. */
export interface WalletState {
  readonly walletId: number;
  readonly mode: Mode;
  readonly holderName: string;
  readonly phone: string | null;
  readonly available: Ugx;
  readonly held: Ugx;
  readonly entryNo: number;
  readonly eventSequence: number;
  readonly day: number;
  readonly dayOut: Ugx;
  readonly frozen: boolean;
  /** Whether an active webhook hears its events. */
  readonly hasWebhooks: boolean;
  readonly limitPerTransaction: Ugx | null;
  readonly limitPerDay: Ugx | null;
  readonly approvalThreshold: Ugx | null;
  readonly withdrawListedOnly: boolean;
  readonly oneCollectionPerPayer: boolean;
}

/** Why an operator's word cannot be followed without a person. */
export type ContradictionKind =
  | 'late_success'
  | 'late_failure'
  | 'amount_differs'
  | 'receipt_differs'
  | 'receipt_reused';

/** A contradicting word, as it was heard once. */
export interface SuspenseClaim {
  readonly kind: ContradictionKind;
  /** What the operator said it moved, or what was expected when it did not say. */
  readonly amount: Ugx;
  /** '' when the operator named none. */
  readonly receipt: string;
}

/** A case as it was opened. */
export interface ReviewCase {
  /** Null where an operator's statement has a payment that we know nothing of. */
  readonly transactionId: number | null;
  readonly kind:
    | ContradictionKind
    | 'details_differ'
    | 'truth_deadline'
    | 'worker_gave_up'
    | 'cannot_be_asked'
    | 'statement_differs'
    | 'missing_here'
    | 'missing_there';
  /** Shillings that the case put into suspense (above 0) or took out of it (below 0); 0 when nothing was booked. */
  readonly inSuspense: bigint;
  /** The transaction that the receipt in a statement pays for already; null when none, or where no statement told it. */
  readonly receiptOf: number | null;
  readonly isOpen: boolean;
  /** When the end that waits for a second person was proposed, in milliseconds; null when none waits. */
  readonly proposedAtMs: number | null;
}

/** Everything that a plan may depend on, read after the wallets were locked. */
export interface PlanState {
  /** The database's clock after the lock, in milliseconds. */
  readonly nowMs: number;
  readonly systemAccounts: SystemAccounts;
  readonly wallets: ReadonlyMap<number, WalletState>;
  readonly transactions: ReadonlyMap<number, Transaction>;
  /** Who asked for each transaction that waits for approval, and until when it can be approved, in milliseconds. */
  readonly approvals: ReadonlyMap<number, { readonly maker: string; readonly expiresAtMs: number }>;
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

export const phoneKey = (mode: Mode, phone: string) => `${mode} ${phone}`;
export const payerKey = (walletId: number, phone: string) => `${walletId} ${phone}`;
export const listedKey = (walletId: number, phone: string) => `${walletId} ${phone}`;
export const receiptKey = (operatorAccountId: number, receipt: string) => `${operatorAccountId} ${receipt}`;
export const externalReferenceKey = (mode: Mode, reference: string) => `${mode} ${comparableReference(reference)}`;

/** All but letters and digits: punctuation and spaces of ASCII, Latin-1 and full-width forms, general punctuation, minus, CJK's. */
const punctuation =
  /[^0-9A-Za-z\u{C0}-\u{1FFF}\u{2070}-\u{2211}\u{2213}-\u{2FFF}\u{3040}-\u{FEFE}\u{FF66}-\u{10FFFF}]/gu;
const fullWidthLettersAndDigits = /[０-９Ａ-Ｚａ-ｚ]/g;
const fullWidthOffset = 0xfee0;

/**
 * What a deposit slip or statement line is compared by: `SLIP-1`, `slip-1` and `SLIP 1` are one. The same as the function
 * comparable_reference of migration 23, which decides; this finds a repeat before it is written.
 */
export function comparableReference(reference: string): string {
  const kept = reference
    .replace(fullWidthLettersAndDigits, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset))
    .replace(punctuation, '');
  return kept === '' ? reference : kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
