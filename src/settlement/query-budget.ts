import type { Queryable } from '../postgres/pool.ts';

/** Who asks: a callback's hint, money that goes out, a collection, or one more look at what has ended. */
export type QueryPurpose = 'hint' | 'payout' | 'collection' | 'look';

/**
 * Up to which share of a second's queries each purpose may go: a fifth is kept for callbacks, and another fifth for
 * payouts, so that a flood of collections cannot hide either. What has ended can wait longest.
 */
const shareOf: Record<QueryPurpose, number> = { hint: 1, payout: 0.8, collection: 0.6, look: 0.4 };

interface Asker {
  readonly grant: (granted: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The queries that one operator account allows in a second, all processes and products together. Counted in
 * PostgreSQL by its clock; askers of one process that come while a statement runs share the next one.
 */
export class QueryBudget {
  readonly #db: Queryable;
  readonly #waiting = new Map<string, Asker[]>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Whether one query may be asked now. When not, its turn comes in a later second. */
  take(operatorAccountId: number, queriesPerSecond: number, purpose: QueryPurpose): Promise<boolean> {
    const queue = `${operatorAccountId} ${purpose}`;
    return new Promise<boolean>((grant, fail) => {
      const waiting = this.#waiting.get(queue);
      if (waiting !== undefined) {
        waiting.push({ grant, fail });
        return;
      }
      this.#waiting.set(queue, [{ grant, fail }]);
      void this.#serve(queue, operatorAccountId, limitOf(queriesPerSecond, purpose));
    });
  }

  /** Counts a payment that the operator did not know when it was asked for the first time. */
  async noteNewlyNotFound(operatorAccountId: number): Promise<void> {
    await this.#db.query(
      `INSERT INTO query_budget (operator_account_id, second, newly_not_found)
       VALUES ($1, floor(extract(epoch FROM clock_timestamp())), 1)
           ON CONFLICT (operator_account_id, second)
           DO UPDATE SET newly_not_found = query_budget.newly_not_found + 1`,
      [operatorAccountId],
    );
  }

  /** Forgets seconds older than an hour. */
  async forgetOld(): Promise<void> {
    await this.#db.query(`DELETE FROM query_budget WHERE second < floor(extract(epoch FROM clock_timestamp())) - 3600`);
  }

  async #serve(queue: string, operatorAccountId: number, limit: number): Promise<void> {
    for (;;) {
      // Those who come while the statement runs gather in a fresh list, and the next round serves them.
      const askers = this.#waiting.get(queue) ?? [];
      if (askers.length === 0) {
        this.#waiting.delete(queue);
        return;
      }
      this.#waiting.set(queue, []);
      try {
        const granted = await this.#grant(operatorAccountId, limit, askers.length);
        for (const [index, asker] of askers.entries()) asker.grant(index < granted);
      } catch (error) {
        for (const asker of askers) asker.fail(error);
      }
    }
  }

  async #grant(operatorAccountId: number, limit: number, wanted: number): Promise<number> {
    const { rows } = await this.#db.query<{ granted: number }>({
      name: 'query_budget_grant',
      text: `
        INSERT INTO query_budget AS budget (operator_account_id, second, taken, granted)
        VALUES ($1, floor(extract(epoch FROM clock_timestamp())), least($3::integer, $2::integer),
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
