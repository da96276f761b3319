import { Type } from 'typebox';
import { readTrialBalance, type TrialBalance } from '../../../audit/trial-balance.ts';
import { actions } from '../../../dual-control/actions.ts';
import { listWaiting, type Waiting } from '../../../dual-control/waiting.ts';
import type { Records } from '../../../history/records.ts';
import { countAllEnded, endedColumnsSql, endsSql } from '../../../ledger/count-ended.ts';
import { startOfKampalaDay } from '../../../ledger/kampala-day.ts';
import type { Mode } from '../../../ledger/transaction.ts';
import { isoTime, isoTimeOrNull } from '../../../ledger/transaction-object.ts';
import { numberArray } from '../../../postgres/array-parameter.ts';
import type { Queryable } from '../../../postgres/pool.ts';
import { type OpenTransactions, readOpenTransactions } from '../../../settlement/open-transactions.ts';
import type { OperatorState } from '../../../settlement/operator-states.ts';
import { sendData } from '../../response.ts';
import { chosenMode } from '../../schemas/transaction.ts';
import {
  type Ended,
  type EndedRow,
  type EndedRowRead,
  endedOfDays,
  endedOfHours,
  endedRow,
  type Flow,
  figuresOf,
  hourMs,
  type Period,
  periodOf,
  periodQuery,
  yesterdayOf,
} from '../figures.ts';
import {
  type ClientGrowth,
  type ClientMoney,
  type OpenPayments,
  openAges,
  type PlatformHome,
  type Revenue,
  type WaitingPart,
} from '../schemas/platform-home.ts';
import type { DashboardApi, DashboardParts } from '../server/api.ts';
import { staffContextOf } from '../server/context.ts';

/** How long a page waits for wallets to be counted, in milliseconds; housekeeping counts what is left. */
const countingMsMax = 300;

/** The first page of staff. */
export function registerPlatformHomeRoutes(
  api: DashboardApi,
  { pool, records, reader, settlement, settings }: DashboardParts,
): void {
  api.get(
    '/platform/home/:mode',
    {
      schema: {
        summary: 'Volume, revenue, money of clients beside the floats, and what staff must act on',
        params: Type.Object({ mode: chosenMode }),
        querystring: Type.Object(periodQuery),
      },
      config: { right: 'platform_home.read' },
    },
    async (request, reply) => {
      const { mode } = request.params;
      const { email } = staffContextOf(request).person;
      const nowMs = await readNow(pool);
      const period = periodOf(request.query, nowMs);
      // A step that took too long is no reason to show nothing.
      const isCounted = await countAllEnded(pool, countingMsMax).then(
        ({ more }) => !more,
        (error: unknown) => {
          request.log.warn({ error }, 'wallets could not be counted');
          return false;
        },
      );
      const [{ ended, volumes }, balance, open, reviews, waiting, webhooks] = await Promise.all([
        period.name === 'today' ? readHours(records, mode, period) : readDays(reader, mode, period),
        readTrialBalance(reader, mode),
        readOpenTransactions(pool),
        readReviews(pool, mode),
        listWaiting(pool, { expiryMs: settings.approvalExpiryMs, email, limit: waitingCountedMax }),
        readWebhooks(pool, mode),
      ]);
      const home: PlatformHome = {
        figures: figuresOf<'between'>(period, ended, ['in', 'out', 'between'], platformFlow),
        revenue: revenueOf(ended, balance),
        money: clientMoneyOf(balance, settlement.operatorStates(), settings.floatAlert),
        open: openPaymentsOf(open, mode),
        reviews,
        waiting: waitingOf(waiting, mode),
        webhooks,
        growth: await withNames(pool, growthOf(volumes)),
        is_counted: isCounted,
      };
      sendData(reply, 'Home retrieved.', home);
    },
  );
}

async function readNow(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ now_ms: string }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
  );
  return Number(rows[0]?.now_ms);
}

/** What a client moved in a period, and in the one before it, in shillings. */
export interface ClientVolume {
  readonly clientId: number;
  readonly now: number;
  readonly before: number;
}

interface PlatformEnded {
  readonly ended: Ended;
  readonly volumes: readonly ClientVolume[];
}

/** What a client did itself: no top-up, no correction, and nothing that others sent it. */
const isVolumeSql = "type IN ('collection', 'payment_sent', 'withdrawal')";

