import type { Records } from '../history/records.ts';
import { houseWalletId } from '../ledger/accounts.ts';
import { idsCreatedBetween } from '../wallet/created-since.ts';
import { likePatterns, nameAndNote } from '../wallet/history.ts';
import type { SearchTerms } from './search-text.ts';
import type { SearchTime } from './search-time.ts';

/** What no index knows: it is found by reading the payments of the last days, newest first. */
export const scannedKinds = ['phone', 'amount', 'text'] as const;
export type ScannedKind = (typeof scannedKinds)[number];

/** How far back a search reads, in milliseconds: 90 days. */
export const lookBackMs = 90 * 86_400_000;

/** Where a transaction is. */
export interface TransactionKey {
  readonly walletId: number;
  readonly transactionId: number;
}

/** What was found by reading. */
export interface LookBack {
  /** By kind, newest first, at most the limit. */
  readonly found: Readonly<Record<ScannedKind, readonly TransactionKey[]>>;
  /** All payments since this moment were read, for each kind that has fewer than the limit; milliseconds since 1970. */
  readonly lookedBackToMs: number;
}

export interface LookBackOptions {
  readonly terms: SearchTerms;
  /** The most that is wanted of each kind. */
  readonly limit: number;
  readonly nowMs: number;
  readonly time: SearchTime;
}

/** Whether a text is one of those for which payments are read. */
export function isScanned(terms: SearchTerms): boolean {
  return terms.phone !== null || terms.amount !== null || terms.phrases.length > 0;
}

/** What a row has to do with the text; null parameters fit no row. */
const matchColumns = (phone: string, amount: string, patterns: string, isShown: string) => `
  ${isShown} AND counterparty_phone = ${phone} AS is_phone,
  ${isShown} AND (amount = ${amount}::bigint OR net_amount = ${amount}::bigint) AS is_amount,
  ${isShown} AND ${patterns}::text[] IS NOT NULL AND ${nameAndNote} LIKE ALL (${patterns}::text[]) AS is_text`;

/** The newest of each kind as arrays of numbers. */
const newestOf = (column: string, limit: string) =>
  scannedKinds
    .map((kind) => `(array_agg(${column} ORDER BY transaction_id DESC) FILTER (WHERE is_${kind}))[1:${limit}]`)
    .map((array, index) => `coalesce(${array}, '{}') AS ${scannedKinds[index]}_${column}`)
    .join(',\n         ');

// The time is no condition of the rows, so that the server has no reason to read them by another index than that of the wallet.
const readOfWalletSql = `
  SELECT count(*) AS rows_read, min(transaction_id) AS lowest,
         round(extract(epoch FROM min(created_at)) * 1000)::bigint AS oldest_ms,
         ${newestOf('transaction_id', '$8::integer')}
    FROM (SELECT transaction_id, created_at, ${matchColumns('$4', '$5', '$6', 'created_at >= to_timestamp($9::float8 / 1000)')}
            FROM transaction
           WHERE wallet_id = $1 AND transaction_id < $2 AND transaction_id >= $3
           ORDER BY transaction_id DESC LIMIT $7) AS part`;

const readEverywhereSql = `
  SELECT count(*) AS rows_read,
         ${newestOf('wallet_id', '$8::integer')},
         ${newestOf('transaction_id', '$8::integer')}
    FROM (SELECT wallet_id, transaction_id, ${matchColumns('$4', '$5', '$6', 'true')}
            FROM transaction
           WHERE created_at >= to_timestamp($1::float8 / 1000) AND created_at < to_timestamp($2::float8 / 1000)
             AND transaction_id >= $3 AND wallet_id <> ALL ($7::bigint[])) AS part`;

type Row = Readonly<Record<`${ScannedKind}_transaction_id` | `${ScannedKind}_wallet_id`, readonly string[]>>;

/** Rows of a wallet that one statement reads: few at first, so that something recent is found at once. */
const rowsAtFirst = 4_000;
const rowsMax = 32_000;

/**
 * Reads the payments of a wallet, newest first, until each kind has enough, the last 90 days are read, or the time of the search is over.
 * What has moved to the history store is not read.
 */
