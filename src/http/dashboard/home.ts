import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { lastMovedEvent, type Records } from '../../history/records.ts';
import { countEndedOf, endedColumnsSql, endsSql } from '../../ledger/count-ended.ts';
import type { Mode } from '../../ledger/transaction.ts';
import { isoTime, isoTimeOrNull } from '../../ledger/transaction-object.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { SettlementService } from '../../settlement/settlement.ts';
import { readWalletNow, sequenceAt } from '../../wallet/position.ts';
import { readFailing } from '../../webhooks/deliveries/failing.ts';
import { sendData } from '../response.ts';
import {
  type EndedRow,
  type EndedRowRead,
  endedOfDays,
  endedOfHours,
  endedRow,
  figuresOf,
  hourMs,
  type Period,
  type Ended as PeriodEnded,
  periodOf,
  periodQuery,
  type Yesterday,
  yesterdayOf,
} from './figures.ts';
import { operatorSetupOf } from './operator-setup.ts';
import type { Attention, Ended, FirstSteps, Home, LowFloat, OperatorSuccess, Waiting } from './schemas/home.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientContextOf, staffContextOf } from './server/context.ts';

/** The first page of a client. */
export function registerHomeRoutes(api: DashboardApi, parts: DashboardParts): void {
  readHome(api, parts);
}

/** What a client sees first. Nothing here grows with the wallet's history. */
function readHome(api: DashboardApi, { pool, records, settlement, money, settings, baseUrl }: DashboardParts): void {
  api.get(
    `${clientPath}/home`,
    {
      schema: {
        summary: 'Balance, figures of a period and of the one before it, and what needs attention',
        params: Type.Object(clientParams),
        querystring: Type.Object(periodQuery),
      },
      config: { right: 'home.read' },
    },
    async (request, reply) => {
      const { caller } = clientContextOf(request);
      const isCounted = await countEndedOf(pool, caller.walletId);
      const { rows } = await pool.query<{ available: string; held: string; now_ms: string }>(
        `SELECT available, held, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
           FROM wallet WHERE wallet_id = $1`,
        [caller.walletId],
      );
      const nowMs = Number(rows[0]?.now_ms);
      const period = periodOf(request.query, nowMs);
      const [hours, attention, firstSteps] = await Promise.all([
        readHours(pool, caller.walletId, nowMs),
        readAttention(pool, caller, settings.webhookRetryDelaysMs),
        readFirstSteps(records, caller),
      ]);
      const isStaff = staffContextOf(request).memberships.platformRole !== null;
      const home: Home = {
        balance: { available: Number(rows[0]?.available), held: Number(rows[0]?.held) },
        figures: walletFigures(period, await readEnded(records, caller.walletId, period, hours)),
        operators: successOf(hours, Math.floor(nowMs / hourMs)),
        is_counted: isCounted,
        attention: {
          ...attention,
          low_floats: isStaff ? lowFloats(settlement, caller.mode) : [],
          operator_setup: operatorSetupOf(caller.mode, settlement.operatorStates(), money.liveRefusal),
        },
        first_steps: firstSteps,
        base_url: baseUrl(),
      };
      sendData(reply, 'Home retrieved.', home);
    },
  );
}

function lowFloats(settlement: Pick<SettlementService, 'operatorStates'>, mode: Mode): LowFloat[] {
  return settlement
    .operatorStates()
    .filter((state) => state.mode === mode)
    .flatMap(({ operator, floats }) =>
      (['collection', 'disbursement'] as const).flatMap((float) => {
        const { known, level } = floats[`${float}_float`];
        return level === 'low' ? [{ operator, float, known: known === null ? null : Number(known) }] : [];
      }),
    );
}

/** Of the success of operators. Today and yesterday are within it. */
const daysOfSuccess = 7;

/** Reads the latest hours of a wallet: some hundred short rows by key. */
async function readHours(db: Queryable, walletId: number, nowMs: number): Promise<readonly EndedRow[]> {
  const { rows } = await db.query<EndedRowRead>({
    name: 'dashboard.home_hours',
    text: `SELECT hour AS slot, type, direction, operator, completed, failed, moved, fees
             FROM wallet_hour WHERE wallet_id = $1 AND hour >= $2`,
    values: [walletId, Math.floor(nowMs / hourMs) - (daysOfSuccess + 1) * 24],
  });
  return rows.map(endedRow);
}

/** What ended in a wallet in a period and in the one before it. @param hours its latest. */
async function readEnded(
  records: Records,
  walletId: number,
  period: Period,
  hours: readonly EndedRow[],
): Promise<PeriodEnded> {
  if (period.name === 'today')
    return endedOfHours(hours, period, await readPart(records, walletId, yesterdayOf(period)));
  const { rows } = await records.query<EndedRowRead>({
    name: 'dashboard.home_days',
    text: `SELECT day AS slot, type, direction, operator, completed, failed, moved, fees
             FROM wallet_day WHERE wallet_id = $1 AND day >= $2 AND day <= $3`,
    values: [walletId, period.previousFromDay, period.toDay],
  });
  return endedOfDays(rows.map(endedRow), period);
}

