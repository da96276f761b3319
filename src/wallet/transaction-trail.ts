import { placeOf, type Records } from '../history/records.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import { type Ugx, ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A line of the ledger, accounts named. Amounts in shillings. */
export type TransferLine = {
  readonly line: number;
  readonly debit: string;
  readonly credit: string;
  readonly amount: Ugx;
  readonly balance_after: Ugx | null;
  readonly created_at: string;
};

export type TrailEvent = {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly created_at: string;
};

/** A code or status of an operator that our tables do not have; phones are masked. */
export type UnknownWord = {
  readonly call: string;
  readonly word: string;
  readonly treated_as: string;
  readonly times: number;
  readonly raw: string;
  readonly first_heard_at: string;
  readonly last_heard_at: string;
};

/** What an operator was asked of a transaction and what it said, or a callback of it; secrets and phones are masked. */
export type OperatorCall = {
  readonly at: string;
  readonly operator: string;
  readonly simulated: boolean;
  readonly call: 'collect' | 'pay_out' | 'refund' | 'query' | 'callback';
  /** Which money call it belongs to, from 1; null for a query or callback. */
  readonly send_no: number | null;
  /** Null where nothing went over a wire. */
  readonly method: string | null;
  readonly path: string | null;
  readonly outcome: 'answered' | 'not_reached' | 'unknown' | 'received';
  /** HTTP status; null where no whole answer came. */
  readonly status: number | null;
  readonly duration_ms: number | null;
  /** The beginnings of both bodies, and how many bytes they had; where no answer came, the reason in its place. */
  readonly request_body: string | null;
  readonly request_bytes: number;
  readonly answer_body: string | null;
  readonly answer_bytes: number;
};

/** The transaction's lines in the ledger. @throws HistoryUnavailable */
export async function readTransfers(
  records: Records,
  { walletId, transactionId }: Transaction,
): Promise<TransferLine[]> {
  const place = await placeOf(records, walletId, transactionId);
  const { rows } = await (place ?? records).query<TransferRow>(
    `SELECT line, amount, balance_after, round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms,
            debit_account, credit_account
       FROM transfer WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY line`,
    [walletId, transactionId],
  );
  const kinds = await readAccountKinds(
    records,
    rows.flatMap((row) => [row.debit_account, row.credit_account]),
  );
  const named = (account: string) => kinds.get(account) ?? `wallet ${account}`;
  return rows.map((row) => ({
    line: row.line,
    debit: named(row.debit_account),
    credit: named(row.credit_account),
    amount: ugx(row.amount),
    balance_after: row.balance_after === null ? null : ugx(row.balance_after),
    created_at: isoTime(Number(row.created_at_ms)),
  }));
}

/** The kinds of those accounts that belong to nobody's wallet, by id. */
export async function readAccountKinds(
  db: Queryable,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ account_id: string; kind: string }>(
    'SELECT account_id, kind FROM system_account WHERE account_id = ANY ($1::bigint[])',
    [accountIds],
  );
  return new Map(rows.map(({ account_id, kind }) => [account_id, kind]));
}

interface TransferRow {
  line: number;
  amount: string;
  balance_after: string | null;
  created_at_ms: string;
  debit_account: string;
  credit_account: string;
}

/** Events are written with the clock of the process that writes, so that others' may differ a little. */
const clocksDifferMs = 5_000;

/**
 * Its events, in order. They are found by the moments at which the transaction was made and ended, because their own key
 * begins with their number in the wallet; only where one is missing there, by everything between.
 * @throws HistoryUnavailable
 */
export async function readTransactionEvents(records: Records, transaction: Transaction): Promise<TrailEvent[]> {
  const { walletId, transactionId, createdAtMs, completedAtMs, failedAtMs } = transaction;
  const db = (await placeOf(records, walletId, transactionId)) ?? records;
  const endedAtMs = completedAtMs ?? failedAtMs ?? createdAtMs;
  const events = await eventsBetween(db, transaction, [
    [createdAtMs, createdAtMs],
    [endedAtMs, endedAtMs],
  ]);
  if (events.length >= transaction.eventCount) return events;
  return await eventsBetween(db, transaction, [[createdAtMs, completedAtMs ?? failedAtMs ?? Date.now()]]);
}

