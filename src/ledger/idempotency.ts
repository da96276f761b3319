import { hash } from 'node:crypto';
import { GroupedWork } from '../jobs/grouped-work.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import { numberArray, textArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { RowBytes } from '../postgres/row-bytes.ts';
import { type TransactionRow, transactionColumns, transactionFromRow } from './rows/transaction.ts';
import type { Transaction } from './transaction.ts';

/**
 * Idempotency-Keys: the fingerprint of a request, the look-up of a key, the conflict of two requests with one key, the stored
 * response, and the table `idempotency_key`. A key is used by the first request that creates a transaction,
 * in the database transaction that writes it. The bytes that the first caller gets are stored once, and every repeat gets these.
 */

/** A response as it is stored: the ledger does not interpret the body. */
export interface StoredResponse {
  /** The HTTP status. */
  readonly status: number;
  readonly body: string;
}

/** The Idempotency-Key of a request with its fingerprint. */
export interface IdempotentRequest {
  readonly key: string;
  readonly fingerprint: string;
}

/** The Idempotency-Key of a command. */
export interface IdempotencyKey {
  readonly key: string;
  /** As `fingerprintOf` gives it: a repeat has the same. */
  readonly fingerprint: string;
  /** Milliseconds after acceptance until which a repeat is refused because the first request is still running. */
  readonly responseDueAfterMs: number;
  /**
   * Renders the response, a pure function that the planner calls once the command is decided. The response is stored with the
   * transaction, and the first caller gets these bytes.
   * @returns null while the response waits for the operator: then `ResponseStore` stores it before it is sent.
   */
  readonly render: (done: Done) => StoredResponse | null;
}

/** A transaction that a command created, and the wallet's available balance after it, in shillings. */
export interface Made {
  readonly transaction: Transaction;
  readonly balance: Ugx;
}

/** What a command created. */
export interface Done extends Made {
  /** Of a batch all payments in their order; `transaction` is the first of them, and `balance` the one after the last. */
  readonly payments?: readonly Made[];
}

/** An Idempotency-Key that a request has used. */
export interface UsedKey {
  readonly fingerprint: string;
  readonly transactionId: number;
  /** Milliseconds until the response of the first request is due; negative after that. */
  readonly responseDueInMs: number;
  /** Null where none is stored yet. */
  readonly response: StoredResponse | null;
  /** Where no response is stored: the transaction, and the available balance after it was accepted, in shillings. */
  readonly transaction: Transaction | null;
  readonly balanceWhenAccepted: Ugx | null;
}

/** What becomes of a request whose Idempotency-Key was used before. */
export type Repeat =
  /** It gets the stored response of the first request. */
  | { readonly is: 'replayed'; readonly response: StoredResponse; readonly transactionId: number }
  /** The first request may still be answered. */
  | { readonly is: 'in_progress'; readonly retryAfterMs: number }
  /**
   * No response was stored in time, because a process crashed or lost its database. The response is rendered from the transaction
   * as it was accepted, and stored before it is sent.
   */
  | { readonly is: 'response_due'; readonly transaction: Transaction; readonly balanceWhenAccepted: Ugx | null }
  /** The first request was another one. */
  | { readonly is: 'refused'; readonly refusal: { readonly code: 'idempotency_key_reused' } };

/** The hash by which two requests with one key are compared: of everything that makes them the same request. */
export function fingerprintOf(request: string | Buffer): string {
  return hash('sha256', request, 'base64url');
}

/** Decides what a request gets whose key was used before. */
export function repeatOf(used: UsedKey, fingerprint: string): Repeat {
  if (used.fingerprint !== fingerprint) return { is: 'refused', refusal: { code: 'idempotency_key_reused' } };
  const { response, transaction, transactionId, responseDueInMs, balanceWhenAccepted } = used;
  if (response !== null) return { is: 'replayed', response, transactionId };
  if (responseDueInMs > 0 || transaction === null) {
    return { is: 'in_progress', retryAfterMs: Math.max(responseDueInMs, 0) };
  }
  return { is: 'response_due', transaction, balanceWhenAccepted };
}

/** The keys of one batch: those that were found in the table, and those that its commands are the first to use. */
export class KeysOfBatch {
  /** Of the keys that are used now. */
  readonly rows: IdempotencyKeyRow[] = [];
  readonly #found: UsedKeys;
  readonly #used = new Map<string, UsedKey>();
  readonly #trustedNowMs: number;

  /** @param trustedNowMs the trusted time of the batch, in milliseconds since 1970. */
  constructor(found: UsedKeys, trustedNowMs: number) {
    this.#found = found;
    this.#trustedNowMs = trustedNowMs;
  }

  /** What a command gets whose key was used before; null when it is the first one. */
  repeatOf(walletId: number, { key, fingerprint }: IdempotencyKey): Repeat | null {
    const id = idOf(walletId, key);
    const used = this.#used.get(id) ?? this.#found.get(id);
    return used === undefined ? null : repeatOf(used, fingerprint);
  }

