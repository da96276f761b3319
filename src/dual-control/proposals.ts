import type { IdempotentRequest } from '../ledger/idempotency.ts';
import { isoTime } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { idempotencyKeyReused } from '../refusal.ts';
import { type Before, type Change, clientIdOf } from './change.ts';

/** A change that one person proposed, what another decided, and how it ended. It never changes. Times in milliseconds. */
export interface Proposal {
  readonly proposalId: number;
  readonly change: Change;
  readonly before: Before;
  readonly clientId: number | null;
  readonly clientName: string | null;
  /** The email of a person, or cli:<user of the machine>. */
  readonly proposedBy: string;
  readonly proposedAtMs: number;
  /** SHA-256 of everything that the second person decides on. */
  readonly digest: string;
  readonly status: 'waiting' | 'expired' | 'rejected' | 'approved' | 'made' | 'refused';
  readonly decision: { readonly by: string; readonly atMs: number; readonly comment: string | null } | null;
  readonly transactionId: number | null;
  /** The client that it created. */
  readonly createdClientId: number | null;
  readonly refusal: string | null;
  /** The order of the database's owner to make it without a second person. */
  readonly breakGlass: BreakGlass | null;
}

export interface BreakGlass {
  readonly by: string;
  readonly reason: string;
  /** When the change is made, unless it is rejected before. */
  readonly dueAt: string;
  readonly reviewedBy: string | null;
}

/** What somebody proposes. */
interface NewProposal {
  readonly change: Change;
  readonly before: Before;
  readonly proposedBy: string;
  readonly form: IdempotentRequest | null;
}

/**
 * Stores what somebody proposes; a form proposes once.
 * @throws Refusal `idempotency_key_reused` when the form said otherwise before.
 */
export async function addProposal(
  db: Queryable,
  { change, before, proposedBy, form }: NewProposal,
): Promise<{ readonly proposalId: number; readonly isNew: boolean }> {
  const added = await db.query<{ id: string }>(
    `INSERT INTO change_proposal (change, before, client_id, proposed_by, proposed_at, form_key, fingerprint)
     VALUES ($1, $2, $3, $4, trusted_now(), $5, $6) ON CONFLICT (form_key) DO NOTHING
     RETURNING change_proposal_id AS id`,
    [
      JSON.stringify(change),
      JSON.stringify(before),
      clientIdOf(change),
      proposedBy,
      form?.key ?? null,
      form?.fingerprint ?? null,
    ],
  );
  if (added.rows[0] !== undefined) return { proposalId: Number(added.rows[0].id), isNew: true };
  const { rows } = await db.query<{ id: string; fingerprint: string }>(
    'SELECT change_proposal_id AS id, fingerprint FROM change_proposal WHERE form_key = $1',
    [form?.key],
  );
  const [earlier] = rows;
  if (earlier === undefined) throw new Error('a proposal conflicts with one that is not there');
  if (earlier.fingerprint !== form?.fingerprint) throw idempotencyKeyReused();
  return { proposalId: Number(earlier.id), isNew: false };
}

/** One proposal, or null. @param expiryMs how long a proposal waits for a second person. */
export async function findProposal(db: Queryable, proposalId: number, expiryMs: number): Promise<Proposal | null> {
  const { rows } = await db.query<ProposalRow>(`${selectProposals} WHERE change_proposal_id = $2`, [
    expiryMs,
    proposalId,
  ]);
  return rows[0] === undefined ? null : proposalOf(rows[0]);
}

/** Proposals, newest first: those that wait for somebody, or the others. */
export async function listProposals(
  db: Queryable,
  { isOpen, before, limit }: { readonly isOpen: boolean; readonly before: number; readonly limit: number },
  expiryMs: number,
): Promise<Proposal[]> {
  const { rows } = await db.query<ProposalRow>(
    `SELECT * FROM (${selectProposals}) AS all_of_them
      WHERE change_proposal_id < $2 AND (status IN ('waiting', 'approved') OR must_be_reviewed) = $3
      ORDER BY change_proposal_id DESC LIMIT $4`,
    [expiryMs, before, isOpen, limit],
  );
  return rows.map(proposalOf);
}

