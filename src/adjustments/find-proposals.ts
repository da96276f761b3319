import type { Adjust } from '../ledger/commands/adjust.ts';
import type { Mode } from '../ledger/transaction.ts';
import { ugx } from '../money/ugx.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { AdjustmentDecision, AdjustmentOutcome, AdjustmentProposal } from './proposal.ts';

/** Which proposals a list shows. */
export interface ProposalFilter {
  /** Waiting for a decision, or approved and not booked yet; else only the others. Both when null. */
  readonly open: boolean | null;
  readonly clientId: number | null;
  readonly mode: Mode | null;
  /** Only numbers below this one. */
  readonly before: number;
  readonly limit: number;
}

/** Proposals, newest first. */
export async function listProposals(db: Queryable, filter: ProposalFilter): Promise<AdjustmentProposal[]> {
  const { rows } = await db.query<ProposalRow>(
    `${selectProposals}
      WHERE adjustment_proposal_id < $1
        AND ($2::bigint IS NULL OR client_id = $2)
        AND ($5::text IS NULL OR proposal.mode = $5)
        AND ($3::boolean IS NULL
             OR $3 = (decision IS NULL OR decision = 'approved' AND outcome.adjustment_proposal_id IS NULL))
      ORDER BY adjustment_proposal_id DESC LIMIT $4`,
    [filter.before, filter.clientId, filter.open, filter.limit, filter.mode],
  );
  return rows.map(proposalOf);
}

/** One proposal, or null. */
export async function findProposal(db: Queryable, proposalId: number): Promise<AdjustmentProposal | null> {
  const { rows } = await db.query<ProposalRow>(`${selectProposals} WHERE adjustment_proposal_id = $1`, [proposalId]);
  return rows[0] === undefined ? null : proposalOf(rows[0]);
}

/** The number of the proposal that a form made already, with the fingerprint of what the form said; null for none. */
export async function findProposalOfForm(
  db: Queryable,
  formKey: string,
): Promise<{ readonly proposalId: number; readonly fingerprint: string } | null> {
  const { rows } = await db.query<{ id: string; fingerprint: string }>(
    'SELECT adjustment_proposal_id AS id, fingerprint FROM adjustment_proposal WHERE form_key = $1',
    [formKey],
  );
  return rows[0] === undefined ? null : { proposalId: Number(rows[0].id), fingerprint: rows[0].fingerprint };
}

/** Approved proposals that are neither booked nor refused, oldest first. */
export async function findUnbooked(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT adjustment_proposal_id AS id
       FROM adjustment_decision LEFT JOIN adjustment_outcome USING (adjustment_proposal_id)
      WHERE decision = 'approved' AND adjustment_outcome.at IS NULL
      ORDER BY adjustment_proposal_id LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => Number(id));
}

interface ProposalRow {
  adjustment_proposal_id: string;
  client_id: string;
  client_name: string;
  wallet_id: string;
  mode: Mode;
  type: Adjust['type'];
  direction: Adjust['direction'];
  amount: string;
  reason: string;
  external_reference: string | null;
  proposed_by: string;
  proposed_at_ms: string;
  decision: AdjustmentDecision['is'] | null;
  decided_by: string | null;
  decided_at_ms: string | null;
  comment: string | null;
  transaction_id: string | null;
  refusal: string | null;
  ended_at_ms: string | null;
}

const selectProposals = `
  SELECT adjustment_proposal_id, client_id, client.name AS client_name, wallet_id, proposal.mode, type, direction, amount,
         reason, external_reference, proposal.proposed_by, decision, decided_by, comment, transaction_id, refusal,
         round(extract(epoch FROM proposed_at) * 1000)::bigint AS proposed_at_ms,
         round(extract(epoch FROM decided_at) * 1000)::bigint AS decided_at_ms,
         round(extract(epoch FROM outcome.at) * 1000)::bigint AS ended_at_ms
    FROM adjustment_proposal AS proposal
    JOIN client USING (client_id)
    LEFT JOIN adjustment_decision AS decision_made USING (adjustment_proposal_id)
    LEFT JOIN adjustment_outcome AS outcome USING (adjustment_proposal_id)`;

function proposalOf(row: ProposalRow): AdjustmentProposal {
  return {
    proposalId: Number(row.adjustment_proposal_id),
    clientId: Number(row.client_id),
    clientName: row.client_name,
    walletId: Number(row.wallet_id),
    mode: row.mode,
    type: row.type,
    direction: row.direction,
    amount: ugx(row.amount),
    reason: row.reason,
    externalReference: row.external_reference,
    proposedBy: row.proposed_by,
    proposedAtMs: Number(row.proposed_at_ms),
    decision:
      row.decision === null || row.decided_by === null
        ? null
        : { is: row.decision, by: row.decided_by, atMs: Number(row.decided_at_ms), comment: row.comment },
    outcome: outcomeOf(row),
  };
}

function outcomeOf(row: ProposalRow): AdjustmentOutcome | null {
  const atMs = Number(row.ended_at_ms);
  if (row.transaction_id !== null) return { is: 'booked', transactionId: Number(row.transaction_id), atMs };
  return row.refusal === null ? null : { is: 'refused', sentence: row.refusal, atMs };
}
