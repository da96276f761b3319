import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { ActionName } from './actions.ts';

/** Something that waits for a second person. */
export interface Waiting {
  readonly action: ActionName;
  /** Its number: of the proposal, the review case, the transaction or the bulk payout. */
  readonly id: number;
  readonly clientId: number | null;
  readonly clientName: string | null;
  /** Null where it concerns people or fees, which have no mode. */
  readonly mode: Mode | null;
  /** Shillings that would enter or leave a wallet or a float; null where it is not about money. */
  readonly amount: number | null;
  readonly by: string;
  readonly sinceMs: number;
}

interface WaitingRow {
  action: ActionName;
  id: string;
  client_id: string | null;
  client_name: string | null;
  mode: Mode | null;
  amount: string | null;
  by: string;
  since: Date;
}

/**
 * What staff decides. $1 is how long a proposal waits, in milliseconds; $2 whose approvals are left out, the email of a person: what they
 * approved first waits for others.
 */
export const waitingOfPlatform = `
  SELECT change->>'kind' AS action, change_proposal_id AS id, client_id, change->>'mode' AS mode,
         (change->>'amount')::bigint AS amount, proposed_by AS by, proposed_at AS since
    FROM change_proposal
   WHERE proposed_at + $1::float8 * interval '1 millisecond' > trusted_now()
     AND NOT EXISTS (SELECT FROM change_decision AS made WHERE made.change_proposal_id = change_proposal.change_proposal_id)
     AND NOT EXISTS (SELECT FROM first_approval
                      WHERE kind = 'change' AND subject_id = change_proposal_id AND approver = $2)
   UNION ALL
  SELECT 'adjustment', adjustment_proposal_id, client_id, mode, amount, proposed_by, proposed_at
    FROM adjustment_proposal
   WHERE NOT EXISTS (SELECT FROM adjustment_decision AS made
                      WHERE made.adjustment_proposal_id = adjustment_proposal.adjustment_proposal_id)
     AND NOT EXISTS (SELECT FROM first_approval
                      WHERE kind = 'adjustment' AND subject_id = adjustment_proposal_id AND approver = $2)
   UNION ALL
  SELECT 'review_resolution', review_case_id, resolution_proposal.client_id, mode, NULL, proposed_by, proposed_at
    FROM resolution_proposal JOIN review_case USING (review_case_id)
   WHERE resolved_at IS NULL
         -- One that was withdrawn before has the same number.
     AND NOT EXISTS (SELECT FROM first_approval
                      WHERE kind = 'review_resolution' AND subject_id = review_case_id AND approver = $2
                        AND approved_at >= proposed_at)`;

/** What a client's people decide, and administrators may. @param wallets the parameter with the wallets; null for all. */
const ofClients = (wallets: '$1' | '$3') => `
  SELECT 'payment' AS action, transaction_id AS id, wallet.client_id, wallet.mode, transaction.amount, approval.maker AS by,
         transaction.created_at AS since
    FROM approval JOIN wallet USING (wallet_id) JOIN transaction USING (wallet_id, transaction_id)
   WHERE ${wallets}::bigint[] IS NULL OR wallet_id = ANY (${wallets}::bigint[])
   UNION ALL
  SELECT 'bulk_payout', bulk_payout_id, client_id, mode, amount + fees, maker, created_at
    FROM bulk_payout WHERE status = 'awaiting_approval' AND (${wallets}::bigint[] IS NULL OR wallet_id = ANY (${wallets}::bigint[]))`;

/** For whom something waits. */
interface Viewer {
  /** How long a proposal waits, in milliseconds. */
  readonly expiryMs: number;
  /** Their email; what they approved first does not wait for them. */
  readonly email: string;
}

/** Everything that waits for somebody as a second person, oldest first, with money of both modes. */
export async function listWaiting(
  db: Queryable,
  { expiryMs, email, limit }: Viewer & { readonly limit: number },
): Promise<Waiting[]> {
  const { rows } = await db.query<WaitingRow>(
    `SELECT waiting.*, client.name AS client_name
       FROM (${waitingOfPlatform} UNION ALL ${ofClients('$3')}) AS waiting LEFT JOIN client USING (client_id)
      ORDER BY since, id LIMIT $4`,
    [expiryMs, email, null, limit],
  );
  return rows.map((row) => ({
    action: row.action,
    id: Number(row.id),
    clientId: row.client_id === null ? null : Number(row.client_id),
    clientName: row.client_name,
    mode: row.mode,
    amount: row.amount === null ? null : Number(row.amount),
    by: row.by,
    sinceMs: row.since.getTime(),
  }));
}

/** How much waits for somebody on the platform, and at each of some clients. */
export async function countWaiting(
  db: Queryable,
  { expiryMs, email }: Viewer,
  clientIds: readonly number[],
): Promise<{
  readonly platform: number;
  readonly clients: readonly { clientId: number; mode: Mode; count: number }[];
}> {
  const platform = await db.query<{ count: string }>(`SELECT count(*) FROM (${waitingOfPlatform}) AS waiting`, [
    expiryMs,
    email,
  ]);
  const clients = await db.query<{ client_id: string; mode: Mode; count: string }>(
    `SELECT client_id, mode, count(*)
       FROM (${ofClients('$1')}) AS waiting GROUP BY client_id, mode`,
    [await walletsOf(db, clientIds)],
  );
  return {
    platform: Number(platform.rows[0]?.count),
    clients: clients.rows.map(({ client_id, mode, count }) => ({
      clientId: Number(client_id),
      mode,
      count: Number(count),
    })),
  };
}

async function walletsOf(db: Queryable, clientIds: readonly number[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ wallet_id: string }>(
    'SELECT wallet_id FROM wallet WHERE client_id = ANY ($1::bigint[])',
    [clientIds],
  );
  return rows.map(({ wallet_id }) => wallet_id);
}
