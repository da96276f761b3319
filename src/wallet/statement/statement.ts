import { referenceOf } from '../../ledger/reference.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { StatementPeriod } from './days.ts';
import { type Entry, type EventRange, readEntries, sequenceAt } from './entries.ts';

/** One line: what one transaction did to the wallet at one moment. balance = balance before + moneyIn - moneyOut - fee. */
export interface StatementRow {
  readonly atMs: number;
  readonly reference: string;
  readonly transaction: Transaction;
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  /** Less than 0 when it came back with a payment that failed. */
  readonly fee: bigint;
  readonly balance: bigint;
  readonly isReturn: boolean;
}

/** A statement without its rows. Amounts in shillings; closing = opening + moneyIn - moneyOut - fees. */
export interface Statement {
  readonly walletId: number;
  readonly period: StatementPeriod;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  readonly fees: bigint;
  readonly rowCount: number;
  /** Which events it is made of, so that its rows are the same however much happens afterwards. */
  readonly events: EventRange;
}

/** Adds up the entries of a period; of days that are not over, what there is now. */
export async function readStatement(db: Queryable, walletId: number, period: StatementPeriod): Promise<Statement> {
  const { available, eventsEnd } = await readWallet(db, walletId);
  const first = await sequenceAt(db, walletId, period.fromMs, eventsEnd);
  const end = await sequenceAt(db, walletId, period.toMs, eventsEnd);
  const events = { first, end };
  let opening: bigint | null = null;
  const sums = { moneyIn: 0n, moneyOut: 0n, fees: 0n, rowCount: 0 };
  let closing = 0n;
  for await (const row of readRows(db, walletId, events)) {
    opening ??= row.balance - row.moneyIn + row.moneyOut + row.fee;
    sums.moneyIn += row.moneyIn;
    sums.moneyOut += row.moneyOut;
    sums.fees += row.fee;
    sums.rowCount += 1;
    closing = row.balance;
  }
  if (opening === null) {
    opening = await balanceBefore(db, walletId, { first: end, end: eventsEnd }, available);
    closing = opening;
  }
  return { walletId, period, opening, closing, ...sums, events };
}

/** The rows of a statement, oldest first. */
export function statementRows(db: Queryable, { walletId, events }: Statement): AsyncGenerator<StatementRow> {
  return readRows(db, walletId, events);
}

/** Entries of one transaction at one moment, such as an amount and its fee, are one row. */
async function* readRows(db: Queryable, walletId: number, events: EventRange): AsyncGenerator<StatementRow> {
  let together: [Entry, ...Entry[]] | null = null;
  for await (const entry of readEntries(db, walletId, events)) {
    const first: Entry | undefined = together?.[0];
    if (
      together !== null &&
      first?.transaction.transactionId === entry.transaction.transactionId &&
      first.atMs === entry.atMs
    ) {
      together.push(entry);
      continue;
    }
    if (together !== null) yield rowOf(together);
    together = [entry];
  }
  if (together !== null) yield rowOf(together);
}

function rowOf(entries: readonly [Entry, ...Entry[]]): StatementRow {
  const [{ transaction, atMs }] = entries;
  const change = entries.reduce((sum, entry) => sum + entry.change, 0n);
  return {
    atMs,
    transaction,
    reference: referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId),
    ...partsOf(transaction, change),
    balance: entries.at(-1)?.balanceAfter ?? 0n,
  };
}

/** How much of a change was the payment and how much our fee. moneyIn - moneyOut - fee is always the change. */
function partsOf(
  { direction, amount, netAmount, feeAmount }: Transaction,
  change: bigint,
): Pick<StatementRow, 'moneyIn' | 'moneyOut' | 'fee' | 'isReturn'> {
  if (direction === 'out' && change === -amount) {
    return { moneyIn: 0n, moneyOut: netAmount, fee: feeAmount, isReturn: false };
  }
  if (direction === 'out' && change === amount) {
    return { moneyIn: netAmount, moneyOut: 0n, fee: -feeAmount, isReturn: true };
  }
  if (direction === 'in' && change === netAmount) {
    return { moneyIn: amount, moneyOut: 0n, fee: feeAmount, isReturn: false };
  }
  return change > 0n
    ? { moneyIn: change, moneyOut: 0n, fee: 0n, isReturn: false }
    : { moneyIn: 0n, moneyOut: -change, fee: 0n, isReturn: false };
}

/** What the wallet had before the first entry of a range; where it has none, what it has at its end. */
async function balanceBefore(db: Queryable, walletId: number, events: EventRange, atEnd: bigint): Promise<bigint> {
  for await (const { balanceAfter, change } of readEntries(db, walletId, events)) return balanceAfter - change;
  return atEnd;
}

async function readWallet(db: Queryable, walletId: number): Promise<{ available: bigint; eventsEnd: number }> {
  const { rows } = await db.query<{ available: string; event_sequence: string }>(
    'SELECT available, event_sequence FROM wallet WHERE wallet_id = $1',
    [walletId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return { available: BigInt(row.available), eventsEnd: Number(row.event_sequence) + 1 };
}
