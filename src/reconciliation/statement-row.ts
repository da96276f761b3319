import type { Direction } from '../ledger/transaction.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import type { StatementColumns } from '../operators/statement-columns.ts';
import { mappedFields } from './mapped-fields.ts';
import { statementTime } from './statement-time.ts';

/** What an operator says of one payment. */
export interface StatementRow {
  readonly line: number;
  readonly receipt: string | null;
  /** Ours, as the operator keeps it. */
  readonly reference: string | null;
  /** Whole shillings. */
  readonly amount: Ugx;
  /** Seen from our account at the operator; null when the statement does not say. */
  readonly direction: Direction | null;
  readonly status: 'succeeded' | 'failed' | 'pending';
  /** Milliseconds since 1970; null when the statement has no column of times. */
  readonly atMs: number | null;
}

/** Where the columns of a statement are, by position. */
export interface Heading {
  readonly width: number;
  readonly receipt: number | null;
  readonly reference: number | null;
  readonly amount: number | null;
  readonly amountIn: number | null;
  readonly amountOut: number | null;
  readonly direction: number | null;
  readonly status: number | null;
  readonly time: number | null;
  readonly ignore: readonly { readonly at: number; readonly words: ReadonlySet<string> }[];
}

/** What a row is: a payment, none of ours, or something that a person has to read. */
export type RowReading =
  | { readonly is: 'payment'; readonly row: StatementRow }
  | { readonly is: 'ignored' }
  | { readonly is: 'unreadable'; readonly because: string };

/**
 * Finds the columns in a heading.
 * @returns null when an amount, or both receipt and reference, have no column there: it is no heading.
 */
export function headingOf(cells: readonly string[], columns: StatementColumns): Heading | null {
  const names = cells.map(plain);
  if (columns.complete && missingColumns(cells, columns).length > 0) return null;
  const position = (candidates: readonly string[]) => {
    for (const candidate of candidates) {
      const at = names.indexOf(plain(candidate));
      if (at >= 0) return at;
    }
    return null;
  };
  const amount = position(columns.amount);
  const amountIn = position(columns.amount_in);
  const amountOut = position(columns.amount_out);
  const receipt = position(columns.receipt);
  const reference = position(columns.reference);
  if (amount === null && (amountIn === null || amountOut === null)) return null;
  if (receipt === null && reference === null) return null;
  return {
    width: lastNamed(names) + 1,
    receipt,
    reference: reference === receipt ? null : reference,
    amount,
    amountIn,
    amountOut,
    direction: position(columns.direction),
    status: position(columns.status),
    time: position(columns.time),
    ignore: columns.ignore.flatMap(({ column, words }) => {
      const at = position([column]);
      return at === null ? [] : [{ at, words: new Set(words.map(plain)) }];
    }),
  };
}

/** The columns that are named and that a heading does not have. */
export function missingColumns(cells: readonly string[], columns: StatementColumns): string[] {
  const names = new Set(cells.map(plain));
  const needed = [...mappedFields.map((field) => columns[field]), ...columns.ignore.map(({ column }) => [column])];
  return needed.flatMap((candidates) => {
    return candidates.some((name) => names.has(plain(name))) ? [] : candidates.slice(0, 1);
  });
}

export function isSameHeading(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

/** Reads one row of a statement. Nothing is guessed: what has two meanings is unreadable. */
export function readRow(
  line: number,
  cells: readonly string[],
  heading: Heading,
  columns: StatementColumns,
): RowReading {
  const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? '').trim());
  if (heading.ignore.some(({ at, words }) => words.has(plain(cell(at))))) return { is: 'ignored' };
  const unreadable = (because: string): RowReading => ({ is: 'unreadable', because });

  const receipt = readId(cell(heading.receipt));
  if (receipt.is === 'wrong') return unreadable(`its receipt ${receipt.because}`);
  const reference = readId(cell(heading.reference));
  if (reference.is === 'wrong') return unreadable(`its reference ${reference.because}`);
  if (receipt.id === null && reference.id === null) return unreadable('it has neither a receipt nor a reference');

  const money = readMoney(cell, heading, columns);
  if (typeof money === 'string') return unreadable(money);

  const word = cell(heading.status);
  const status = heading.status === null ? 'succeeded' : statusOf(word, columns);
  if (status === null) return unreadable(`its status ${quoted(word)} is not known`);

  const time = cell(heading.time);
  const atMs = heading.time === null ? null : statementTime(time, columns.date_order);
  if (heading.time !== null && atMs === null) return unreadable(`its time ${quoted(time)} is not understood`);
  const ids = { receipt: receipt.id, reference: inOurForm(reference.id) };
  return { is: 'payment', row: { line, ...ids, ...money, status, atMs } };
}

