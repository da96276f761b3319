import type { Caller } from '../access/caller.ts';
import { byPlace, lastMovedEvent, placeOf, type Records } from '../history/records.ts';
import { clientDataOf } from '../ledger/client-data.ts';
import { numberOfReference, referenceOf } from '../ledger/reference.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from '../ledger/rows/transaction.ts';
import type { Transaction, TransactionStatus, TransactionType } from '../ledger/transaction.ts';
import { type TransactionObject, transactionObject } from '../ledger/transaction-object.ts';
import { ugxToJson } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { metadataPair } from './client-data.ts';
import { idsCreatedBetween } from './created-since.ts';
import { phoneField } from './phone.ts';

export interface HistoryRequest {
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor?: string;
  readonly type?: TransactionType;
  readonly status?: TransactionStatus;
  readonly reference?: string;
  readonly phone?: string;
  readonly client_reference?: string;
  /** A pair that the payment must have, written name:value. */
  readonly metadata?: string;
  /** In shillings: with the fee, or without it. */
  readonly amount?: number;
  /** In lower case; each must be in the name of the counterparty or in the description. */
  readonly phrases?: readonly string[];
  /** Created at or after this moment, and before that one, in milliseconds. */
  readonly fromMs?: number;
  readonly toMs?: number;
}