/** So many events of a part of an hour are read one by one. */
const eventsOfPartMax = 20_000;

/**
 * What ended in a wallet in a part of an hour; null where more happened in it than a page can wait for, or where it is in the history
 * store, without which a home must do.
 */
async function readPart(
  records: Records,
  walletId: number,
  { partHour, partFromMs, partUntilMs }: Yesterday,
): Promise<readonly EndedRow[] | null> {
  if ((await records.boundary()).createdUntilMs >= partFromMs) return null;
  const { eventsEnd } = await readWalletNow(records, walletId);
  const begin = (await lastMovedEvent(records, walletId)) + 1;
  const from = await sequenceAt(records, walletId, partFromMs, eventsEnd, begin);
  const end = await sequenceAt(records, walletId, partUntilMs, eventsEnd, from);
  if (from === end) return [];
  if (end - from > eventsOfPartMax) return null;
  const { rows } = await records.query<EndedRowRead>({
    name: 'dashboard.home_part_of_hour',
    text: `
      SELECT $4::integer AS slot, type, direction, operator, sum(completed)::integer AS completed, sum(failed)::integer AS failed,
             sum(moved) AS moved, sum(fees) AS fees
        FROM (SELECT transaction_id FROM event
               WHERE wallet_id = $1 AND first_sequence >= $2 AND first_sequence < $3 AND ${endsSql}) AS ending
       CROSS JOIN LATERAL (
             SELECT ${endedColumnsSql}
               FROM transaction WHERE wallet_id = $1 AND transaction_id = ending.transaction_id OFFSET 0) AS ended
       GROUP BY type, direction, operator`,
    values: [walletId, from, end, partHour],
  });
  return rows.map(endedRow);
}

/** The figures of a wallet. Pure. */
export function walletFigures(period: Period, ended: PeriodEnded): Home['figures'] {
  return figuresOf(period, ended, ['in', 'out'], ({ direction, moved }) => ({ side: direction, amount: moved }));
}

/** How payments through operators ended lately. Pure. @param nowHour hours since 1970-01-01 UTC. */
export function successOf(rows: readonly EndedRow[], nowHour: number): OperatorSuccess[] {
  const lately = rows.filter(({ slot, operator }) => operator !== '' && slot > nowHour - daysOfSuccess * 24);
  const operators = [...new Set(lately.map(({ operator }) => operator))].sort();
  return operators.flatMap((operator) =>
    (['collections', 'payouts'] as const).flatMap((direction) => {
      const own = lately.filter(
        (row) => row.operator === operator && (row.type === 'collection') === (direction === 'collections'),
      );
      if (own.length === 0) return [];
      const last_24_hours = endedOf(own.filter(({ slot }) => slot > nowHour - 24));
      return [{ operator, direction, last_24_hours, last_7_days: endedOf(own) }];
    }),
  );
}

function endedOf(rows: readonly EndedRow[]): Ended {
  const sumOf = (part: 'completed' | 'failed') => rows.reduce((sum, row) => sum + row[part], 0);
  return { completed: sumOf('completed'), failed: sumOf('failed') };
}

/** How many of a webhook's latest deliveries are looked through for those that failed. */
const deliveriesLookedThrough = 500;
const webhooksShownMax = 20;
/** Larger numbers are not counted exactly. */
const countedMax = 1_000;

/** What a wallet's people should look after. Every part reads a bounded number of rows through an index. */
async function readAttention(
  db: Queryable,
  { walletId }: Caller,
  retryDelaysMs: readonly number[],
): Promise<Omit<Attention, 'low_floats' | 'operator_setup'>> {
  const [failing, webhooks, rest] = await Promise.all([
    readFailing(db, { walletId }, retryDelaysMs),
    db.query<WebhookRow>({
      name: 'dashboard.home_webhooks',
      text: webhooksSql,
      values: [walletId, deliveriesLookedThrough, webhooksShownMax],
    }),
    db.query<RestRow>({ name: 'dashboard.home_attention', text: restSql, values: [walletId, countedMax] }),
  ]);
  const [row] = rest.rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return {
    disabled_webhooks: webhooks.rows.flatMap(({ webhook_id, url, disabled_at_ms }) =>
      disabled_at_ms === null ? [] : [{ id: Number(webhook_id), url, disabled_at: isoTime(Number(disabled_at_ms)) }],
    ),
    failing_webhooks: webhooks.rows.flatMap(({ webhook_id, url }) => {
      const one = failing.get(Number(webhook_id));
      return one === undefined ? [] : [{ id: Number(webhook_id), url, ...one }];
    }),
    failed_deliveries: webhooks.rows.flatMap(({ webhook_id, url, failed }) =>
      failed === 0 ? [] : [{ webhook_id: Number(webhook_id), url, count: failed }],
    ),
    approvals: waiting(row.approvals, row.approvals_amount, row.approval_expires_at_ms),
    bulk_payouts: waiting(row.bulk_payouts, row.bulk_payouts_amount, row.bulk_payout_expires_at_ms),
    review_cases: row.review_cases,
    payments_in_review: row.payments_in_review,
    wallet_frozen: row.frozen,
  };
}

