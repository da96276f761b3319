import { findWaitingPayment } from '../../approvals/approvals.ts';
import type { Records } from '../../history/records.ts';
import { clientDataOf } from '../../ledger/client-data.ts';
import type { Transaction } from '../../ledger/transaction.ts';
import { isoTime, isoTimeOrNull, transactionObject } from '../../ledger/transaction-object.ts';
import { ugxToJson } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { type CaseKind, meaningOfKind } from '../../reviews/kinds.ts';
import {
  type OperatorCall,
  readOperatorCalls,
  readTransactionEvents,
  readTransfers,
  readUnknownWords,
  type TrailEvent,
} from '../../wallet/transaction-trail.ts';
import { readDashboardTransactions } from './dashboard-transaction.ts';
import type { RequestShown } from './schemas/requests.ts';
import type { TrailCase, TrailDelivery, TrailStep, TransactionTrail } from './schemas/transactions.ts';

const shownMax = 50;

/** Who looks, as far as it decides what is shown. */
interface Looking {
  readonly isStaff: boolean;
  readonly seesRequests: boolean;
}

/** Everything that is known of a transaction. Each part is found by a key, whatever the history's size. */
export async function readTrail(
  records: Records,
  transaction: Transaction,
  { isStaff, seesRequests }: Looking,
): Promise<Omit<TransactionTrail, 'can'>> {
  const { walletId, transactionId, status, details } = transaction;
  const [[shown], events, transfers, words, { calls, leftOut }, work, cases, refunds, requests, keyName, waiting] =
    await Promise.all([
      readDashboardTransactions(records, walletId, [transactionObject(transaction)]),
      readTransactionEvents(records, transaction),
      readTransfers(records, transaction),
      readUnknownWords(records, transaction),
      readOperatorCalls(records, transaction),
      readOperatorWork(records, transaction),
      readCases(records, transaction),
      readRefunds(records, transaction),
      seesRequests ? readRequests(records, transaction) : [],
      readKeyName(records, transaction),
      status === 'pending' ? findWaitingPayment(records, walletId, transactionId) : null,
    ]);
  if (shown === undefined) throw new Error('one transaction is shown as one');
  const deliveries = await readDeliveries(
    records,
    transaction,
    events.map(({ sequence }) => sequence),
  );
  const ownAccount = `wallet ${walletId}`;
  // Corrections are booked by the service's own staff; clients do not see their names.
  const mayBeNamed = isStaff || transaction.route !== 'house';
  const nameIn = (value: unknown) => (mayBeNamed && typeof value === 'string' ? value : null);
  return {
    transaction: shown,
    noted: clientDataOf(transaction).metadata ?? {},
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
    left_to_refund: refunds.left,
    links: {
      refunds: numberIn(details?.refunds),
      refunded_by: refunds.ids,
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

/** The pending work with the operator; null when there is none. */
async function readOperatorWork(db: Queryable, { transactionId }: Transaction): Promise<OperatorWork | null> {
  const { rows } = await db.query<{ [time in keyof OperatorWork]: OperatorWork[time] }>(
    `SELECT sends, queries, in_review AS "inReview", waits_for AS "waitsFor",
            round(extract(epoch FROM wall_time_of(first_sent_at)) * 1000)::float8 AS "firstSentAtMs",
            round(extract(epoch FROM wall_time_of(call_ended_at)) * 1000)::float8 AS "callEndedAtMs",
            round(extract(epoch FROM wall_time_of(due_at)) * 1000)::float8 AS "dueAtMs"
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

/** The refunds of a collection, and what is left of it to refund, in shillings. */
async function readRefunds(
  db: Queryable,
  { type, transactionId, amount }: Transaction,
): Promise<{ readonly ids: number[]; readonly left: number }> {
  if (type !== 'collection') return { ids: [], left: 0 };
  const { rows } = await db.query<{ ids: string[] | null; refunded: string | null }>(
    `SELECT (array_agg(refund_id ORDER BY refund_id))[1:$2] AS ids, sum(amount)::bigint AS refunded
       FROM refund_claim WHERE collection_id = $1`,
    [transactionId, shownMax],
  );
  const [{ ids, refunded } = { ids: null, refunded: null }] = rows;
  return { ids: (ids ?? []).map(Number), left: Math.max(0, ugxToJson(amount) - Number(refunded ?? 0)) };
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
      CROSS JOIN unnest($2::bigint[]) AS event_sequence
      CROSS JOIN LATERAL (
            SELECT delivery_id, event_type, status, created_at, delivered_at FROM delivery
             WHERE wallet_id = $1 AND webhook_id = listener.webhook_id AND sequence = event_sequence OFFSET 0) AS delivery
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

/** API requests about it, oldest first: the one that created it and those that read it. */
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

/** The pending work with the operator of a transaction; times in milliseconds since 1970, by the wall clock. */
export interface OperatorWork {
  readonly sends: number;
  readonly queries: number;
  readonly inReview: boolean;
  readonly waitsFor: 'circuit' | 'float' | 'provider' | 'room' | null;
  readonly firstSentAtMs: number | null;
  readonly callEndedAtMs: number | null;
  readonly dueAtMs: number;
}

export interface Trail {
  readonly transaction: Transaction;
  readonly events: readonly TrailEvent[];
  readonly work: OperatorWork | null;
  readonly calls: readonly OperatorCall[];
  /** Calls between the first and the last of `calls` that are not among them. */
  readonly callsLeftOut: number;
  /** Whether bodies of calls are shown. */
  readonly seesBodies: boolean;
  readonly cases: readonly TrailCase[];
  readonly deliveries: readonly TrailDelivery[];
}

/** Logs are written about a second late, and a few seconds late under load. */
const logsAreLateByMs = 10_000;

const whatItWaitsFor = {
  circuit: 'Calls to the operator are paused, because they have been failing.',
  float: 'Our float at the operator is too low for it.',
  provider: 'The operator is turned off in this service.',
  room: 'Too many calls to the operator are in progress.',
} as const;

/** A step; most are no call. */
type Step = Omit<TrailStep, 'call'> & Partial<Pick<TrailStep, 'call'>>;

/** What happened to a transaction, in the order in which it did. Pure. */
export function stepsOf(trail: Trail): TrailStep[] {
  const { transaction, events, work, calls, cases, deliveries } = trail;
  const steps = [
    ...stateSteps(transaction),
    ...(work === null ? [] : operatorSteps(transaction, work, calls)),
    ...callSteps(trail),
    ...eventSteps(events),
    ...deliveries.flatMap(deliverySteps),
    ...cases.flatMap(caseSteps),
  ].map((step): TrailStep => ({ call: null, ...step }));
  // Steps of one moment keep their order: the state, then its events and deliveries.
  return steps.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** Whether steps may be added without an event: it is not over, or ended only just and the logs come after it. Pure. */
export function mayChange({ completedAtMs, failedAtMs }: Transaction, nowMs: number): boolean {
  const endedAtMs = completedAtMs ?? failedAtMs;
  return endedAtMs === null || nowMs - endedAtMs < logsAreLateByMs;
}

function stateSteps(transaction: Transaction): Step[] {
  const { createdAtMs, completedAtMs, failedAtMs, failure, details, provider } = transaction;
  const steps: Step[] = [
    {
      at: isoTime(createdAtMs),
      kind: 'state',
      title: transaction.status === 'pending' ? 'Accepted, waiting for approval' : 'Accepted',
      detail: transaction.apiTriggered ? 'Through the API.' : null,
      tone: 'neutral',
    },
  ];
  if (completedAtMs !== null) {
    const receipt = transaction.operatorReceipt;
    steps.push({
      at: isoTime(completedAtMs),
      kind: 'state',
      title: 'Completed',
      detail: receipt === null ? null : `${provider ?? 'The operator'}’s receipt is ${receipt}.`,
      tone: 'good',
    });
  }
  if (failedAtMs !== null) {
    const by = details?.rejected_by;
    steps.push({
      at: isoTime(failedAtMs),
      kind: 'state',
      title: failure?.code === 'approval_rejected' && typeof by === 'string' ? `Rejected by ${by}` : 'Failed',
      detail: failure?.reason ?? null,
      tone: 'bad',
    });
  }
  return steps;
}

/** The pending work, and the call that the stored calls do not show: one in progress, or one that the log lost. */
function operatorSteps({ provider }: Transaction, work: OperatorWork, calls: readonly OperatorCall[]): Step[] {
  const operator = provider ?? 'the operator';
  const keptSends = new Set(calls.map(({ send_no }) => send_no));
  const steps: Step[] = [];
  if (work.firstSentAtMs !== null && !keptSends.has(1)) {
    steps.push({
      at: isoTime(work.firstSentAtMs),
      kind: 'operator',
      title: `Called ${operator}`,
      detail: work.sends > 1 ? `The call was made ${work.sends} times, with one reference.` : null,
      tone: 'neutral',
    });
  }
  if (work.callEndedAtMs !== null) {
    const asked = work.queries === 1 ? 'once' : `${work.queries} times`;
    const isKept = keptSends.has(work.sends);
    steps.push({
      at: isoTime(work.callEndedAtMs),
      kind: 'operator',
      title: isKept ? `Waiting for the final result of ${operator}` : `${operator} responded to the call`,
      detail:
        [isKept ? null : 'Its final result is pending.', work.queries === 0 ? null : `It was queried ${asked}.`]
          .filter((part) => part !== null)
          .join(' ') || null,
      tone: 'waiting',
    });
  }
  if (work.waitsFor !== null) {
    const title = `The call to ${operator} is waiting`;
    steps.push({
      at: isoTime(work.dueAtMs),
      kind: 'operator',
      title,
      detail: whatItWaitsFor[work.waitsFor],
      tone: 'attention',
    });
  }
  return steps;
}

const askedOf: Readonly<Record<OperatorCall['call'], (operator: string) => string>> = {
  collect: (operator) => `Collection request to ${operator}`,
  pay_out: (operator) => `Payout request to ${operator}`,
  refund: (operator) => `Refund request to ${operator}`,
  query: (operator) => `Status query to ${operator}`,
  callback: (operator) => `Callback from ${operator}`,
};

function callSteps({ calls, callsLeftOut, seesBodies }: Trail): Step[] {
  const steps = calls.map((call) => callStep(call, seesBodies));
  const before = callsLeftOut > 0 ? calls[calls.length / 2 - 1] : undefined;
  if (before !== undefined) {
    const title = `${callsLeftOut} more calls are not shown`;
    steps.splice(calls.length / 2, 0, { at: before.at, kind: 'operator', title, detail: null, tone: 'neutral' });
  }
  return steps;
}

function callStep(call: OperatorCall, seesBodies: boolean): Step {
  const { at, send_no, outcome, method, path, request_body, request_bytes, answer_body, answer_bytes } = call;
  const isLost = outcome === 'not_reached' || outcome === 'unknown';
  return {
    at,
    kind: 'operator',
    title: `${askedOf[call.call](call.operator)}${send_no !== null && send_no > 1 ? ' again' : ''}`,
    detail: [call.simulated ? 'Simulated' : null, ...endOf(call)].filter((part) => part !== null).join(' · ') || null,
    tone: isLost ? 'attention' : 'neutral',
    call: seesBodies ? { outcome, method, path, request_body, request_bytes, answer_body, answer_bytes } : null,
  };
}

/** How a call ended, in a few parts: what the operator called it, or that it did not answer, and how long that took. */
function endOf({ outcome, status, answer_body, request_body, duration_ms }: OperatorCall): (string | null)[] {
  const took = duration_ms === null ? null : `${Math.round(duration_ms)} ms`;
  switch (outcome) {
    case 'answered':
      return [wordIn(answer_body), status === null ? null : `HTTP ${status}`, took];
    case 'received':
      return [wordIn(request_body)];
    case 'not_reached':
      return ['Nothing was sent', took];
    case 'unknown':
      return ['No response, result unknown', took];
  }
}

/** The word for a payment's state, or for what is wrong, as the operator wrote it. */
function wordIn(body: string | null): string | null {
  const found =
    /"status(?:_code)?"\s*:\s*"([A-Za-z_]{1,40})"/.exec(body ?? '') ?? /"code"\s*:\s*"([A-Z_]{2,60})"/.exec(body ?? '');
  return found?.[1] ?? null;
}

/** Events of one moment are one step. */
function eventSteps(events: readonly TrailEvent[]): Step[] {
  return [...Map.groupBy(events, ({ created_at }) => created_at)].map(([at, ofMoment]) => ({
    at,
    kind: 'event',
    title: ofMoment.length === 1 ? 'Event' : `${ofMoment.length} events`,
    detail: ofMoment.map(({ type }) => type).join(', '),
    tone: 'neutral',
  }));
}

function deliverySteps(delivery: TrailDelivery): Step[] {
  const to = new URL(delivery.url).host;
  const { last_response_status: status, attempts } = delivery;
  if (delivery.delivered_at !== null) {
    const detail = `${delivery.event_type}, answered with ${status ?? 'nothing'}${attempts > 1 ? ` at attempt ${attempts}` : ''}.`;
    return [{ at: delivery.delivered_at, kind: 'delivery', title: `Webhook delivered to ${to}`, detail, tone: 'good' }];
  }
  if (delivery.status === 'cancelled') return [];
  const answered = status === null ? 'no answer' : `answer ${status}`;
  const tried = attempts === 0 ? 'not attempted yet' : `${attempts} attempts, last with ${answered}`;
  return [
    {
      at: delivery.created_at,
      kind: 'delivery',
      title: delivery.status === 'failed' ? `Webhook to ${to} failed` : `Webhook to ${to} is being delivered`,
      detail: `${delivery.event_type}, ${tried}.`,
      tone: delivery.status === 'failed' ? 'bad' : 'waiting',
    },
  ];
}

function caseSteps(found: TrailCase): Step[] {
  const opened: Step = {
    at: found.opened_at,
    kind: 'review',
    title: `Review case ${found.id} was opened`,
    detail: found.meaning,
    tone: 'attention',
  };
  if (found.resolved_at === null) return [opened];
  const title = `Review case ${found.id} was resolved: ${found.resolution}`;
  return [opened, { at: found.resolved_at, kind: 'review', title, detail: null, tone: 'neutral' }];
}
