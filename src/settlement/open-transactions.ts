import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { WaitsFor } from './submissions.ts';

export interface OpenTransactions {
  readonly mode: Mode;
  readonly operator: string;
  readonly direction: 'collection' | 'payout' | 'refund';
  /** The youngest bound that the age lies under. */
  readonly age: 'under_1m' | 'under_10m' | 'under_1h' | 'under_24h' | 'over_24h';
  readonly count: number;
}

/** How many transactions wait for an operator's final result, by operator, direction and age. */
export async function readOpenTransactions(db: Queryable): Promise<readonly OpenTransactions[]> {
  const { rows } = await db.query<Omit<OpenTransactions, 'count'> & { count: string }>(`
    SELECT mode, operator, direction,
           CASE WHEN created_at > (SELECT trusted_now()) - interval '1 minute' THEN 'under_1m'
                WHEN created_at > (SELECT trusted_now()) - interval '10 minutes' THEN 'under_10m'
                WHEN created_at > (SELECT trusted_now()) - interval '1 hour' THEN 'under_1h'
                WHEN created_at > (SELECT trusted_now()) - interval '24 hours' THEN 'under_24h'
                ELSE 'over_24h' END AS age,
           count(*) AS count
      FROM submission
     WHERE NOT recheck
     GROUP BY 1, 2, 3, 4`);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export interface WaitingCalls {
  readonly mode: Mode;
  readonly operator: string;
  readonly direction: 'collection' | 'payout' | 'refund';
  readonly waits_for: WaitsFor;
  readonly count: number;
}

/** How many money calls are due and held back, by what they wait for. */
export async function readWaitingCalls(db: Queryable): Promise<readonly WaitingCalls[]> {
  const { rows } = await db.query<Omit<WaitingCalls, 'count'> & { count: string }>(`
    SELECT mode, operator, direction, waits_for, count(*) AS count
      FROM submission
     WHERE waits_for IS NOT NULL AND NOT recheck
     GROUP BY 1, 2, 3, 4`);
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
