import type { ClientDetails } from '../access/client-details.ts';
import type { Records } from '../history/records.ts';
import { movedAmount } from '../ledger/moved.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { Mode, Transaction } from '../ledger/transaction.ts';
import { type Position, positionOf, readWalletNow, sequenceAt } from '../wallet/position.ts';
import type { StatementPeriod } from './days.ts';
import type { Issuer } from './issuer.ts';
import { completedTransactions, type EventRange } from './movements.ts';

/** One completed transaction. Amounts in shillings; balance = balance before + moneyIn - moneyOut. */
export interface StatementRow {
  /** When it was completed. */
  readonly atMs: number;
  readonly reference: string;
  readonly transaction: Transaction;
  /** What reached the wallet, after the fee. */
  readonly moneyIn: bigint;
  /** What left the wallet, with the fee. */
  readonly moneyOut: bigint;
  /** Our part: already taken off moneyIn, or contained in moneyOut. */
  readonly fee: bigint;
  /** Of the wallet, with what is held. */
  readonly balance: bigint;
}

/**
 * A statement without its rows. Amounts in shillings; closing = opening + moneyIn - moneyOut. What a payment holds belongs to
 * the wallet until the payment is completed, so that a hold that comes back is no movement.
 */
export interface Statement {
  readonly walletId: number;
  readonly period: StatementPeriod;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The part of the closing balance that is held for payments on their way. */
  readonly closingHeld: bigint;
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  readonly fees: bigint;
  /** The part of the fees that was taken off moneyIn; the rest is contained in moneyOut. */
  readonly feesOnMoneyIn: bigint;
  readonly rowCount: number;
  /** The events that it covers, so that its rows stay the same whatever happens afterwards. */
  readonly events: EventRange;
}

/** Whose statement it is, and who issues it. */
export interface StatementHolder extends ClientDetails {
  readonly clientName: string;
  readonly walletId: number;
  readonly mode: Mode;
  /** Null where none is set. */
  readonly issuer: Issuer | null;
  /** When it is made, in milliseconds since 1970. */
  readonly madeAtMs: number;
}

/** What a reader of a statement may ask besides its sums. */
export interface StatementReading {
  /** The end of the events of an earlier reading, so that days that are not over have the rows that they had then. */
  readonly eventsEnd?: number;
  /** Called with each row in its order, and its place among the rows, the first being 0. */
  readonly onRow?: (row: StatementRow, index: number) => void;
  /** Ends the reading with its reason when nobody waits for the statement any more. */
  readonly signal?: AbortSignal;
}

/**
 * Adds up what was completed in a period; of days that are not over, what there is now.
 * @throws HistoryUnavailable. @throws StatementBroken when the sums do not lead from the balance at the beginning to that at the end.
 * @throws EventsEndOutside when `eventsEnd` is not among the events of the period.
 */
export async function readStatement(
  records: Records,
  walletId: number,
  period: StatementPeriod,
  { eventsEnd, onRow, signal }: StatementReading = {},
): Promise<Statement> {
  const wallet = await readWalletNow(records, walletId);
  const first = await sequenceAt(records, walletId, period.fromMs, wallet.eventsEnd);
  const endNow = await sequenceAt(records, walletId, period.toMs, wallet.eventsEnd);
  const end = eventsEnd ?? endNow;
  if (end < first || end > endNow) throw new EventsEndOutside(end);
  const opening = balanceOf(await positionOf(records, wallet, first));
  const atEnd = await positionOf(records, wallet, end);
  const closing = balanceOf(atEnd);
  const sums = { moneyIn: 0n, moneyOut: 0n, fees: 0n, feesOnMoneyIn: 0n, rowCount: 0 };
  const events = { first, end };
  for await (const row of readRows(records, walletId, events, opening)) {
    signal?.throwIfAborted();
    onRow?.(row, sums.rowCount);
    sums.moneyIn += row.moneyIn;
    sums.moneyOut += row.moneyOut;
    sums.fees += row.fee;
    if (row.transaction.direction === 'in') sums.feesOnMoneyIn += row.fee;
    sums.rowCount += 1;
  }
  const expected = opening + sums.moneyIn - sums.moneyOut;
  if (closing !== expected) throw new StatementBroken(walletId, closing, expected);
  return { walletId, period, opening, closing, closingHeld: atEnd.held, ...sums, events };
}

/** The money in and out of a statement before fees: opening + in - out - fees = closing. Pure. */
export function sumsBeforeFees({
  moneyIn,
  moneyOut,
  fees,
  feesOnMoneyIn,
}: Pick<Statement, 'moneyIn' | 'moneyOut' | 'fees' | 'feesOnMoneyIn'>): {
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
} {
  return { moneyIn: moneyIn + feesOnMoneyIn, moneyOut: moneyOut - (fees - feesOnMoneyIn) };
}

/** The rows of a statement, oldest first. */
export function statementRows(
  records: Records,
  { walletId, events, opening }: Statement,
): AsyncGenerator<StatementRow> {
  return readRows(records, walletId, events, opening);
}

async function* readRows(
  records: Records,
  walletId: number,
  events: EventRange,
  opening: bigint,
): AsyncGenerator<StatementRow> {
  let balance = opening;
  for await (const transaction of completedTransactions(records, walletId, events)) {
    const { type, direction, createdAtMs, transactionId, completedAtMs, feeAmount } = transaction;
    const moved = movedAmount(transaction);
    const [moneyIn, moneyOut] = direction === 'in' ? [moved, 0n] : [0n, moved];
    balance += moneyIn - moneyOut;
    yield {
      atMs: completedAtMs ?? createdAtMs,
      reference: referenceOf(type, createdAtMs, transactionId),
      transaction,
      moneyIn,
      moneyOut,
      fee: feeAmount,
      balance,
    };
  }
}

function balanceOf({ available, held }: Position): bigint {
  return available + held;
}

/** A statement's rows do not add up to what the ledger says: a statement of them would be wrong. */
export class StatementBroken extends Error {
  override readonly name = 'StatementBroken';

  constructor(walletId: number, closing: bigint, expected: bigint) {
    super(`wallet ${walletId} closes with ${closing}, its statement adds up to ${expected}; run nsimbi audit`);
  }
}

/** The end that a reader asked for is not among the events of the period. */
export class EventsEndOutside extends Error {
  override readonly name = 'EventsEndOutside';

  constructor(eventsEnd: number) {
    super(`the period has no event before which a statement could end at ${eventsEnd}`);
  }
}
