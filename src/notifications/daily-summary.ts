import type { Records } from '../history/records.ts';
import { countEndedOf } from '../ledger/count-ended.ts';
import type { Duty } from '../ledger/housekeeping.ts';
import { kampalaDay, kampalaTime, startOfKampalaDay } from '../ledger/kampala-day.ts';
import { numberArray } from '../postgres/array-parameter.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readPositionAt } from '../wallet/position.ts';

/** The hour in Kampala from which on the summary of the day before is sent. */
const summaryHour = 7;
const hourMs = 3_600_000;
/** A wallet is counted in steps of some thousand events; one that is busier than this is summed up as far as it is counted. */
const countStepsMax = 1_000;

/** What ended in a day, of live money. Amounts in shillings. */
export interface DayFigures {
  readonly in: number;
  readonly in_count: number;
  readonly out: number;
  readonly out_count: number;
  /** Null where a part of the day was counted by a program that counts no fees. */
  readonly fees: number | null;
  readonly failed: number;
  /** Of all wallets at the end of the day, with what is held. */
  readonly balance: number;
}

/** What is kept of a daily summary. */
export interface DailySummary {
  /** Such as 2026-11-26. */
  readonly day: string;
  readonly of_day: DayFigures;
  readonly day_before: DayFigures;
  /** When the summary was made. */
  readonly open_approvals: number;
}

/** Makes the summary of the day before, once a day from 07:00 in Kampala, for each client that somebody wants one of, and for the platform. */
export function dailySummaryDuty(parts: {
  readonly records: Records;
  /** Called with why the summary of a client, or of the platform, could not be made; it is tried again with the next look. */
  readonly onError: (error: unknown, clientId: number | null) => void;
}): Duty {
  return {
    name: 'make_daily_summaries',
    everyMs: 60_000,
    work: async (db) => {
      const { rows } = await db.query<{ now_ms: string }>(
        'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms',
      );
      await makeSummaries(db, parts, Number(rows[0]?.now_ms));
      return { more: false };
    },
  };
}

/** Makes the summaries that are due at a moment, in milliseconds since 1970. */
export async function makeSummaries(
  db: Queryable,
  { records, onError }: Parameters<typeof dailySummaryDuty>[0],
  nowMs: number,
): Promise<void> {
  const today = kampalaDay(nowMs);
  const fromMs = startOfKampalaDay(today) + summaryHour * hourMs;
  if (nowMs < fromMs) return;
  const day = kampalaTime(startOfKampalaDay(today - 1)).slice(0, 10);
  for (const clientId of await scopesOf(db, day, fromMs)) {
    try {
      const summary = await summaryOf(db, records, clientId, today, day);
      await db.query(
        `INSERT INTO notification (kind, client_id, subject, details, due_at)
         VALUES ('daily_summary', $1, $2, $3, trusted_now()) ON CONFLICT DO NOTHING`,
        [clientId, day, JSON.stringify(summary)],
      );
    } catch (error) {
      onError(error, clientId);
    }
  }
}

/**
 * The clients, null for the platform, of which somebody wants a summary and that have none of this day yet. Who chose it after the hour
 * gets the first one on the next day.
 */
async function scopesOf(db: Queryable, day: string, fromMs: number): Promise<(number | null)[]> {
  const { rows } = await db.query<{ client_id: string | null }>(
    `SELECT client_id FROM notification_choice
      WHERE kind = 'daily_summary' AND by_email AND chosen_at <= to_timestamp($2::float8 / 1000)
      UNION
     SELECT client_id FROM notification_chat
      WHERE 'daily_summary' = ANY (kinds) AND updated_at <= to_timestamp($2::float8 / 1000)
     EXCEPT
     SELECT client_id FROM notification WHERE kind = 'daily_summary' AND subject = $1
      ORDER BY client_id`,
    [day, fromMs],
  );
  return rows.map(({ client_id }) => (client_id === null ? null : Number(client_id)));
}

async function summaryOf(
  db: Queryable,
  records: Records,
  clientId: number | null,
  today: number,
  day: string,
): Promise<DailySummary> {
  const { rows } = await db.query<{ wallet_id: string }>(
    `SELECT wallet_id FROM wallet
      WHERE mode = 'live' AND client_id IS NOT NULL AND ($1::bigint IS NULL OR client_id = $1) ORDER BY wallet_id`,
    [clientId],
  );
  const walletIds = rows.map(({ wallet_id }) => Number(wallet_id));
  for (const walletId of walletIds) {
    for (let step = 0; step < countStepsMax; step += 1) if (await countEndedOf(db, walletId)) break;
  }
  const open = await db.query<{ count: string }>(
    "SELECT count(*) FROM notification WHERE kind = 'pending_approvals' AND client_id IS NOT DISTINCT FROM $1",
    [clientId],
  );
  return {
    day,
    of_day: await figuresOf(db, records, walletIds, today - 1),
    day_before: await figuresOf(db, records, walletIds, today - 2),
    open_approvals: Number(open.rows[0]?.count),
  };
}

/** What ended in some wallets on a day. Kampala's days begin on a whole hour, so that hours make days. */
async function figuresOf(
  db: Queryable,
  records: Records,
  walletIds: readonly number[],
  day: number,
): Promise<DayFigures> {
  const { rows } = await db.query<Record<'in' | 'in_count' | 'out' | 'out_count' | 'fees' | 'failed', string | null>>({
    name: 'notifications.figures_of_day',
    text: `
      SELECT sum(moved) FILTER (WHERE direction = 'in') AS in, sum(completed) FILTER (WHERE direction = 'in') AS in_count,
             sum(moved) FILTER (WHERE direction = 'out') AS out, sum(completed) FILTER (WHERE direction = 'out') AS out_count,
             CASE WHEN bool_and(fees IS NOT NULL) IS NOT FALSE THEN coalesce(sum(fees), 0) END AS fees, sum(failed) AS failed
        FROM wallet_hour
       WHERE wallet_id = ANY ($1::bigint[]) AND hour >= $2 AND hour < $2 + 24`,
    values: [numberArray(walletIds), startOfKampalaDay(day) / hourMs],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has no row');
  let balance = 0;
  for (const walletId of walletIds) {
    const { available, held } = await readPositionAt(records, walletId, startOfKampalaDay(day + 1));
    balance += Number(available + held);
  }
  return {
    in: Number(row.in),
    in_count: Number(row.in_count),
    out: Number(row.out),
    out_count: Number(row.out_count),
    fees: row.fees === null ? null : Number(row.fees),
    failed: Number(row.failed),
    balance,
  };
}
