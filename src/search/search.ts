import type { Records } from '../history/records.ts';
import type { Transaction } from '../ledger/transaction.ts';
import {
  type ExactKind,
  type ExactLookup,
  exactKinds,
  isNamed,
  lookupsEverywhere,
  lookupsInWallets,
  readByKeys,
} from './exact-matches.ts';
import {
  isScanned,
  type LookBack,
  lookBackEverywhere,
  lookBackInWallet,
  type ScannedKind,
  scannedKinds,
  type TransactionKey,
} from './look-back.ts';
import type { SearchTerms } from './search-text.ts';
import { SearchTime, unlessCutOff } from './search-time.ts';

/** Transactions that were found in one way, newest first. */
export interface FoundGroup {
  readonly kind: ExactKind | ScannedKind;
  readonly transactions: readonly Transaction[];
  /** Whether there are more than those shown. */
  readonly hasMore: boolean;
}

/** What a search has found. A transaction is in the first of the groups that it fits. */
export interface Found {
  /** By a number or reference that is theirs. */
  readonly exact: readonly FoundGroup[];
  /** Among the payments of the last 90 days. */
  readonly scanned: readonly FoundGroup[];
  /** Since when payments were read for `scanned`, in milliseconds since 1970; null where the text asks for none of these kinds. */
  readonly freeTextFromMs: number | null;
  /**
   * False when something that is read by a key could not be read in time, when no payment at all was read for `scanned`, or when the history
   * store is away: there may be more than is shown.
   */
  readonly isComplete: boolean;
  /** Whether everything that is read by a key was read, so that there is no other exact match. */
  readonly isExactComplete: boolean;
}

/** The moment of a search, in milliseconds since 1970, and its time limit. */
export interface When {
  readonly nowMs: number;
  readonly time?: SearchTime;
}

/** How many transactions a group shows. */
export const shownMax = 5;

/**
 * Searches a wallet.
 * @param records on connections whose statements end after `searchStatementMs`.
 * @param otherWalletId of the same client in the other mode, whose exact matches are returned too; null where they may not be seen.
 */
export async function searchWallet(
  records: Records,
  { walletId, otherWalletId }: { readonly walletId: number; readonly otherWalletId: number | null },
  terms: SearchTerms,
  { nowMs, time = new SearchTime() }: When,
): Promise<Found & { readonly inOtherMode: readonly Transaction[] }> {
  const walletIds = otherWalletId === null ? [walletId] : [walletId, otherWalletId];
  // At once, because a look-up can wait for the history store.
  const [exact, looked] = await Promise.all([
    findExactly(records, lookupsInWallets(walletIds), terms, time),
    isScanned(terms) ? lookBackInWallet(records, walletId, { terms, limit: shownMax + 1, nowMs, time }) : null,
  ]);
  const isHere = (transaction: Transaction) => transaction.walletId === walletId;
  const found = await foundOf(
    records,
    { ...exact, groups: exact.groups.map((group) => filtered(group, isHere)) },
    looked,
    nowMs,
  );
  const elsewhere = exact.groups.flatMap(({ transactions }) => transactions.filter((one) => !isHere(one)));
  return { ...found, inOtherMode: found.exact.length > 0 ? [] : elsewhere.slice(0, shownMax) };
}

/**
 * Searches all wallets of clients but the hidden ones.
 * @param records as of `searchWallet`.
 */
export async function searchEverywhere(
  records: Records,
  hiddenWallets: readonly number[],
  terms: SearchTerms,
  { nowMs, time = new SearchTime() }: When,
): Promise<Found> {
  const [exact, looked] = await Promise.all([
    findExactly(records, lookupsEverywhere(hiddenWallets), terms, time),
    isScanned(terms) ? lookBackEverywhere(records, hiddenWallets, { terms, limit: shownMax + 1, nowMs, time }) : null,
  ]);
  return await foundOf(records, exact, looked, nowMs);
}

interface Exact {
  readonly groups: readonly { readonly kind: ExactKind; readonly transactions: readonly Transaction[] }[];
  readonly isComplete: boolean;
}

async function findExactly(
  records: Records,
  lookups: Readonly<Record<ExactKind, ExactLookup>>,
  terms: SearchTerms,
  time: SearchTime,
): Promise<Exact> {
  const groups = [];
  let isComplete = true;
  const seen = new Set<number>();
  // One after the other, so that a search uses two connections at most.
  for (const kind of terms.text === '' ? [] : exactKinds) {
    const read = await time.within(async () => readByKeys(records, await lookups[kind](records, terms, shownMax + 1)));
    if (read === undefined) isComplete = false;
    const transactions = (read ?? [])
      .filter((one) => kind !== 'transaction' || isNamed(one, terms))
      .filter(({ transactionId }) => !seen.has(transactionId));
    for (const { transactionId } of transactions) seen.add(transactionId);
    groups.push({ kind, transactions });
  }
  return { groups, isComplete };
}

function filtered<Group extends { readonly transactions: readonly Transaction[] }>(
  group: Group,
  isShown: (transaction: Transaction) => boolean,
): Group {
  return { ...group, transactions: group.transactions.filter(isShown) };
}

/** The groups that have something, each transaction in the first one. */
async function foundOf(
  records: Records,
  { groups, ...exactly }: Exact,
  looked: LookBack | null,
  nowMs: number,
): Promise<Found> {
  let isComplete = exactly.isComplete && (looked === null || looked.lookedBackToMs < nowMs);
  const exact = groups.map(({ kind, transactions }) => groupOf(kind, transactions));
  const shown = new Set(groups.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId)));
  const scanned = [];
  for (const kind of looked === null ? [] : scannedKinds) {
    const keys: readonly TransactionKey[] = looked?.found[kind] ?? [];
    const unseen = keys.filter(({ transactionId }) => !shown.has(transactionId));
    const read = await unlessCutOff(() => readByKeys(records, unseen));
    if (read === undefined) isComplete = false;
    const transactions = read ?? [];
    for (const { transactionId } of transactions) shown.add(transactionId);
    scanned.push({ ...groupOf(kind, transactions), hasMore: keys.length > shownMax });
  }
  const hasAny = ({ transactions }: FoundGroup) => transactions.length > 0;
  return {
    exact: exact.filter(hasAny),
    scanned: scanned.filter(hasAny),
    freeTextFromMs: looked?.lookedBackToMs ?? null,
    isComplete,
    isExactComplete: exactly.isComplete,
  };
}

function groupOf(kind: FoundGroup['kind'], transactions: readonly Transaction[]): FoundGroup {
  return { kind, transactions: transactions.slice(0, shownMax), hasMore: transactions.length > shownMax };
}