/** What ended on the days of a period and of the one before it, in all wallets of clients of a mode. */
async function readDays(db: Queryable, mode: Mode, period: Period): Promise<PlatformEnded> {
  const values = [mode, period.previousFromDay, period.toDay];
  const readingKinds = db.query<EndedRowRead>({
    name: 'dashboard.platform_days',
    text: `
      SELECT wallet_day.day AS slot, type, direction, operator, sum(completed)::integer AS completed, sum(failed)::integer AS failed,
             sum(moved) AS moved, sum(fees) AS fees
        FROM wallet_day JOIN wallet USING (wallet_id)
       WHERE wallet.mode = $1 AND client_id IS NOT NULL AND wallet_day.day >= $2 AND wallet_day.day <= $3
       GROUP BY wallet_day.day, type, direction, operator`,
    values,
  });
  const readingClients = db.query<VolumeRead>({
    name: 'dashboard.platform_days_of_clients',
    text: `
      SELECT client_id, coalesce(sum(moved) FILTER (WHERE wallet_day.day >= $4), 0) AS now,
             coalesce(sum(moved) FILTER (WHERE wallet_day.day < $4), 0) AS before
        FROM wallet_day JOIN wallet USING (wallet_id)
       WHERE wallet.mode = $1 AND client_id IS NOT NULL AND wallet_day.day >= $2 AND wallet_day.day <= $3 AND ${isVolumeSql}
       GROUP BY client_id`,
    values: [...values, period.fromDay],
  });
  const [kinds, clients] = await Promise.all([readingKinds, readingClients]);
  return { ended: endedOfDays(kinds.rows.map(endedRow), period), volumes: clients.rows.map(clientVolume) };
}

interface VolumeRead {
  readonly client_id: string;
  readonly now: string;
  readonly before: string;
}

function clientVolume({ client_id, now, before }: VolumeRead): ClientVolume {
  return { clientId: Number(client_id), now: Number(now), before: Number(before) };
}

/** The same of today's hours, and of yesterday's up to the same time of the day. */
async function readHours(records: Records, mode: Mode, period: Period): Promise<PlatformEnded> {
  const { fromHour, partHour } = yesterdayOf(period);
  const kinds = await records.query<EndedRowRead>({
    name: 'dashboard.platform_hours',
    text: `
      SELECT hour AS slot, type, direction, operator, sum(completed)::integer AS completed, sum(failed)::integer AS failed,
             sum(moved) AS moved, CASE WHEN bool_and(fees IS NOT NULL) THEN sum(fees) END AS fees
        FROM wallet_hour JOIN wallet USING (wallet_id)
       WHERE wallet.mode = $1 AND client_id IS NOT NULL AND hour >= $2
       GROUP BY hour, type, direction, operator`,
    values: [mode, fromHour],
  });
  const clients = await records.query<VolumeRead>({
    name: 'dashboard.platform_hours_of_clients',
    text: `
      SELECT client_id, coalesce(sum(moved) FILTER (WHERE hour >= $3), 0) AS now,
             coalesce(sum(moved) FILTER (WHERE hour < $4), 0) AS before
        FROM wallet_hour JOIN wallet USING (wallet_id)
       WHERE wallet.mode = $1 AND client_id IS NOT NULL AND hour >= $2 AND ${isVolumeSql}
       GROUP BY client_id`,
    values: [mode, fromHour, startOfKampalaDay(period.fromDay) / hourMs, partHour],
  });
  const part = await readPart(records, mode, period);
  return {
    ended: endedOfHours(kinds.rows.map(endedRow), period, part?.rows ?? null),
    volumes: [...clients.rows.map(clientVolume), ...(part?.volumes ?? [])],
  };
}

/** So many events of a part of an hour are read one by one. */
const eventsOfPartMax = 20_000;

/**
 * What ended in a part of an hour of yesterday; null where more happened in it than a page can wait for, or where it is in the history
 * store.
 */
async function readPart(
  records: Records,
  mode: Mode,
  period: Period,
): Promise<{ readonly rows: readonly EndedRow[]; readonly volumes: readonly ClientVolume[] } | null> {
  const { partHour, partFromMs, partUntilMs } = yesterdayOf(period);
  if ((await records.boundary()).createdUntilMs >= partFromMs) return null;
  const { rows: counted } = await records.query<{ count: number }>({
    name: 'dashboard.platform_events_of_part',
    text: `SELECT count(*)::integer AS count FROM (
             SELECT FROM event
              WHERE created_at >= to_timestamp($1::float8 / 1000) AND created_at < to_timestamp($2::float8 / 1000) LIMIT $3) AS part`,
    values: [partFromMs, partUntilMs, eventsOfPartMax + 1],
  });
  if ((counted[0]?.count ?? 0) > eventsOfPartMax) return null;
  const { rows } = await records.query<EndedRowRead & { readonly client_id: string }>({
    name: 'dashboard.platform_part_of_hour',
    text: `
      SELECT $4::integer AS slot, client_id, ended.type, ended.direction, operator, sum(completed)::integer AS completed,
             sum(failed)::integer AS failed, sum(moved) AS moved, sum(fees) AS fees
        FROM (SELECT wallet_id, transaction_id FROM event
               WHERE created_at >= to_timestamp($2::float8 / 1000) AND created_at < to_timestamp($3::float8 / 1000)
                 AND ${endsSql}) AS ending
        JOIN wallet USING (wallet_id)
       CROSS JOIN LATERAL (
             SELECT ${endedColumnsSql}
               FROM transaction
              WHERE wallet_id = ending.wallet_id AND transaction_id = ending.transaction_id OFFSET 0) AS ended
       WHERE wallet.mode = $1 AND client_id IS NOT NULL
       GROUP BY client_id, ended.type, ended.direction, operator`,
    values: [mode, partFromMs, partUntilMs, partHour],
  });
  return {
    rows: rows.map(({ client_id: _, ...row }) => endedRow(row)),
    volumes: rows
      .filter(({ type }) => type === 'collection' || type === 'payment_sent' || type === 'withdrawal')
      .map(({ client_id, moved }) => ({ clientId: Number(client_id), now: 0, before: Number(moved) })),
  };
}