type ReadId = { readonly is: 'id'; readonly id: string | null } | { readonly is: 'wrong'; readonly because: string };

function readId(cell: string): ReadId {
  // Spreadsheets keep digits whole behind an apostrophe, and round them otherwise.
  const id = cell.startsWith("'") ? cell.slice(1) : cell;
  if (id === '' || id === '-') return { is: 'id', id: null };
  if (id.length > 100 || /\p{Cc}/u.test(id)) return { is: 'wrong', because: 'is longer than 100 characters or broken' };
  if (/^\d[.,]\d+E\+?\d+$/i.test(id)) return { is: 'wrong', because: `${quoted(id)} was rounded by a spreadsheet` };
  return { is: 'id', id };
}

/** Our references are UUIDs or their hexadecimal digits, in small letters. */
function inOurForm(reference: string | null): string | null {
  return reference !== null && /^[0-9A-F-]{32,36}$/i.test(reference) ? reference.toLowerCase() : reference;
}

type Money = Pick<StatementRow, 'amount' | 'direction'>;

function readMoney(cell: (at: number | null) => string, heading: Heading, columns: StatementColumns): Money | string {
  if (heading.amountIn !== null && heading.amountOut !== null) {
    const sides = (['in', 'out'] as const).flatMap((direction) => {
      const text = cell(direction === 'in' ? heading.amountIn : heading.amountOut);
      return text === '' || shillings(text)?.amount === 0n ? [] : [{ direction, text }];
    });
    const [side, other] = sides;
    if (side !== undefined && other === undefined) {
      const read = shillings(side.text);
      return read === null ? notShillings(side.text) : towards(side.direction, read, side.text);
    }
    if (heading.amount === null) return `it has ${sides.length === 0 ? 'no amount' : 'an amount on both sides'}`;
  }
  const text = cell(heading.amount);
  const read = shillings(text);
  if (read === null) return notShillings(text);
  const word = cell(heading.direction);
  if (word === '') return { amount: read.amount, direction: read.negative ? 'out' : columns.signed ? 'in' : null };
  if (columns.direction_words.in.some((known) => plain(known) === plain(word))) return towards('in', read, text);
  if (columns.direction_words.out.some((known) => plain(known) === plain(word))) return towards('out', read, text);
  return `its direction ${quoted(word)} is not known`;
}

/** Exports write what went out with a minus and without; a minus on what came in may be a reversal. */
function towards(direction: Direction, { amount, negative }: Shillings, text: string): Money | string {
  if (direction === 'in' && negative) return `its amount ${quoted(text)} came in, and has a minus`;
  return { amount, direction };
}

interface Shillings {
  readonly amount: Ugx;
  readonly negative: boolean;
}

/**
 * `12,000`, `UGX 12 000.00`, `-12000`, `(12,000)`. Null when it is not whole shillings; `12.000` is refused, because it
 * is twelve in one country and twelve thousand in another.
 */
function shillings(text: string): Shillings | null {
  const bare = text.replace(/^(UGX|USHS?|SHS?)\.?\s*|\s*(UGX|USHS?|SHS?|\/=)$/gi, '').replace(/[\s\u00a0\u202f]/g, '');
  const match = /^(\(|[-+\u2212])?(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})?(\))?$/.exec(bare);
  const digits = match?.[2]?.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (match === null || digits === undefined || digits.length > 15) return null;
  if ((match[1] === '(') !== (match[3] === ')')) return null;
  return { amount: ugx(digits), negative: match[1] !== undefined && match[1] !== '+' };
}

function notShillings(text: string): string {
  return `its amount ${quoted(text)} is not whole shillings`;
}

function statusOf(word: string, { status_words: known }: StatementColumns): StatementRow['status'] | null {
  const looked = plain(word);
  const isOneOf = (words: readonly string[]) => words.some((one) => plain(one) === looked);
  if (isOneOf(known.succeeded)) return 'succeeded';
  if (isOneOf(known.failed)) return 'failed';
  return isOneOf(known.pending) ? 'pending' : null;
}

/** Headings and words without what exports change: capitals, spaces, punctuation. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function lastNamed(names: readonly string[]): number {
  return names.findLastIndex((name) => name !== '');
}

/** What a statement says, shortened and harmless in a terminal. */
function quoted(text: string): string {
  const printable = text.replace(/\p{Cc}/gu, ' ');
  return `"${printable.length > 40 ? `${printable.slice(0, 40)}…` : printable}"`;
}