export async function lookBackInWallet(
  records: Records,
  walletId: number,
  { terms, limit, nowMs, time }: LookBackOptions,
): Promise<LookBack> {
  const collected = new Collected(terms, limit);
  const { movedBelow, createdUntilMs } = await records.boundary();
  const fromMs = nowMs - lookBackMs;
  const period = await time.within(() => idsCreatedBetween(records, walletId, { fromMs }));
  const atLeast = Math.max(period?.atLeast ?? 0, movedBelow);
  let before = Number.MAX_SAFE_INTEGER;
  let lookedBackToMs = nowMs;
  let size = rowsAtFirst;
  while (collected.isMoreWanted && time.isLeft) {
    const begunAtMs = performance.now();
    const read = await time.within(() =>
      records.query<Row & { rows_read: string; lowest: string | null; oldest_ms: string | null }>({
        text: readOfWalletSql,
        values: [walletId, before, atLeast, ...collected.wanted(), size, limit, fromMs],
      }),
    );
    const row = read?.rows[0];
    if (row === undefined) {
      // Its rows were not in memory. Fewer of them may be read in the time that is left.
      size = Math.ceil(size / 8);
      continue;
    }
    for (const kind of scannedKinds) {
      collected.add(
        kind,
        row[`${kind}_transaction_id`].map((id) => ({ walletId, transactionId: Number(id) })),
      );
    }
    if (Number(row.rows_read) < size) {
      return { found: collected.found, lookedBackToMs: Math.max(fromMs, movedBelow > 0 ? createdUntilMs : fromMs) };
    }
    before = Number(row.lowest);
    lookedBackToMs = Math.min(lookedBackToMs, Number(row.oldest_ms));
    if (performance.now() - begunAtMs < fastStatementMs) size = Math.min(size * 2, rowsMax);
  }
  return { found: collected.found, lookedBackToMs: Math.max(lookedBackToMs, fromMs) };
}

/** A statement that took less reads more the next time. */
const fastStatementMs = 30;

/** The time of which the first statement reads the payments of all clients, and by how much the next one may read more. */
const windowAtFirstMs = 60_000;
const growthMax = 64;

/**
 * As `lookBackInWallet`, of all wallets but those of the service itself and the hidden ones. It reads one period after the other by the
 * time of creation, whose index names blocks of the table: each statement also looks at blocks that are too new for that index, so that
 * few long periods are read rather than many short ones.
 */
export async function lookBackEverywhere(
  records: Records,
  hiddenWallets: readonly number[],
  { terms, limit, nowMs, time }: LookBackOptions,
): Promise<LookBack> {
  const collected = new Collected(terms, limit);
  const { movedBelow, createdUntilMs } = await records.boundary();
  const fromMs = Math.max(nowMs - lookBackMs, movedBelow > 0 ? createdUntilMs : Number.NEGATIVE_INFINITY);
  const hidden = [...Object.values(houseWalletId), ...hiddenWallets];
  // Clocks of other processes may be ahead of ours.
  let toMs = nowMs + 86_400_000;
  let size = windowAtFirstMs;
  while (collected.isMoreWanted && toMs > fromMs && time.isLeft) {
    const start = Math.max(fromMs, Math.min(toMs, nowMs) - size);
    const read = await time.within(() =>
      records.query<Row & { rows_read: string }>({
        text: readEverywhereSql,
        values: [start, toMs, movedBelow, ...collected.wanted(), hidden, limit],
      }),
    );
    const row = read?.rows[0];
    if (row === undefined) {
      size = Math.ceil(size / 8);
      continue;
    }
    for (const kind of scannedKinds) {
      const walletIds = row[`${kind}_wallet_id`];
      collected.add(
        kind,
        row[`${kind}_transaction_id`].map((id, index) => ({
          walletId: Number(walletIds[index]),
          transactionId: Number(id),
        })),
      );
    }
    toMs = start;
    size *= Math.min(rowsMax / Math.max(Number(row.rows_read), 1), growthMax);
  }
  return { found: collected.found, lookedBackToMs: Math.min(toMs, nowMs) };
}

/** What was found so far, and what is still wanted. */
class Collected {
  readonly found: Record<ScannedKind, TransactionKey[]> = { phone: [], amount: [], text: [] };
  readonly #limit: number;
  readonly #asked: Readonly<Record<ScannedKind, unknown>>;

  constructor(terms: SearchTerms, limit: number) {
    this.#limit = limit;
    this.#asked = {
      phone: terms.phone,
      amount: terms.amount,
      text: terms.phrases.length === 0 ? null : likePatterns(terms.phrases),
    };
  }

  get isMoreWanted(): boolean {
    return this.wanted().some((asked) => asked !== null);
  }

  /** Phone, amount and patterns for a statement; null where none is asked for, or enough was found. */
  wanted(): readonly [unknown, unknown, unknown] {
    const of = (kind: ScannedKind) => (this.found[kind].length < this.#limit ? this.#asked[kind] : null);
    return [of('phone'), of('amount'), of('text')];
  }

  add(kind: ScannedKind, keys: readonly TransactionKey[]): void {
    this.found[kind].push(...keys.slice(0, this.#limit - this.found[kind].length));
  }
}