async function eventsBetween(
  db: Queryable,
  { walletId, transactionId }: Transaction,
  spans: readonly (readonly [number, number])[],
): Promise<TrailEvent[]> {
  const { rows } = await db.query<{ event_no: number; name: string; sequence: string; created_at_ms: string }>(
    `SELECT first_event_no + i - 1 AS event_no, names[i] AS name, first_sequence + i - 1 AS sequence,
            round(extract(epoch FROM created_at) * 1000)::bigint AS created_at_ms
       FROM event, generate_subscripts(names, 1) AS i
      WHERE wallet_id = $1 AND transaction_id = $2
        AND (created_at BETWEEN to_timestamp($3 / 1000.0) AND to_timestamp($4 / 1000.0)
             OR created_at BETWEEN to_timestamp($5 / 1000.0) AND to_timestamp($6 / 1000.0))
      ORDER BY event_no`,
    [walletId, transactionId, ...[spans[0], spans.at(-1)].flatMap((span) => widened(span))],
  );
  return rows.map((row) => ({
    id: `evt_${transactionId}_${row.event_no}`,
    type: row.name,
    sequence: Number(row.sequence),
    created_at: isoTime(Number(row.created_at_ms)),
  }));
}

function widened([fromMs, toMs]: readonly [number, number] = [0, 0]): [number, number] {
  return [fromMs - clocksDifferMs, toMs + clocksDifferMs];
}

/** The operator's codes and statuses for it that our tables do not have, in the order in which they were first received. */
export async function readUnknownWords(db: Queryable, transaction: Transaction): Promise<UnknownWord[]> {
  const { rows } = await db.query<UnknownWordRow>(
    `SELECT call, word, treated_as, times, raw,
            round(extract(epoch FROM first_heard_at) * 1000)::bigint AS first_heard_at_ms,
            round(extract(epoch FROM last_heard_at) * 1000)::bigint AS last_heard_at_ms
       FROM operator_word
      WHERE wallet_id = $1 AND transaction_id = $2 ORDER BY first_heard_at, call, word`,
    [transaction.walletId, transaction.transactionId],
  );
  return rows.map(({ first_heard_at_ms, last_heard_at_ms, ...row }) => ({
    ...row,
    first_heard_at: isoTime(Number(first_heard_at_ms)),
    last_heard_at: isoTime(Number(last_heard_at_ms)),
  }));
}

interface UnknownWordRow {
  call: string;
  word: string;
  treated_as: string;
  times: number;
  raw: string;
  first_heard_at_ms: string;
  last_heard_at_ms: string;
}

/** So many calls are read from the beginning and from the end: a payment that waits for weeks is queried a thousand times. */
const callsOfEachEnd = 50;
/** The clock that writes calls may be behind that of the database. */
const callsBeforeMs = 3_600_000;

/** Its kept calls in order, and how many between the first and the last of them are left out. */
export async function readOperatorCalls(
  db: Queryable,
  { walletId, transactionId, createdAtMs }: Transaction,
): Promise<{ readonly calls: OperatorCall[]; readonly leftOut: number }> {
  const { rows } = await db.query<OperatorCallRow>(
    `SELECT round(extract(epoch FROM at) * 1000)::bigint AS at_ms, operator, simulated, call, send_no, method, path,
            outcome, status, round(duration_ms::numeric, 1)::float8 AS duration_ms, request_body, request_bytes,
            answer_body, answer_bytes, calls::integer
       FROM (SELECT *, row_number() OVER (ORDER BY at, operator_call_id) AS place, count(*) OVER () AS calls
               FROM operator_call
              WHERE wallet_id = $1 AND transaction_id = $2 AND at >= to_timestamp($3 / 1000.0)) AS kept
      WHERE place <= $4 OR place > calls - $4 ORDER BY place`,
    [walletId, transactionId, createdAtMs - callsBeforeMs, callsOfEachEnd],
  );
  return {
    calls: rows.map(({ at_ms, calls: _calls, ...row }) => ({ at: isoTime(Number(at_ms)), ...row })),
    leftOut: (rows[0]?.calls ?? 0) - rows.length,
  };
}

type OperatorCallRow = Omit<OperatorCall, 'at'> & { at_ms: string; calls: number };
