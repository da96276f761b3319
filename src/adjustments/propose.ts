import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { ugxToJson } from '../money/ugx.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { findProposal, findProposalOfForm } from './find-proposals.ts';
import type { AdjustmentProposal } from './proposal.ts';

/** What a person wants booked, with the key and content hash of the form. */
export type NewProposal = Pick<
  AdjustmentProposal,
  'clientId' | 'walletId' | 'mode' | 'type' | 'direction' | 'amount' | 'reason' | 'externalReference'
> & { readonly actor: Actor; readonly formKey: string; readonly fingerprint: string };

/**
 * Writes down what one person wants booked. The same form again gives the same proposal.
 * @throws Refusal `invalid_request`, `external_reference_used` or `idempotency_key_reused`.
 */
export async function proposeAdjustment(pool: pg.Pool, proposal: NewProposal): Promise<AdjustmentProposal> {
  if (proposal.mode === 'live' && proposal.externalReference === null) {
    throw invalidField(
      'external_reference',
      'Live money needs the reference of the slip or statement line that this books.',
    );
  }
  const proposalId = await inDatabaseTransaction(pool, async (db) => {
    const before = await findProposalOfForm(db, proposal.formKey);
    if (before !== null) return sameForm(before, proposal);
    await refuseBookedReference(db, proposal);
    const inserted = await insertProposal(db, proposal);
    if (inserted === null) {
      // The same form, sent twice at once: the other one has committed by now.
      const other = await findProposalOfForm(db, proposal.formKey);
      if (other === null) throw new Error('a proposal conflicts with one that is not there');
      return sameForm(other, proposal);
    }
    await recordAudit(db, {
      actor: proposal.actor,
      action: 'adjustment.proposed',
      subject: `client ${proposal.clientId} ${proposal.mode}`,
      details: {
        adjustment_proposal_id: inserted,
        type: proposal.type,
        direction: proposal.direction,
        amount: ugxToJson(proposal.amount),
        external_reference: proposal.externalReference,
      },
    });
    return inserted;
  });
  const made = await findProposal(pool, proposalId);
  if (made === null) throw new Error(`the adjustment proposal ${proposalId} was written and cannot be read`);
  return made;
}

function sameForm(before: { proposalId: number; fingerprint: string }, proposal: NewProposal): number {
  if (before.fingerprint !== proposal.fingerprint) throw refusalOf({ code: 'idempotency_key_reused' });
  return before.proposalId;
}

/** Says at once what booking would refuse later. */
async function refuseBookedReference(db: Queryable, { mode, externalReference }: NewProposal): Promise<void> {
  const { rows } = await db.query<{ transaction_id: string }>(
    'SELECT transaction_id FROM adjustment_claim WHERE mode = $1 AND reference_key = comparable_reference($2)',
    [mode, externalReference],
  );
  if (rows[0] === undefined) return;
  const { code, message } = refusalOf({
    code: 'external_reference_used',
    transactionId: Number(rows[0].transaction_id),
  });
  throw new Refusal(code, message, { errors: { external_reference: [message] } });
}

async function insertProposal(db: Queryable, proposal: NewProposal): Promise<number | null> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO adjustment_proposal
       (form_key, fingerprint, client_id, wallet_id, mode, type, direction, amount, reason, external_reference, proposed_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (form_key) DO NOTHING
     RETURNING adjustment_proposal_id AS id`,
    [
      proposal.formKey,
      proposal.fingerprint,
      proposal.clientId,
      proposal.walletId,
      proposal.mode,
      proposal.type,
      proposal.direction,
      proposal.amount,
      proposal.reason,
      proposal.externalReference,
      proposal.actor.name,
    ],
  );
  return rows[0] === undefined ? null : Number(rows[0].id);
}