export interface Page<T> {
  readonly data: T[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** How many transactions of a wallet one page looks through for those that its filters ask for. */
const lookedThroughMax = 5_000;

/** Where a search looks for text, in lower case. */
export const nameAndNote = `lower(concat_ws(E'\\n', counterparty_name, description))`;

const listTransactionsSql = `
  SELECT ${transactionColumns} FROM transaction
   WHERE wallet_id = $1 AND transaction_id < $2 AND transaction_id >= $9
     AND ($3::text IS NULL OR type = $3)
     AND ($4::text IS NULL OR status = $4)
     AND ($5::float8 IS NULL OR created_at >= to_timestamp($5 / 1000))
     AND ($6::float8 IS NULL OR created_at < to_timestamp($6 / 1000))
     AND ($7::text IS NULL OR counterparty_phone = $7)
     AND ($10::jsonb IS NULL OR details->'client_metadata' @> $10)
     AND ($11::bigint IS NULL OR amount = $11 OR net_amount = $11)
     AND ($12::text[] IS NULL OR ${nameAndNote} LIKE ALL ($12))
   ORDER BY transaction_id DESC LIMIT $8`;

/**
 * A page of the wallet's transactions, newest first, by keyset. With filters it looks through `lookedThrough` of them,
 * and may then hold few or none although there is more.
 * @throws Refusal for a cursor, phone or pair that we cannot read. @throws HistoryUnavailable
 */
export async function listTransactions(
  records: Records,
  caller: Caller,
  request: HistoryRequest,
  lookedThrough = lookedThroughMax,
): Promise<Page<TransactionObject>> {
  const cursor = request.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(request.cursor);
  const phone = request.phone === undefined ? null : phoneField('phone', request.phone);
  const pair = request.metadata === undefined ? null : metadataPair(request.metadata);
  const isAsked = (transaction: Transaction) =>
    transaction.transactionId < cursor && matches(transaction, request, phone, pair);
  if (request.reference !== undefined) return pageOfReference(records, caller, request.reference, isAsked);
  if (request.client_reference !== undefined) {
    return pageOfClientReference(records, caller, request.client_reference, { cursor, limit: request.limit }, isAsked);
  }
  const { movedBelow, createdUntilMs } = await records.boundary();
  const look = { walletId: caller.walletId, request, phone, pair, lookedThrough };
  let looked = await lookThrough(records, { ...look, before: cursor, atLeast: movedBelow, limit: request.limit });
  const shown = looked.found;
  const isHistoryAsked =
    !looked.isMore &&
    looked.endedAt === null &&
    (request.fromMs ?? Number.NEGATIVE_INFINITY) <= createdUntilMs &&
    (await lastMovedEvent(records, caller.walletId)) > 0;
  if (isHistoryAsked) {
    const before = Math.min(cursor, movedBelow);
    looked = await lookThrough(records.history, {
      ...look,
      before,
      atLeast: 0,
      limit: request.limit - shown.length,
    });
    shown.push(...looked.found);
  }
  const last = shown.at(-1);
  const goOnAfter = looked.isMore && last !== undefined ? last.transactionId : looked.endedAt;
  return {
    data: shown.map(transactionObject),
    pagination: { next_cursor: goOnAfter === null ? null : cursorAfter(goOnAfter), has_more: goOnAfter !== null },
  };
}

interface Look {
  readonly walletId: number;
  readonly request: HistoryRequest;
  readonly phone: string | null;
  readonly pair: Readonly<Record<string, string>> | null;
  /** Ids from `atLeast` to before `before`. */
  readonly before: number;
  readonly atLeast: number;
  /** 0 only asks whether there is more. */
  readonly limit: number;
  readonly lookedThrough: number;
}

interface Looked {
  readonly found: Transaction[];
  /** Whether more were found than the limit. */
  readonly isMore: boolean;
  /** The id at which the look ended because it had looked through enough; null when it looked through all ids. */
  readonly endedAt: number | null;
}

/** Looks through the transactions of a wallet in one place, newest first. */
async function lookThrough(
  db: Queryable,
  { walletId, request, phone, pair, before, atLeast, limit, lookedThrough }: Look,
): Promise<Looked> {
  const period = await idsCreatedBetween(db, walletId, request);
  const start = Math.min(before, period.before);
  const lowest = Math.max(atLeast, period.atLeast);
  const end = isFiltered(request) ? await endOfLook(db, walletId, start, lookedThrough) : null;
  const { rows } = await db.query<TransactionRow>({
    name: 'wallet.list_transactions',
    text: listTransactionsSql,
    values: [
      walletId,
      start,
      request.type ?? null,
      request.status ?? null,
      request.fromMs ?? null,
      request.toMs ?? null,
      phone,
      limit + 1,
      Math.max(lowest, end ?? 0),
      pair === null ? null : JSON.stringify(pair),
      request.amount ?? null,
      request.phrases === undefined ? null : likePatterns(request.phrases),
    ],
  });
  return {
    found: rows.slice(0, limit).map(transactionFromRow),
    isMore: rows.length > limit,
    endedAt: end !== null && end > lowest ? end : null,
  };
}

/** The id at which a look through transactions older than `before` ends; null when the wallet ends first. */
async function endOfLook(
  db: Queryable,
  walletId: number,
  before: number,
  lookedThrough: number,
): Promise<number | null> {
  const { rows } = await db.query<{ transaction_id: string }>({
    name: 'wallet.end_of_look',
    text: `SELECT transaction_id FROM transaction
            WHERE wallet_id = $1 AND transaction_id < $2 ORDER BY transaction_id DESC OFFSET $3 LIMIT 1`,
    values: [walletId, before, lookedThrough - 1],
  });
  return rows[0] === undefined ? null : Number(rows[0].transaction_id);
}

function isFiltered({ type, status, phone, metadata, amount, phrases, fromMs, toMs }: HistoryRequest): boolean {
  return [type, status, phone, metadata, amount, phrases, fromMs, toMs].some((filter) => filter !== undefined);
}

/** Patterns of LIKE: one for each phrase, with its characters as they are. */
export function likePatterns(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => `%${phrase.replace(/[\\%_]/g, '\\$&')}%`);
}

/** One transaction of the wallet. @throws Refusal when it has none with that id. @throws HistoryUnavailable */
export async function readTransaction(
  records: Records,
  caller: Caller,
  transactionId: number,
): Promise<TransactionObject> {
  const transaction = await findTransaction(records, caller.walletId, transactionId);
  if (transaction === null) {
    throw new Refusal('not_found', 'This wallet has no transaction with that id; check the id.');
  }
  return transactionObject(transaction);
}

/** A wallet's transaction, or null. @throws HistoryUnavailable */
export async function findTransaction(
  records: Records,
  walletId: number,
  transactionId: number,
): Promise<Transaction | null> {
  const place = await placeOf(records, walletId, transactionId);
  if (place === null) return null;
  const { rows } = await place.query<TransactionRow>({
    name: 'wallet.find_transaction',
    text: `SELECT ${transactionColumns} FROM transaction WHERE wallet_id = $1 AND transaction_id = $2`,
    values: [walletId, transactionId],
  });
  return rows[0] === undefined ? null : transactionFromRow(rows[0]);
}

/** A reference holds the transaction's number, so it needs no index of its own. */
async function pageOfReference(
  records: Records,
  caller: Caller,
  reference: string,
  isAsked: (transaction: Transaction) => boolean,
): Promise<Page<TransactionObject>> {
  const number = numberOfReference(reference);
  const transaction = number === null ? null : await findTransaction(records, caller.walletId, number);
  const found =
    transaction !== null &&
    referenceOf(transaction.type, transaction.createdAtMs, transaction.transactionId) === reference &&
    isAsked(transaction);
  return { data: found ? [transactionObject(transaction)] : [], pagination: { next_cursor: null, has_more: false } };
}

/**
 * A page of the transactions with a client reference. Their ids stay on the primary when the transactions move, so that they are found in
 * both places.
 */
async function pageOfClientReference(
  records: Records,
  caller: Caller,
  reference: string,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
  isAsked: (transaction: Transaction) => boolean,
): Promise<Page<TransactionObject>> {
  const { rows } = await records.query<{ transaction_id: string }>({
    name: 'wallet.ids_of_client_reference',
    text: `SELECT transaction_id FROM client_reference
            WHERE wallet_id = $1 AND client_reference = $2 AND transaction_id < $3
            ORDER BY transaction_id DESC LIMIT $4`,
    values: [caller.walletId, reference, cursor, limit + 1],
  });
  const ids = rows.slice(0, limit).map((row) => Number(row.transaction_id));
  const found = await findTransactions(records, caller.walletId, ids);
  const last = rows.length > limit ? ids.at(-1) : undefined;
  return {
    data: found.filter(isAsked).map(transactionObject),
    pagination: {
      next_cursor: last === undefined ? null : cursorAfter(last),
      has_more: last !== undefined,
    },
  };
}

/** Transactions of a wallet by their ids, wherever they are, newest first. @throws HistoryUnavailable */
export async function findTransactions(
  records: Records,
  walletId: number,
  transactionIds: readonly number[],
): Promise<Transaction[]> {
  const { here, moved } = await byPlace(
    records,
    transactionIds.map((transactionId) => ({ transactionId })),
  );
  const isMovedAsked = moved.length > 0 && (await lastMovedEvent(records, walletId)) > 0;
  return [
    ...(await transactionsOf(records, walletId, here)),
    ...(isMovedAsked ? await transactionsOf(records.history, walletId, moved) : []),
  ];
}

/** Some transactions of a wallet that are in one place, newest first. */
async function transactionsOf(
  db: Queryable,
  walletId: number,
  ids: readonly { readonly transactionId: number }[],
): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<TransactionRow>({
    name: 'wallet.find_transactions',
    text: `SELECT ${transactionColumns} FROM transaction
            WHERE wallet_id = $1 AND transaction_id = ANY ($2::bigint[]) ORDER BY transaction_id DESC`,
    values: [walletId, ids.map(({ transactionId }) => transactionId)],
  });
  return rows.map(transactionFromRow);
}

