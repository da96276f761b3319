import type pg from 'pg';
import { recordAudit, serviceActor } from '../access/audit-log.ts';
import type { Duty } from '../ledger/housekeeping.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type MoneyServices, write } from '../wallet/operation.ts';
import { refusalOf } from '../wallet/sentences.ts';
import { findProposal, findUnbooked } from './find-proposals.ts';
import { type AdjustmentProposal, commandOf } from './proposal.ts';

/** What booking stands on. */
export interface Booking {
  readonly pool: pg.Pool;
  readonly money: MoneyServices;
}

/**
 * Books an approved proposal, or finds that it is booked. May be called again after any failure: the ledger books an
 * external reference once, and a proposal has one that no other proposal on its way can have.
 * @throws Refusal `database_unavailable` or `outcome_unknown`, and then it is still to be booked.
 */
export async function bookAdjustment({ pool, money }: Booking, proposalId: number): Promise<void> {
  await inDatabaseTransaction(pool, async (db) => {
    // One process at a time, so that a refusal is not written down while another one's booking is under way.
    await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('nsimbi.adjustment_proposal ' || $1, 0))`, [
      String(proposalId),
    ]);
    const proposal = await findProposal(db, proposalId);
    if (proposal?.decision?.is !== 'approved' || proposal.outcome !== null) return;
    const { by } = proposal.decision;
    const outcome = await write(money, commandOf(proposal, by));
    if (outcome.is === 'done')
      return await writeOutcome(db, proposal, { transactionId: outcome.transaction.transactionId });
    if (outcome.is !== 'refused') throw new Error(`adjust ended ${outcome.is}`);
    const { refusal } = outcome;
    // Booked before a crash, or by another command with the same document.
    if (refusal.code === 'external_reference_used' && (await isBookedAs(db, proposal, by, refusal.transactionId))) {
      return await writeOutcome(db, proposal, { transactionId: refusal.transactionId });
    }
    await writeOutcome(db, proposal, { refusal: refusalOf(refusal).message });
  });
}

/** Books what was approved and then cut off before it was booked. */
export function bookApprovedAdjustments(booking: Booking): Duty {
  return {
    name: 'book_approved_adjustments',
    everyMs: 5_000,
    work: async () => {
      let failure: unknown = null;
      for (const proposalId of await findUnbooked(booking.pool, 100)) {
        // One that cannot be booked now must not keep the others waiting.
        await bookAdjustment(booking, proposalId).catch((error: unknown) => {
          failure ??= error;
        });
      }
      if (failure !== null) throw failure;
      return { more: false };
    },
  };
}

/** Whether a transaction is this proposal's: the same wallet and money, by the same persons. */
async function isBookedAs(
  db: Queryable,
  proposal: AdjustmentProposal,
  decidedBy: string,
  transactionId: number,
): Promise<boolean> {
  const command = commandOf(proposal, decidedBy);
  const { rows } = await db.query(
    `SELECT FROM transaction
      WHERE wallet_id = $1 AND transaction_id = $2 AND type = $3 AND direction = $4 AND amount = $5
        AND details->>'maker' = $6 AND details->>'approver' IS NOT DISTINCT FROM $7::text
        AND NOT EXISTS (SELECT FROM adjustment_outcome AS other WHERE other.transaction_id = $2)`,
    [command.walletId, transactionId, command.type, command.direction, command.amount, command.maker, command.approver],
  );
  return rows.length > 0;
}

async function writeOutcome(
  db: Queryable,
  proposal: AdjustmentProposal,
  {
    transactionId = null,
    refusal = null,
  }: { readonly transactionId?: number | null; readonly refusal?: string | null },
): Promise<void> {
  await db.query(
    'INSERT INTO adjustment_outcome (adjustment_proposal_id, transaction_id, refusal) VALUES ($1, $2, $3)',
    [proposal.proposalId, transactionId, refusal],
  );
  await recordAudit(db, {
    // Maybe minutes after the approval and by another process: neither an address nor a session is known here.
    actor: serviceActor(proposal.decision?.by ?? proposal.proposedBy),
    action: transactionId === null ? 'adjustment.refused' : 'adjustment.booked',
    subject: `client ${proposal.clientId} ${proposal.mode}`,
    details: {
      adjustment_proposal_id: proposal.proposalId,
      ...(transactionId === null ? { refusal } : { transaction_id: transactionId }),
    },
  });
}