/**
 * What crosses the border of the platform, and what moves within it. What customers paid has our fee in it, what their receivers got has not.
 * Pure.
 */
export const platformFlow: Flow<'in' | 'out' | 'between'> = ({ type, direction, operator, moved, fees }) => {
  if (type === 'collection') return { side: 'in', amount: moved + (fees ?? 0) };
  if (direction === 'in' || type === 'adjustment') return { side: null, amount: 0 };
  return { side: operator === '' ? 'between' : 'out', amount: moved - (fees ?? 0) };
};

const revenueKinds = [
  ['collection', 'collection'],
  ['send_money', 'payment_sent'],
  ['withdrawal', 'withdrawal'],
] as const;

/** Fees by kind, with what the revenue accounts hold. Pure. */
export function revenueOf({ now, before }: Ended, { lines }: Pick<TrialBalance, 'lines'>): Revenue[] {
  return revenueKinds.map(([kind, type]) => ({
    kind,
    now: feesOf(now, type),
    before: feesOf(before, type),
    balance: sumOfAccounts(lines, `fee_revenue_${kind}`, 'credit'),
  }));
}

function feesOf(rows: readonly EndedRow[], type: string): number | null {
  let sum: number | null = 0;
  for (const row of rows) if (row.type === type) sum = sum === null || row.fees === null ? null : sum + row.fees;
  return sum;
}

/** The balance of an account, or of several of a kind, seen from one side. */
function sumOfAccounts(lines: TrialBalance['lines'], account: string, side: 'debit' | 'credit'): number {
  let sum = 0n;
  for (const line of lines) {
    if (line.account !== account) continue;
    sum += side === 'debit' ? line.debit - line.credit : line.credit - line.debit;
  }
  return Number(sum);
}

/** What the clients have, and where it is. Pure. @param states of the operators that this process can call. */
export function clientMoneyOf(
  { lines }: Pick<TrialBalance, 'lines'>,
  states: readonly Pick<OperatorState, 'operatorAccountId' | 'floats'>[],
  floatAlert: number,
): ClientMoney {
  const floats = lines.flatMap(({ account, operator, operatorAccountId, debit, credit }) => {
    if (operator === null || operatorAccountId === null) return [];
    if (account !== 'collection_float' && account !== 'disbursement_float') return [];
    const state = states.find((one) => one.operatorAccountId === operatorAccountId)?.floats[account];
    return [
      {
        operator,
        operator_account_id: operatorAccountId,
        float: account === 'collection_float' ? ('collection' as const) : ('disbursement' as const),
        booked: Number(debit - credit),
        known: state?.known == null ? null : Number(state.known),
        level: state?.level ?? ('unknown' as const),
      },
    ];
  });
  return {
    available: sumOfAccounts(lines, 'wallets', 'credit'),
    held: sumOfAccounts(lines, 'in_transit', 'credit'),
    bank: sumOfAccounts(lines, 'bank', 'debit'),
    issued: sumOfAccounts(lines, 'issuance', 'debit'),
    floats,
    float_alert: floatAlert,
  };
}

/** Open payments of a mode, a row for each operator and direction. Pure. */
export function openPaymentsOf(open: readonly OpenTransactions[], mode: Mode): OpenPayments[] {
  const rows = Map.groupBy(
    open.filter((one) => one.mode === mode),
    ({ operator, direction }) => `${operator} ${direction}`,
  );
  return [...rows.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, of]) => {
      const [first] = of;
      if (first === undefined) return [];
      const countOf = (age: string) => of.reduce((sum, one) => (one.age === age ? sum + one.count : sum), 0);
      const counts = Object.fromEntries(openAges.map((age) => [age, countOf(age)])) as OpenPayments['counts'];
      return [{ operator: first.operator, direction: first.direction, counts }];
    });
}

