import { GroupedWork } from '../jobs/grouped-work.ts';
import type { Queryable } from '../postgres/pool.ts';

/** What a query is for: a callback's hint, money that goes out, a collection, or a final transaction (`look`). */
export type QueryPurpose = 'hint' | 'payout' | 'collection' | 'look';

/**
 * Up to which share of a second's queries each purpose may go: a fifth is kept for callbacks, and another fifth for
 * payouts, so that a flood of collections cannot delay either. Final transactions can wait longest.
 */
const shareOf: Record<QueryPurpose, number> = { hint: 1, payout: 0.8, collection: 0.6, look: 0.4 };

/**
 * The queries that one operator account allows in a second, all processes and products together. Counted in
 * PostgreSQL by its clock; queries of one process that come while a statement runs share the next one.
 */
export class QueryBudget {
  readonly #db: Queryable;
  /** By operator account and limit. */
  readonly #grants = new Map<string, GroupedWork<null, boolean>>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Whether one query may be made now. When not, its turn comes in a later second. */
  take(operatorAccountId: number, queriesPerSecond: number, purpose: QueryPurpose): Promise<boolean> {
    const limit = limitOf(queriesPerSecond, purpose);
    const name = `${operatorAccountId} ${limit}`;
    let grants = this.#grants.get(name);
    if (grants === undefined) {
      grants = new GroupedWork(async (queries) => {
        const granted = await this.#grant(operatorAccountId, limit, queries.length);
        return queries.map((_, index) => index < granted);
      });
      this.#grants.set(name, grants);
    }
    return grants.do(null);
  }

  /** Counts a payment that the operator did not know at a first query. */
  async noteNewlyNotFound(operatorAccountId: number): Promise<void> {
    await this.#db.query(
      `INSERT INTO query_budget (operator_account_id, second, newly_not_found)
       VALUES ($1, floor(extract(epoch FROM trusted_now())), 1)
           ON CONFLICT (operator_account_id, second)
           DO UPDATE SET newly_not_found = query_budget.newly_not_found + 1`,
      [operatorAccountId],
    );
  }

  /** Deletes seconds older than an hour. */
  async deleteOld(): Promise<void> {
    await this.#db.query(
      `DELETE FROM query_budget WHERE second < floor(extract(epoch FROM (SELECT trusted_now()))) - 3600`,
    );
  }

  async #grant(operatorAccountId: number, limit: number, wanted: number): Promise<number> {
    const { rows } = await this.#db.query<{ granted: number }>({
      name: 'query_budget_grant',
      text: `
        INSERT INTO query_budget AS budget (operator_account_id, second, taken, granted)
        VALUES ($1, floor(extract(epoch FROM trusted_now())), least($3::integer, $2::integer),
                least($3::integer, $2::integer))
            ON CONFLICT (operator_account_id, second)
            DO UPDATE SET granted = greatest(0, least($3::integer, $2::integer - budget.taken)),
                          taken = budget.taken + greatest(0, least($3::integer, $2::integer - budget.taken))
        RETURNING granted`,
      values: [operatorAccountId, limit, wanted],
    });
    return rows[0]?.granted ?? 0;
  }
}

/** How many queries of a second a purpose may have. */
export function limitOf(queriesPerSecond: number, purpose: QueryPurpose): number {
  return Math.max(1, Math.floor(queriesPerSecond * shareOf[purpose]));
}

const paymentsNotFoundMax = 5;
/** A share of fewer queries than this says nothing. */
const queriesMin = 100;

/**
 * Whether an operator does not know so many payments that our own settings are the likely cause, and nothing may be sent
 * again: five payments are not found now, or their share of the queries of ten minutes is above `shareMax`. At 1 it is
 * never so.
 */
export async function tooManyNotFound(db: Queryable, operatorAccountId: number, shareMax: number): Promise<boolean> {
  if (shareMax >= 1) return false;
  const { rows } = await db.query<{ standing: string; asked: string; newly_not_found: string }>(
    `SELECT (SELECT count(*) FROM submission
              WHERE operator_account_id = $1 AND not_found_since IS NOT NULL AND NOT recheck) AS standing,
            coalesce(sum(taken), 0) AS asked,
            coalesce(sum(newly_not_found), 0) AS newly_not_found
       FROM query_budget
      WHERE operator_account_id = $1 AND second > floor(extract(epoch FROM (SELECT trusted_now()))) - 600`,
    [operatorAccountId],
  );
  const row = rows[0];
  if (row === undefined) return false;
  if (Number(row.standing) >= paymentsNotFoundMax) return true;
  const asked = Number(row.asked);
  return asked >= queriesMin && Number(row.newly_not_found) > asked * shareMax;
}
