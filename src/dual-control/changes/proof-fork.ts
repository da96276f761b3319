import { recordAudit } from '../../access/audit-log.ts';
import { readChainEnd } from '../../proofs/stored-rounds.ts';
import { Refusal } from '../../refusal.ts';
import type { ChangeOf } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';

/** New rounds after the database has lost rounds that were published: the next one names the last common round. */
export const proofFork: ChangeKind<ChangeOf<'proof_fork'>> = {
  mode: () => 'live',
  read: async (db, change) => {
    const newest = await readChainEnd(db);
    if (newest.number !== change.common_number || newest.hash !== change.common_hash) {
      throw new Refusal(
        'invalid_request',
        `The newest round of the database is round ${newest.number}, which is not the last common round ${change.common_number}.`,
      );
    }
    return { newest_round: newest.number, newest_hash: newest.hash };
  },
  isLoosening: () => true,
  make: async (db, change, { proposedBy, approvedBy }) => {
    await db.query(
      `INSERT INTO proof_fork (common_number, common_hash, published_number, proposed_by, decided_by)
       VALUES ($1, $2, $3, $4, $5)`,
      [
        change.common_number,
        Buffer.from(change.common_hash, 'hex'),
        change.published_number,
        proposedBy.name,
        approvedBy?.name ?? proposedBy.name,
      ],
    );
    await recordAudit(db, {
      actor: proposedBy,
      action: 'proof.forked',
      subject: 'ledger',
      details: {
        common_round: change.common_number,
        common_hash: change.common_hash,
        published_round: change.published_number,
        approved_by: approvedBy?.name ?? null,
      },
    });
    return {};
  },
};
