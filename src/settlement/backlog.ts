import type { Queryable } from '../postgres/pool.ts';
import { limitOf, type QueryPurpose } from './query-budget.ts';

/** Nothing is tried again sooner: the budget of a second is renewed with the next one. */
const shortestMs = 1_000;
/** However short the backlog is: what can wait leaves the next seconds to what cannot. */
const horizonMsMin: Record<QueryPurpose, number> = { hint: 1_000, payout: 1_000, collection: 5_000, look: 40_000 };
/** However long the backlog is: when the budget is free again, everything is queried within this. */
const horizonMsMax: Record<QueryPurpose, number> = {
  hint: 30_000,
  payout: 60_000,
  collection: 300_000,
  look: 900_000,
};
/** Rows put off in one statement. */
const rowsMax = 1_000;
/** How often the queries that wait are counted and put off. */
const everyMs = 1_000;

interface Lane {
  horizonMs: number;
  spreadAtMs: number;
  spreading: Promise<number> | null;
}

/** The plan of a query that the budget refused. */
export interface PutOff {
  /** After how many milliseconds to try it again. */
  readonly afterMs: number;
  /** How many others of its kind were put off for its sake. */
  readonly others: number;
}

/**
 * Spreads the queries that an operator's budget does not allow now over the time that it needs for them, so that
 * claiming them again costs about as much as the budget allows and not as much as the backlog is long. All that are due
 * are put off together when the first is refused: what is claimed next can then be queried.
 */
export class Backlog {
  readonly #db: Queryable;
  readonly #lanes = new Map<string, Lane>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Plans a query that was refused, and puts off all others of its purpose that are due. */
  async putOff(operatorAccountId: number, queriesPerSecond: number, purpose: QueryPurpose): Promise<PutOff> {
    const lane = this.#laneOf(operatorAccountId, purpose);
    let others = 0;
    if (lane.spreading !== null) {
      await lane.spreading;
    } else if (performance.now() >= lane.spreadAtMs + everyMs) {
      lane.spreadAtMs = performance.now();
      lane.spreading = this.#spread(lane, operatorAccountId, queriesPerSecond, purpose).finally(() => {
        lane.spreading = null;
      });
      others = await lane.spreading;
    }
    return { afterMs: Math.round(shortestMs + Math.random() * (lane.horizonMs - shortestMs)), others };
  }

  #laneOf(operatorAccountId: number, purpose: QueryPurpose): Lane {
    const name = `${operatorAccountId} ${purpose}`;
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { horizonMs: horizonMsMin[purpose], spreadAtMs: Number.NEGATIVE_INFINITY, spreading: null };
      this.#lanes.set(name, lane);
    }
    return lane;
  }

  async #spread(
    lane: Lane,
    operatorAccountId: number,
    queriesPerSecond: number,
    purpose: QueryPurpose,
  ): Promise<number> {
    const waiting = await countWaiting(this.#db, operatorAccountId, purpose);
    const neededMs = (waiting / limitOf(queriesPerSecond, purpose)) * 1_000;
    lane.horizonMs = Math.min(Math.max(neededMs, horizonMsMin[purpose]), horizonMsMax[purpose]);
    let others = 0;
    for (;;) {
      const putOff = await putOffDue(this.#db, operatorAccountId, purpose, lane.horizonMs);
      others += putOff;
      if (putOff < rowsMax) return others;
    }
  }
}

/** The purpose of a submission's query, as `purposeOf` in poll.ts has it. */
const purposeOfRow = `
  CASE WHEN hints > 0 THEN 'hint' WHEN recheck THEN 'look' WHEN direction = 'collection' THEN 'collection'
       ELSE 'payout' END`;

/** How many queries of a purpose become due before the longest backlog would be finished. */
async function countWaiting(db: Queryable, operatorAccountId: number, purpose: QueryPurpose): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>({
    name: 'backlog_count',
    text: `
      SELECT count(*)::integer AS waiting
        FROM submission
       WHERE operator_account_id = $1 AND sends > 0 AND ${purposeOfRow} = $2::text
         AND due_at <= (SELECT trusted_now()) + $3::double precision * interval '1 millisecond'`,
    values: [operatorAccountId, purpose, horizonMsMax[purpose]],
  });
  return rows[0]?.waiting ?? 0;
}

/** Puts off queries that are due and not leased; waits for no lock. @returns how many. */
async function putOffDue(
  db: Queryable,
  operatorAccountId: number,
  purpose: QueryPurpose,
  horizonMs: number,
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'backlog_put_off',
    text: `
      WITH due AS MATERIALIZED (
        SELECT transaction_id
          FROM submission
         WHERE operator_account_id = $1 AND sends > 0 AND ${purposeOfRow} = $2::text
           AND due_at <= trusted_now() AND (lease_until IS NULL OR lease_until <= (SELECT trusted_now()))
         ORDER BY due_at
         LIMIT ${rowsMax}
           FOR UPDATE SKIP LOCKED
      )
      UPDATE submission
         SET due_at = (SELECT trusted_now()) + ($3 + random() * ($4::double precision - $3)) * interval '1 millisecond'
        FROM due
       WHERE submission.transaction_id = due.transaction_id`,
    values: [operatorAccountId, purpose, shortestMs, horizonMs],
  });
  return rowCount ?? 0;
}