function matches(
  transaction: Transaction,
  request: HistoryRequest,
  phone: string | null,
  pair: Readonly<Record<string, string>> | null,
): boolean {
  const { reference, metadata } = clientDataOf(transaction);
  const { amount, netAmount } = transaction;
  const text = [transaction.counterpartyName, transaction.description].join('\n').toLowerCase();
  return (
    (request.client_reference === undefined || reference === request.client_reference) &&
    (pair === null || Object.entries(pair).every(([name, value]) => metadata?.[name] === value)) &&
    (request.amount === undefined || [amount, netAmount].some((one) => ugxToJson(one) === request.amount)) &&
    (request.phrases?.every((phrase) => text.includes(phrase)) ?? true) &&
    (request.type === undefined || transaction.type === request.type) &&
    (request.status === undefined || transaction.status === request.status) &&
    (request.fromMs === undefined || transaction.createdAtMs >= request.fromMs) &&
    (request.toMs === undefined || transaction.createdAtMs < request.toMs) &&
    (phone === null || transaction.counterpartyPhone === phone)
  );
}

/** Cursors are opaque to clients, so that their content may change. */
function cursorAfter(transactionId: number): string {
  return Buffer.from(`t${transactionId}`).toString('base64url');
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const number = /^t\d{1,16}$/.test(text) ? Number(text.slice(1)) : Number.NaN;
  if (!Number.isSafeInteger(number)) {
    throw invalidField('cursor', 'cursor must be the next_cursor of an earlier page, unchanged.');
  }
  return number;
}