  /** Stores a key with the transaction that its command created. @returns the response; null while it waits for the operator. */
  use(idempotency: IdempotencyKey, done: Done): StoredResponse | null {
    const { key, fingerprint, responseDueAfterMs } = idempotency;
    const { walletId, transactionId } = done.transaction;
    const response = idempotency.render(done);
    const responseDueAtMs = this.#trustedNowMs + responseDueAfterMs;
    this.rows.push({ walletId, key, fingerprint, transactionId, responseDueAtMs, response });
    this.#used.set(idOf(walletId, key), {
      fingerprint,
      transactionId,
      responseDueInMs: responseDueAfterMs,
      response,
      transaction: null,
      balanceWhenAccepted: null,
    });
    return response;
  }
}

/** Used keys by wallet and key. */
export type UsedKeys = ReadonlyMap<string, UsedKey>;

const idOf = (walletId: number, key: string) => `${walletId} ${key}`;

/** A key as it is stored with the transaction that it created. Times are trusted time, in milliseconds since 1970. */
export interface IdempotencyKeyRow {
  readonly walletId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly transactionId: number;
  readonly responseDueAtMs: number;
  readonly response: StoredResponse | null;
}

export const idempotencyKeyRows = {
  columns: `idempotency_key (
    wallet_id, key, fingerprint, transaction_id, response_due_at, response_status, response, created_at)`,
  write: (fields: RowBytes, row: IdempotencyKeyRow, at: string) =>
    fields
      .number(row.walletId)
      .text(row.key)
      .text(row.fingerprint)
      .number(row.transactionId)
      .text(new Date(row.responseDueAtMs).toISOString())
      .number(row.response === null ? null : row.response.status)
      .text(row.response === null ? null : row.response.body)
      .text(at),
};

const readUsedKeys = {
  name: 'ledger.read_used_keys',
  text: `
    SELECT k.wallet_id, k.key, k.fingerprint, k.transaction_id, k.response_status, k.response,
           (extract(epoch FROM k.response_due_at - (SELECT trusted_now())) * 1000)::double precision AS response_due_in_ms
      FROM unnest($1::bigint[], $2::text[]) AS asked (wallet_id, key)
      JOIN idempotency_key k ON k.wallet_id = asked.wallet_id AND k.key = asked.key`,
};

