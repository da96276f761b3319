import type { Queryable } from '../../../postgres/pool.ts';
import type { Caller } from '../../../wallet/answer.ts';
import type { FirstSteps } from '../../schemas/home.ts';

/** Whoever is new has done everything within so many transactions. */
const transactionsLookedThrough = 200;

/** How far somebody new has come in test mode; null once all is done, and in live mode. */
export async function readFirstSteps(db: Queryable, { walletId, mode }: Caller): Promise<FirstSteps | null> {
  if (mode === 'live') return null;
  const { rows } = await db.query<FirstSteps>({
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
