import type { Transaction } from '../../../ledger/transaction.ts';
import { isoTime, isoTimeOrNull, transactionObject } from '../../../ledger/transaction-object.ts';
import { ugxToJson } from '../../../money/ugx.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { findWaitingPayment } from '../../../wallet/approvals.ts';
import { type CaseKind, meaningOfKind } from '../../../wallet/review/kinds.ts';
import {
  readOperatorCalls,
  readTransactionEvents,
  readTransfers,
  readUnknownWords,
} from '../../../wallet/transaction-trail.ts';
import type { RequestShown } from '../../schemas/requests.ts';
import type { TrailCase, TrailDelivery, TransactionTrail } from '../../schemas/transactions.ts';
import { deskTransactions } from './desk-transaction.ts';
import { mayChange, type OperatorWork, stepsOf } from './trail-steps.ts';

const shownMax = 50;

/** Who looks, as far as it decides what is shown. */
export interface Looking {
  readonly isStaff: boolean;
  readonly seesRequests: boolean;
}

/** Everything that is known of a transaction. Each part is found by a key, whatever the history's size. */
export async function readTrail(
  db: Queryable,
  transaction: Transaction,
  { isStaff, seesRequests }: Looking,
): Promise<Omit<TransactionTrail, 'can'>> {
  const { walletId, transactionId, status, details } = transaction;
  const [[shown], events, transfers, words, { calls, leftOut }, work, cases, refundedBy, requests, keyName, waiting] =
    await Promise.all([
      deskTransactions(db, walletId, [transactionObject(transaction)]),
      readTransactionEvents(db, transaction),
      readTransfers(db, transaction),
      readUnknownWords(db, transaction),
      readOperatorCalls(db, transaction),
      readOperatorWork(db, transaction),
      readCases(db, transaction),
      readRefunds(db, transaction),
      seesRequests ? readRequests(db, transaction) : [],
      readKeyName(db, transaction),
      status === 'pending' ? findWaitingPayment(db, walletId, transactionId) : null,
    ]);
  if (shown === undefined) throw new Error('one transaction is shown as one');
  const deliveries = await readDeliveries(
    db,
    transaction,
    events.map(({ sequence }) => sequence),
  );
  const ownAccount = `wallet ${walletId}`;
  // Corrections are made by the service's own staff, whose names are for themselves.
  const mayBeNamed = isStaff || transaction.route !== 'house';
  const nameIn = (value: unknown) => (mayBeNamed && typeof value === 'string' ? value : null);
  return {
    transaction: shown,
    people: {
      api_key: keyName,
      maker: nameIn(details?.maker) ?? waiting?.maker ?? null,
      approver: nameIn(details?.approver),
      rejected_by: nameIn(details?.rejected_by),
    },
    steps: stepsOf({
      transaction,
      events,
      work,
      calls,
      callsLeftOut: leftOut,
      seesBodies: seesRequests,
      cases,
      deliveries,
    }),
    transfers: transfers.map((line) => ({
      ...line,
      debit: line.debit === ownAccount ? 'this_wallet' : line.debit,
      credit: line.credit === ownAccount ? 'this_wallet' : line.credit,
      amount: ugxToJson(line.amount),
      balance_after: line.balance_after === null ? null : ugxToJson(line.balance_after),
    })),
    deliveries,
    review_cases: cases,
    may_change: mayChange(transaction, Date.now()),
    unknown_words: words.map(({ first_heard_at: _first, ...word }) => word),
    requests,
    links: {
      refunds: numberIn(details?.refunds),
      refunded_by: refundedBy,
      resolves: numberIn(details?.resolves),
    },
  };
}

async function readKeyName(db: Queryable, { apiKeyId }: Transaction): Promise<string | null> {
  if (apiKeyId === null) return null;
  const { rows } = await db.query<{ name: string }>('SELECT name FROM api_key WHERE api_key_id = $1', [apiKeyId]);
  return rows[0]?.name ?? null;
}

function numberIn(value: unknown): number | null {
  return Number.isSafeInteger(Number(value)) && value !== null && value !== undefined ? Number(value) : null;
}

/** What is owed to the operator; null once nothing is. */
async function readOperatorWork(db: Queryable, { transactionId }: Transaction): Promise<OperatorWork | null> {
  const { rows } = await db.query<{ [time in keyof OperatorWork]: OperatorWork[time] }>(
    `SELECT sends, queries, in_review AS "inReview", waits_for AS "waitsFor",
            round(extract(epoch FROM first_sent_at) * 1000)::float8 AS "firstSentAtMs",
            round(extract(epoch FROM call_ended_at) * 1000)::float8 AS "callEndedAtMs",
            round(extract(epoch FROM due_at) * 1000)::float8 AS "dueAtMs"
       FROM submission WHERE transaction_id = $1 AND NOT recheck`,
    [transactionId],
  );
  return rows[0] ?? null;
}

