import type { Transaction } from '../../ledger/transaction.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../../ledger/transaction-row.ts';
import type { Queryable } from '../../postgres/pool.ts';

/** One touch of a wallet, from the ledger. Amounts in shillings. */
export interface Entry {
  readonly entryNo: number;
  readonly atMs: number;
  /** What came, or less than 0 for what went. */
  readonly change: bigint;
  readonly balanceAfter: bigint;
  readonly transaction: Transaction;
}

/** A part of a wallet's history by the sequences of its events: those from `first` on, before `end`. */
export interface EventRange {
  readonly first: number;
  readonly end: number;
}

const eventsPerStep = 500;

/**
 * The entries of a wallet in their order. They are found by the events: everything that touches a wallet says so in an
 * event of the same moment, and events are kept in order, which spares the busy table of transfers another index. That
 * none is missed is proved by the chain of entry numbers and balances.
 * @throws EntriesBroken when the chain is not whole.
 */
export async function* readEntries(db: Queryable, walletId: number, { first, end }: EventRange): AsyncGenerator<Entry> {
  let last: Entry | null = null;
  for (let from = first; from < end; ) {
    const moments = await readMoments(db, walletId, { first: from, end });
    const lastMoment = moments.at(-1);
    if (lastMoment === undefined) return;
    const entries = await entriesOf(db, walletId, moments);
    for (const entry of entries) {
      // Two events of one transaction in the same millisecond find the same entries.
      if (last !== null && entry.entryNo <= last.entryNo) continue;
      if (
        last !== null &&
        (entry.entryNo !== last.entryNo + 1 || entry.balanceAfter !== last.balanceAfter + entry.change)
      ) {
        throw new EntriesBroken(walletId, last.entryNo, entry.entryNo);
      }
      yield entry;
      last = entry;
    }
    from = lastMoment.sequence + 1;
  }
}

/** The first sequence of the wallet's events at or after a moment; `end` when there is none before it. */
export async function sequenceAt(db: Queryable, walletId: number, atMs: number, end: number): Promise<number> {
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.query<{ sequence: string; at: Date }>({
      name: 'statement.event_from',
      text: `SELECT first_sequence AS sequence, created_at AS at FROM event
              WHERE wallet_id = $1 AND first_sequence >= $2 ORDER BY first_sequence LIMIT 1`,
      values: [walletId, middle],
    });
    const [found] = rows;
    if (found === undefined || Number(found.sequence) >= high || found.at.getTime() >= atMs) high = middle;
    else low = Number(found.sequence) + 1;
  }
  return low;
}

interface Moment {
  readonly sequence: number;
  readonly transactionId: string;
}

async function readMoments(db: Queryable, walletId: number, { first, end }: EventRange): Promise<Moment[]> {
  const { rows } = await db.query<{ sequence: string; transaction_id: string }>({
    name: 'statement.moments',
    text: `SELECT first_sequence AS sequence, transaction_id FROM event
            WHERE wallet_id = $1 AND first_sequence >= $2 AND first_sequence < $3
            ORDER BY first_sequence LIMIT $4`,
    values: [walletId, first, end, eventsPerStep],
  });
  return rows.map((row) => ({ sequence: Number(row.sequence), transactionId: row.transaction_id }));
}

async function entriesOf(db: Queryable, walletId: number, moments: readonly Moment[]): Promise<Entry[]> {
  const first = moments[0]?.sequence ?? 0;
  const last = moments.at(-1)?.sequence ?? 0;
  const { rows } = await db.query<
    TransactionRow & { entry_no: string; at: Date; change: string; entry_balance: string }
  >({
    name: 'statement.entries',
    text: `
      WITH moment AS MATERIALIZED (
        SELECT DISTINCT transaction_id, created_at FROM event
         WHERE wallet_id = $1 AND first_sequence BETWEEN $2 AND $3
      ), entry AS MATERIALIZED (
        SELECT l.transaction_id AS of_transaction, l.entry_no, l.created_at AS at, l.balance_after AS entry_balance,
               CASE WHEN l.credit_account = $1 THEN l.amount ELSE -l.amount END AS change
          FROM moment m
          JOIN LATERAL (SELECT * FROM transfer
                         WHERE wallet_id = $1 AND transaction_id = m.transaction_id AND created_at = m.created_at
                           AND entry_no IS NOT NULL) l ON true
      )
      SELECT entry.entry_no, entry.at, entry.entry_balance, entry.change, t.*
        FROM entry
        JOIN LATERAL (SELECT ${transactionColumns} FROM transaction
                       WHERE wallet_id = $1 AND transaction_id = entry.of_transaction) t ON true
       ORDER BY entry.entry_no`,
    values: [walletId, first, last],
  });
  return rows.map((row) => ({
    entryNo: Number(row.entry_no),
    atMs: row.at.getTime(),
    change: BigInt(row.change),
    balanceAfter: BigInt(row.entry_balance),
    transaction: transactionFromRow(row),
  }));
}

/** The entries of a wallet do not follow each other: a statement of them would be wrong. */
export class EntriesBroken extends Error {
  override readonly name = 'EntriesBroken';

  constructor(walletId: number, before: number, after: number) {
    super(`entry ${after} of wallet ${walletId} does not follow entry ${before}; run nsimbi audit`);
  }
}