/** Approved changes of the books that are neither booked nor refused yet, oldest first. */
export async function findUnbooked(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT change_proposal_id AS id FROM change_decision LEFT JOIN change_outcome USING (change_proposal_id)
      WHERE decision = 'approved' AND change_outcome.at IS NULL
      ORDER BY change_proposal_id LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => Number(id));
}

/** Whether what a change would replace is still what its proposal says. As jsonb, to which the order of fields means nothing. */
export async function isUnchanged(db: Queryable, proposalId: number, before: Before): Promise<boolean> {
  const { rows } = await db.query<{ same: boolean }>(
    'SELECT before = $2::jsonb AS same FROM change_proposal WHERE change_proposal_id = $1',
    [proposalId, JSON.stringify(before)],
  );
  return rows[0]?.same === true;
}

interface ProposalRow {
  change_proposal_id: string;
  change: Change;
  before: Before;
  client_id: string | null;
  client_name: string | null;
  proposed_by: string;
  proposed_at: Date;
  digest: string;
  status: Proposal['status'];
  decided_by: string | null;
  decided_at: Date | null;
  comment: string | null;
  transaction_id: string | null;
  created_client_id: string | null;
  refusal: string | null;
  ordered_by: string | null;
  reason: string | null;
  due_at: Date | null;
  reviewed_by: string | null;
}

/** $1 is how long a proposal waits, in milliseconds. One whose making was ordered by the owner does not expire before that. */
const selectProposals = `
  SELECT change_proposal_id, change, before, client_id, client.name AS client_name, proposal.proposed_by, proposed_at,
         encode(sha256(convert_to(concat_ws(E'\\n', change_proposal_id, change, before, proposal.proposed_by), 'UTF8')), 'hex') AS digest,
         CASE WHEN outcome.refusal IS NOT NULL THEN 'refused' WHEN outcome.at IS NOT NULL THEN 'made'
              WHEN decision IS NOT NULL THEN decision
              WHEN broken.due_at IS NULL AND proposed_at + $1::float8 * interval '1 millisecond' <= trusted_now() THEN 'expired'
              ELSE 'waiting' END AS status,
         decided_by, decided_at, comment, transaction_id, created_client_id, refusal, ordered_by, reason, due_at, reviewed_by,
         broken.ordered_at IS NOT NULL AND reviewed_at IS NULL AS must_be_reviewed
    FROM change_proposal AS proposal
    LEFT JOIN client USING (client_id)
    LEFT JOIN change_decision USING (change_proposal_id)
    LEFT JOIN change_outcome AS outcome USING (change_proposal_id)
    LEFT JOIN break_glass AS broken USING (change_proposal_id)`;

function proposalOf(row: ProposalRow): Proposal {
  return {
    proposalId: Number(row.change_proposal_id),
    change: row.change,
    before: row.before,
    clientId: row.client_id === null ? null : Number(row.client_id),
    clientName: row.client_name,
    proposedBy: row.proposed_by,
    proposedAtMs: row.proposed_at.getTime(),
    digest: row.digest,
    status: row.status,
    decision:
      row.decided_by === null || row.decided_at === null
        ? null
        : { by: row.decided_by, atMs: row.decided_at.getTime(), comment: row.comment },
    transactionId: row.transaction_id === null ? null : Number(row.transaction_id),
    createdClientId: row.created_client_id === null ? null : Number(row.created_client_id),
    refusal: row.refusal,
    breakGlass:
      row.ordered_by === null || row.reason === null || row.due_at === null
        ? null
        : {
            by: row.ordered_by,
            reason: row.reason,
            dueAt: isoTime(row.due_at.getTime()),
            reviewedBy: row.reviewed_by,
          },
  };
}
