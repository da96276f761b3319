import { isoTime } from '../../../../ledger/transaction-object.ts';
import { ugxToJson } from '../../../../money/ugx.ts';
import { type AdjustmentProposal, digestOf, statusOf } from '../../../../wallet/adjustments/proposal.ts';
import type { AdjustmentObject } from '../../../schemas/adjustments.ts';

/** A proposal as the dashboard's API shows it. */
export function adjustmentObject(proposal: AdjustmentProposal): AdjustmentObject {
  const { decision, outcome } = proposal;
  return {
    id: proposal.proposalId,
    status: statusOf(proposal),
    client_id: proposal.clientId,
    client_name: proposal.clientName,
    mode: proposal.mode,
    type: proposal.type,
    direction: proposal.direction,
    amount: ugxToJson(proposal.amount),
    reason: proposal.reason,
    external_reference: proposal.externalReference,
    proposed_by: proposal.proposedBy,
    proposed_at: isoTime(proposal.proposedAtMs),
    digest: digestOf(proposal),
    decision:
      decision === null
        ? null
        : { decision: decision.is, by: decision.by, at: isoTime(decision.atMs), comment: decision.comment },
    transaction_id: outcome?.is === 'booked' ? outcome.transactionId : null,
    refusal: outcome?.is === 'refused' ? outcome.sentence : null,
    ended_at: outcome === null ? null : isoTime(outcome.atMs),
  };
}