async function readReviews(db: Queryable, mode: Mode): Promise<PlatformHome['reviews']> {
  const { rows } = await db.query<{ count: number; oldest_ms: string | null }>({
    name: 'dashboard.platform_reviews',
    text: `SELECT count(*)::integer AS count, round(extract(epoch FROM min(opened_at)) * 1000)::bigint AS oldest_ms
             FROM review_case WHERE resolved_at IS NULL AND mode = $1`,
    values: [mode],
  });
  const oldest = rows[0]?.oldest_ms ?? null;
  return { count: rows[0]?.count ?? 0, oldest_at: isoTimeOrNull(oldest === null ? null : Number(oldest)) };
}

/** What the page of all that waits shows too. */
const waitingCountedMax = 500;

/** How much waits, oldest first, by who decides it. Changes of people and fees belong to both modes. Pure. */
export function waitingOf(waiting: readonly Waiting[], mode: Mode): PlatformHome['waiting'] {
  const ofMode = waiting.filter((one) => one.mode === null || one.mode === mode);
  const isOfClients = ({ action }: Waiting) => ['approvals', 'bulk payouts'].includes(actions[action].waitsAt);
  const partOf = (part: readonly Waiting[]): WaitingPart => ({
    count: part.length,
    has_more: waiting.length === waitingCountedMax,
    oldest_at: isoTimeOrNull(part[0]?.sinceMs ?? null),
  });
  return { staff: partOf(ofMode.filter((one) => !isOfClients(one))), clients: partOf(ofMode.filter(isOfClients)) };
}

const webhooksShownMax = 5;

async function readWebhooks(db: Queryable, mode: Mode): Promise<PlatformHome['webhooks']> {
  const counts = await db.query<{ failing: number; disabled: number }>({
    name: 'dashboard.platform_webhooks',
    text: `SELECT count(*) FILTER (WHERE is_active)::integer AS failing, count(*) FILTER (WHERE NOT is_active)::integer AS disabled
             FROM webhook WHERE mode = $1 AND deleted_at IS NULL AND (NOT is_active OR failing_since IS NOT NULL)`,
    values: [mode],
  });
  const failing = await db.query<{
    webhook_id: string;
    client_id: string;
    client_name: string;
    url: string;
    since_ms: string;
  }>({
    name: 'dashboard.platform_failing_webhooks',
    text: `SELECT webhook_id, client_id, client.name AS client_name, url,
                  round(extract(epoch FROM failing_since) * 1000)::bigint AS since_ms
             FROM webhook JOIN client USING (client_id)
            WHERE mode = $1 AND deleted_at IS NULL AND is_active AND failing_since IS NOT NULL
            ORDER BY failing_since, webhook_id LIMIT $2`,
    values: [mode, webhooksShownMax],
  });
  return {
    failing_count: counts.rows[0]?.failing ?? 0,
    disabled_count: counts.rows[0]?.disabled ?? 0,
    failing: failing.rows.map((row) => ({
      id: Number(row.webhook_id),
      client_id: Number(row.client_id),
      client_name: row.client_name,
      url: row.url,
      since: isoTime(Number(row.since_ms)),
    })),
  };
}

const clientsShownMax = 5;

/** The clients that grew most, and those that fell most, by shillings. Pure. @param volumes a client may have several. */
export function growthOf(volumes: readonly ClientVolume[]): {
  readonly up: readonly ClientVolume[];
  readonly down: readonly ClientVolume[];
} {
  const sums = new Map<number, ClientVolume>();
  for (const { clientId, now, before } of volumes) {
    const known = sums.get(clientId);
    sums.set(clientId, { clientId, now: now + (known?.now ?? 0), before: before + (known?.before ?? 0) });
  }
  const change = ({ now, before }: ClientVolume) => now - before;
  const most = [...sums.values()].toSorted((a, b) => change(b) - change(a) || a.clientId - b.clientId);
  return {
    up: most.filter((one) => change(one) > 0).slice(0, clientsShownMax),
    down: most
      .filter((one) => change(one) < 0)
      .toReversed()
      .slice(0, clientsShownMax),
  };
}

async function withNames(db: Queryable, { up, down }: ReturnType<typeof growthOf>): Promise<PlatformHome['growth']> {
  const { rows } = await db.query<{ client_id: string; name: string }>(
    'SELECT client_id, name FROM client WHERE client_id = ANY ($1::bigint[])',
    [numberArray([...up, ...down].map(({ clientId }) => clientId))],
  );
  const names = new Map(rows.map(({ client_id, name }) => [Number(client_id), name]));
  const named = ({ clientId, now, before }: ClientVolume): ClientGrowth => ({
    client_id: clientId,
    name: names.get(clientId) ?? '',
    now,
    before,
  });
  return { up: up.map(named), down: down.map(named) };
}
