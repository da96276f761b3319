import { isoTime, transactionObject } from '../../../../ledger/transaction-object.ts';
import type { FoundCase } from '../../../../wallet/review/cases.ts';
import { meaningOfKind } from '../../../../wallet/review/kinds.ts';
import type { ResolutionProposal } from '../../../../wallet/review/proposals.ts';
import { meaningOfResolution } from '../../../../wallet/review/resolutions.ts';

/** A review case as the dashboard's API shows it. Amounts in shillings. */
export function reviewCaseObject(
  found: FoundCase,
  proposal: ResolutionProposal | null,
  clientId: number | null,
): object {
  const { transaction, resolved } = found;
  return {
    id: found.reviewCaseId,
    mode: found.mode,
    kind: found.kind,
    meaning: meaningOfKind[found.kind],
    found: found.found,
    in_suspense: Number(found.inSuspense),
    opened_at: isoTime(found.openedAtMs),
    client_id: clientId,
    transaction: transaction === null ? null : transactionObject(transaction),
    resolutions: found.fitting.map((as) => ({ resolution: as, meaning: meaningOfResolution[as] })),
    proposal:
      proposal === null
        ? null
        : {
            resolution: proposal.resolution,
            meaning: meaningOfResolution[proposal.resolution],
            reason: proposal.reason,
            client_id: proposal.clientId,
            proposed_by: proposal.by,
            proposed_at: isoTime(proposal.atMs),
          },
    resolved:
      resolved === null
        ? null
        : {
            resolution: resolved.as,
            reason: resolved.reason,
            resolved_by: resolved.by,
            confirmed_by: resolved.confirmedBy,
            resolved_at: isoTime(resolved.atMs),
            transaction_id: resolved.transactionId,
          },
  };
}