async function readCases(db: Queryable, { transactionId }: Transaction): Promise<TrailCase[]> {
  const { rows } = await db.query<CaseRow>(
    `SELECT review_case_id, kind, resolution, round(extract(epoch FROM opened_at) * 1000)::float8 AS opened_at_ms,
            round(extract(epoch FROM resolved_at) * 1000)::float8 AS resolved_at_ms
       FROM review_case WHERE transaction_id = $1 ORDER BY review_case_id LIMIT $2`,
    [transactionId, shownMax],
  );
  return rows.map((row) => ({
    id: Number(row.review_case_id),
    meaning: meaningOfKind[row.kind],
    opened_at: isoTime(row.opened_at_ms),
    resolved_at: isoTimeOrNull(row.resolved_at_ms),
    resolution: row.resolution,
  }));
}

interface CaseRow {
  review_case_id: string;
  kind: CaseKind;
  resolution: string | null;
  opened_at_ms: number;
  resolved_at_ms: number | null;
}

async function readRefunds(db: Queryable, { type, transactionId }: Transaction): Promise<number[]> {
  if (type !== 'collection') return [];
  const { rows } = await db.query<{ refund_id: string }>(
    'SELECT refund_id FROM refund_claim WHERE collection_id = $1 ORDER BY refund_id LIMIT $2',
    [transactionId, shownMax],
  );
  return rows.map((row) => Number(row.refund_id));
}

/** Of the wallet's webhooks that there are, and of some that were deleted. */
async function readDeliveries(
  db: Queryable,
  { walletId }: Transaction,
  sequences: readonly number[],
): Promise<TrailDelivery[]> {
  if (sequences.length === 0) return [];
  const { rows } = await db.query<DeliveryRow>(
    `WITH listener AS MATERIALIZED (
       (SELECT webhook_id, url FROM webhook WHERE wallet_id = $1 AND deleted_at IS NULL)
       UNION
       (SELECT webhook_id, url FROM webhook WHERE wallet_id = $1 ORDER BY webhook_id DESC LIMIT $3))
     SELECT delivery_id, webhook_id, url, event_type, status, attempts.*,
            round(extract(epoch FROM created_at) * 1000)::float8 AS created_at_ms,
            round(extract(epoch FROM delivered_at) * 1000)::float8 AS delivered_at_ms
       FROM listener
      CROSS JOIN unnest($2::bigint[]) AS heard
      CROSS JOIN LATERAL (
            SELECT delivery_id, event_type, status, created_at, delivered_at FROM delivery
             WHERE wallet_id = $1 AND webhook_id = listener.webhook_id AND sequence = heard OFFSET 0) AS delivery
      CROSS JOIN LATERAL (
            SELECT coalesce(max(attempt_no), 0) AS attempts,
                   (array_agg(response_status ORDER BY attempt_no DESC))[1] AS last_response_status
              FROM delivery_attempt
             WHERE wallet_id = $1 AND webhook_id = listener.webhook_id
               AND delivery_attempt.delivery_id = delivery.delivery_id) AS attempts
      ORDER BY delivery_id LIMIT $3`,
    [walletId, sequences, shownMax],
  );
  return rows.map(({ created_at_ms, delivered_at_ms, ...row }) => ({
    ...row,
    id: Number(row.delivery_id),
    webhook_id: Number(row.webhook_id),
    created_at: isoTime(created_at_ms),
    delivered_at: isoTimeOrNull(delivered_at_ms),
  }));
}

interface DeliveryRow {
  delivery_id: string;
  webhook_id: string;
  url: string;
  event_type: string;
  status: TrailDelivery['status'];
  attempts: number;
  last_response_status: number | null;
  created_at_ms: number;
  delivered_at_ms: number | null;
}

/** What programs asked about it, oldest first: the request that made it, and looks at it. */
async function readRequests(db: Queryable, { walletId, transactionId }: Transaction): Promise<RequestShown[]> {
  const { rows } = await db.query<RequestRow>(
    `SELECT request_log_id, round(extract(epoch FROM at) * 1000)::float8 AS at_ms, method, path, query, status,
            duration_ms::float8 AS duration_ms, request_id, request_log.api_key_id, error_code, name AS api_key_name,
            idempotency_key, request_body, request_bytes, answer_body, answer_bytes
       FROM request_log LEFT JOIN api_key ON api_key.api_key_id = request_log.api_key_id
      WHERE transaction_id = $2 AND request_log.wallet_id = $1
      ORDER BY method <> 'POST', request_log_id LIMIT 10`,
    [walletId, transactionId],
  );
  return rows.map(({ request_log_id, at_ms, api_key_id, ...row }) => ({
    ...row,
    id: request_log_id,
    at: isoTime(at_ms),
    duration_ms: Math.round(row.duration_ms * 10) / 10,
    api_key_id: api_key_id === null ? null : Number(api_key_id),
    transaction_id: transactionId,
  }));
}

type RequestRow = Omit<RequestShown, 'id' | 'at' | 'api_key_id' | 'transaction_id'> & {
  readonly request_log_id: string;
  readonly at_ms: number;
  readonly api_key_id: string | null;
};