const readTransactionsWithoutResponse = {
  name: 'ledger.read_transactions_without_response',
  text: `
    SELECT ${transactionColumns},
           (SELECT first.balance_after FROM transfer first
             WHERE first.wallet_id = transaction.wallet_id AND first.transaction_id = transaction.transaction_id
               AND first.line = 1) AS balance_when_accepted
      FROM transaction WHERE (wallet_id, transaction_id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
};

/** A key as the look-up reads it. */
interface UsedKeyRow {
  readonly wallet_id: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly transaction_id: string;
  readonly response_status: number | null;
  readonly response: string | null;
  readonly response_due_in_ms: number;
}

/** Looks keys up, those of a batch under the locks of their wallets, in one statement. `usedKeysOf` reads the rest. */
export async function readKeys(
  db: Queryable,
  asked: readonly { readonly walletId: number; readonly key: string }[],
): Promise<readonly UsedKeyRow[]> {
  if (asked.length === 0) return [];
  const { rows } = await db.query<UsedKeyRow>({
    ...readUsedKeys,
    values: [numberArray(asked.map((of) => of.walletId)), textArray(asked.map((of) => of.key))],
  });
  return rows;
}

/** The keys that were found, with the transactions of those that have no response: a second statement where there are some. */
export async function usedKeysOf(db: Queryable, rows: readonly UsedKeyRow[]): Promise<UsedKeys> {
  const accepted = await readAccepted(
    db,
    rows.filter((row) => row.response === null),
  );
  return new Map(
    rows.map((row) => [
      idOf(Number(row.wallet_id), row.key),
      {
        fingerprint: row.fingerprint,
        transactionId: Number(row.transaction_id),
        responseDueInMs: row.response_due_in_ms,
        response:
          row.response === null || row.response_status === null
            ? null
            : { status: row.response_status, body: row.response },
        ...(accepted.get(Number(row.transaction_id)) ?? { transaction: null, balanceWhenAccepted: null }),
      },
    ]),
  );
}

/** The use of one key of a wallet; null when it was not used. */
export async function findUsedKey(db: Queryable, walletId: number, key: string): Promise<UsedKey | null> {
  return (await usedKeysOf(db, await readKeys(db, [{ walletId, key }]))).get(idOf(walletId, key)) ?? null;
}

/** The transactions of keys that have no response, by transaction number, each with the balance after its first transfer. */
async function readAccepted(
  db: Queryable,
  keys: readonly { readonly wallet_id: string; readonly transaction_id: string }[],
): Promise<ReadonlyMap<number, Pick<UsedKey, 'transaction' | 'balanceWhenAccepted'>>> {
  if (keys.length === 0) return new Map();
  const { rows } = await db.query<TransactionRow & { balance_when_accepted: string | null }>({
    ...readTransactionsWithoutResponse,
    values: [
      numberArray(keys.map((row) => Number(row.wallet_id))),
      numberArray(keys.map((row) => Number(row.transaction_id))),
    ],
  });
  return new Map(
    rows.map((row) => [
      Number(row.transaction_id),
      {
        transaction: transactionFromRow(row),
        balanceWhenAccepted: row.balance_when_accepted === null ? null : ugx(row.balance_when_accepted),
      },
    ]),
  );
}

interface ResponseToStore extends StoredResponse {
  readonly walletId: number;
  readonly key: string;
}

/**
 * Stores the responses that waited for an operator, many in one statement and one commit. A statement for several keys skips
 * locked rows, so that it cannot be part of a deadlock: what it skipped is stored by a statement of its own.
 */
export class ResponseStore {
  readonly #db: Queryable;
  readonly #responses: GroupedWork<ResponseToStore, boolean>;

  constructor(db: Queryable) {
    this.#db = db;
    this.#responses = new GroupedWork((responses) => storeResponses(db, responses));
  }

  /**
   * Stores the response of a key once. Call it before the response is sent.
   * @returns the response that is stored now, which is what must be sent: another process may have stored its own first.
   * @throws what the database throws; then it is not known whether the response is stored.
   */
  async store(walletId: number, key: string, { status, body }: StoredResponse): Promise<StoredResponse> {
    if (await this.#responses.do({ walletId, key, status, body })) return { status, body };
    return storeResponse(this.#db, { walletId, key, status, body });
  }
}

async function storeResponse(db: Queryable, { walletId, key, status, body }: ResponseToStore): Promise<StoredResponse> {
  const updated = await db.query(
    `WITH updated AS (
       UPDATE idempotency_key SET response_status = $3, response = $4
        WHERE wallet_id = $1 AND key = $2 AND response IS NULL
       RETURNING wallet_id, key)
     INSERT INTO proof_work (records, responses) SELECT 1, ARRAY[wallet_id || ' ' || key] FROM updated`,
    [walletId, key, status, body],
  );
  if (updated.rowCount === 1) return { status, body };
  const { rows } = await db.query<StoredResponse>(
    `SELECT response_status AS status, response AS body FROM idempotency_key
      WHERE wallet_id = $1 AND key = $2 AND response IS NOT NULL`,
    [walletId, key],
  );
  return rows[0] ?? { status, body };
}

/** @returns for each response whether it was stored now. */
async function storeResponses(db: Queryable, responses: readonly ResponseToStore[]): Promise<readonly boolean[]> {
  const { rows } = await db.query<{ place: number }>({
    name: 'ledger.store_responses',
    text: `
      WITH given AS MATERIALIZED (
        SELECT DISTINCT ON (wallet_id, key) *
          FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::text[])
               WITH ORDINALITY AS given (wallet_id, key, status, body, place)
         ORDER BY wallet_id, key, place
      ), locked AS MATERIALIZED (
        SELECT k.wallet_id, k.key
          FROM given JOIN idempotency_key k ON k.wallet_id = given.wallet_id AND k.key = given.key
         WHERE k.response IS NULL
           FOR NO KEY UPDATE OF k SKIP LOCKED
      ), updated AS (
        UPDATE idempotency_key k
           SET response_status = given.status, response = given.body
          FROM locked JOIN given ON given.wallet_id = locked.wallet_id AND given.key = locked.key
         WHERE k.wallet_id = locked.wallet_id AND k.key = locked.key AND k.response IS NULL
        RETURNING given.place::integer, k.wallet_id, k.key
      ), noted AS (
        INSERT INTO proof_work (records, responses)
        SELECT count(*), array_agg(wallet_id || ' ' || key) FROM updated HAVING count(*) > 0
      )
      SELECT place FROM updated`,
    values: [
      numberArray(responses.map(({ walletId }) => walletId)),
      textArray(responses.map(({ key }) => key)),
      numberArray(responses.map(({ status }) => status)),
      textArray(responses.map(({ body }) => body)),
    ],
  });
  const stored = new Set(rows.map(({ place }) => place));
  return responses.map((_, index) => stored.has(index + 1));
}

/** Keys are remembered this long, in trusted time; the interface promises at least a day. */
const remembered = '48 hours';
const rowsPerStep = 2_000;

/**
 * Removes a small batch of old keys. Those of bulk payouts that still run stay, because a row whose outcome is unknown is sent
 * again with its key.
 * @returns how many; call again while it is a full batch.
 */
export async function forgetOldKeys(db: Queryable): Promise<{ forgotten: number; more: boolean }> {
  const { rows } = await db.query<{ before: Date }>(`SELECT trusted_now() - interval '${remembered}' AS before`);
  const { rowCount } = await db.query(
    // The time is a parameter, because a function would be called again for each row that the index only limits to a block.
    `DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency_key k
        WHERE created_at < $2
          AND NOT (key LIKE 'bulk %' AND EXISTS (
                SELECT FROM bulk_payout b WHERE b.wallet_id = k.wallet_id AND b.status = 'running'))
        LIMIT $1))`,
    [rowsPerStep, rows[0]?.before],
  );
  const forgotten = rowCount ?? 0;
  return { forgotten, more: forgotten === rowsPerStep };
}
