import { ugx } from '../../money/ugx.ts';
import { notFound } from '../../refusal.ts';
import { refusalOf } from '../../wallet/sentences.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

const audited = { fund: 'float.funded', sweep: 'float.swept', charge: 'float.charged' } as const;

/** A transfer between the bank and a float at an operator, or a charge of the operator. The ledger books a reference once. */
export const floatBooking: ChangeKind<ChangeOf<'float_booking'>> = {
  mode: ({ mode }) => mode,
  read: async (db, { operator_account_id, mode }) => {
    const { rows } = await db.query<{ operator: string; host: string }>(
      'SELECT operator, host FROM operator_account WHERE operator_account_id = $1 AND mode = $2',
      [operator_account_id, mode],
    );
    if (rows[0] === undefined) throw notFound();
    return rows[0];
  },
  isLoosening: () => true,
  make: async () => ({}),
  book: async ({ pool, money }, change, { proposedBy, approvedBy }) => {
    const maker = proposedBy.name;
    const approver = approvedBy?.name ?? null;
    const outcome = await money.writer.submit({
      kind: 'book_float',
      mode: change.mode,
      what: change.what,
      float: change.float,
      operatorAccountId: change.operator_account_id,
      amount: ugx(change.amount),
      reason: change.reason,
      maker,
      approver,
      externalReference: change.reference,
      audit: ({ transactionId }) => ({
        actor: approvedBy ?? proposedBy,
        action: audited[change.what],
        subject: `operator account ${change.operator_account_id}`,
        details: { transaction_id: transactionId, float: change.float, made_by: maker, approved_by: approver },
      }),
    });
    if (outcome.is === 'done') return { transactionId: outcome.transaction.transactionId };
    if (outcome.is !== 'refused') throw new Error(`book_float ended ${outcome.is}`);
    const { refusal } = outcome;
    if (refusal.code === 'external_reference_used' && approver !== null) {
      // Booked before a crash, by this very proposal: nobody else's booking has its two people, amount and float.
      const { rows } = await pool.query(
        `SELECT FROM transaction
          WHERE transaction_id = $1 AND amount = $2 AND details->>'maker' = $3 AND details->>'approver' = $4
            AND details->>'float' = $5 AND NOT EXISTS (SELECT FROM change_outcome AS other WHERE other.transaction_id = $1)`,
        [refusal.transactionId, change.amount, maker, approver, `${change.what} ${change.float}`],
      );
      if (rows.length > 0) return { transactionId: refusal.transactionId };
    }
    return { refusal: refusalOf(refusal) };
  },
};
