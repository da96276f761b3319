import { isoTime } from '../ledger/transaction-object.ts';
import type { Queryable } from '../postgres/pool.ts';
import { type FoundCase, findCase } from '../wallet/review/cases.ts';
import { meaningOfKind } from '../wallet/review/kinds.ts';
import { CommandRefused } from './command-refused.ts';
import type { AnswerRecord } from './record.ts';
import { plainRecord } from './transaction-record.ts';

/** A review case that must be there. @throws CommandRefused */
export async function caseNumbered(db: Queryable, reviewCaseId: number): Promise<FoundCase> {
  const found = await findCase(db, reviewCaseId);
  if (found === null) {
    throw new CommandRefused(`there is no review case ${reviewCaseId}; nsimbi review list --all shows those there are`);
  }
  return found;
}

/** What a case is about and how it ended, if it has. */
export function caseRecord(reviewCase: FoundCase): AnswerRecord {
  const { resolved } = reviewCase;
  return {
    review_case_id: reviewCase.reviewCaseId,
    mode: reviewCase.mode,
    kind: reviewCase.kind,
    meaning: meaningOfKind[reviewCase.kind],
    transaction_id: reviewCase.transaction?.transactionId ?? null,
    in_suspense: reviewCase.inSuspense,
    found: plainRecord(reviewCase.found),
    opened_at: isoTime(reviewCase.openedAtMs),
    resolution: resolved?.as ?? null,
    resolution_reason: resolved?.reason ?? null,
    resolved_by: resolved?.by ?? null,
    confirmed_by: resolved?.confirmedBy ?? null,
    resolved_at: resolved === null ? null : isoTime(resolved.atMs),
    resolution_transaction_id: resolved?.transactionId ?? null,
  };
}