function waiting(count: number, amount: string, nextExpiresAtMs: string | null): Waiting {
  const next_expires_at = isoTimeOrNull(nextExpiresAtMs === null ? null : Number(nextExpiresAtMs));
  return { count, amount: Number(amount), next_expires_at };
}

interface WebhookRow {
  webhook_id: string;
  url: string;
  disabled_at_ms: string | null;
  failed: number;
}

interface RestRow {
  frozen: boolean;
  approvals: number;
  approvals_amount: string;
  approval_expires_at_ms: string | null;
  bulk_payouts: number;
  bulk_payouts_amount: string;
  bulk_payout_expires_at_ms: string | null;
  review_cases: number;
  payments_in_review: number;
}

const webhooksSql = `
  SELECT webhook_id, url, round(extract(epoch FROM disabled_at) * 1000)::bigint AS disabled_at_ms, failed
    FROM webhook CROSS JOIN LATERAL (
         SELECT count(*)::integer AS failed
           FROM (SELECT status, created_at FROM delivery
                  WHERE delivery.wallet_id = $1 AND delivery.webhook_id = webhook.webhook_id
                  ORDER BY delivery_id DESC LIMIT $2) AS latest
          WHERE status = 'failed' AND created_at > now() - interval '24 hours') AS looked_through
   WHERE wallet_id = $1 AND deleted_at IS NULL AND (failed > 0 OR NOT is_active OR failing_since IS NOT NULL)
   ORDER BY webhook_id LIMIT $3`;

const restSql = `
  SELECT frozen, payments_waiting.*, bulk_waiting.*,
         (SELECT count(*)::integer FROM (SELECT FROM review_case
           WHERE review_case.wallet_id = $1 AND resolved_at IS NULL LIMIT $2) AS cases) AS review_cases,
         (SELECT count(*)::integer FROM (SELECT FROM submission
           WHERE submission.wallet_id = $1 AND in_review LIMIT $2) AS payments) AS payments_in_review
    FROM wallet CROSS JOIN (
         SELECT count(*)::integer AS approvals, coalesce(sum(amount), 0)::bigint AS approvals_amount,
                round(extract(epoch FROM wall_time_of(min(due_at))) * 1000)::bigint AS approval_expires_at_ms
           FROM (SELECT transaction_id, due_at FROM approval
                  WHERE approval.wallet_id = $1 ORDER BY transaction_id LIMIT $2) AS one
          CROSS JOIN LATERAL (SELECT amount FROM transaction
                               WHERE wallet_id = $1 AND transaction_id = one.transaction_id OFFSET 0) AS payment) AS payments_waiting
   CROSS JOIN (
         SELECT count(*)::integer AS bulk_payouts, coalesce(sum(amount + fees), 0)::bigint AS bulk_payouts_amount,
                round(extract(epoch FROM wall_time_of(min(expires_at))) * 1000)::bigint AS bulk_payout_expires_at_ms
           FROM (SELECT amount, fees, expires_at FROM bulk_payout
                  WHERE bulk_payout.wallet_id = $1 AND status = 'awaiting_approval' LIMIT $2) AS bulk) AS bulk_waiting
   WHERE wallet_id = $1`;

/** A new client has done all first steps within so many transactions. */
const transactionsLookedThrough = 200;

/** Which first steps a new client has done in test mode; null once all are done, and in live mode. */
async function readFirstSteps(records: Records, { walletId, mode }: Caller): Promise<FirstSteps | null> {
  // A wallet with transactions of so long ago is no new client's.
  if (mode === 'live' || (await lastMovedEvent(records, walletId)) > 0) return null;
  const { rows } = await records.query<FirstSteps>({
    name: 'dashboard.first_steps',
    text: `
      SELECT coalesce(bool_or(type = 'collection' AND api_triggered), false) AS asked_by_api,
             coalesce(bool_or(type = 'collection'), false) AS collected,
             coalesce(bool_or(type = 'collection' AND status = 'completed'), false) AS approved_on_handset,
             EXISTS (SELECT FROM webhook WHERE webhook.wallet_id = $1) AS webhook_added
        FROM (SELECT type, status, api_triggered FROM transaction
               WHERE wallet_id = $1 ORDER BY transaction_id LIMIT $2) AS first`,
    values: [walletId, transactionsLookedThrough],
  });
  const [steps] = rows;
  return steps === undefined || Object.values(steps).every(Boolean) ? null : steps;
}
