import type { Queryable } from '../postgres/pool.ts';

/** How far the proofs are behind what has committed. */
export interface ProofLag {
  /** Age of the oldest batch that is not proven yet; 0 where all are. */
  readonly seconds: number;
  /** Whether everything of before the proofs is proven. */
  readonly isHistoryProven: boolean;
}

export async function readProofLag(db: Queryable): Promise<ProofLag> {
  const { rows } = await db.query<ProofLag>(
    `SELECT coalesce((SELECT greatest(extract(epoch FROM clock_timestamp() - noted_at), 0)
                        FROM proof_work ORDER BY proof_work_id LIMIT 1), 0)::float8 AS seconds,
            phase = 'done' AS "isHistoryProven"
       FROM proof_history`,
  );
  return rows[0] ?? { seconds: 0, isHistoryProven: true };
}
