import type { Outcome } from '../ledger/commands.ts';
import type { Plan } from '../ledger/plan/plan.ts';
import type { Transaction } from '../ledger/transaction.ts';

/**
 * The transactions whose money call belongs to a request that has ended: its batch was committed after its caller was told
 * that nobody knows. Without its call such a payment would only be asked about. A call that the batch queued, as that of an
 * approved payout, is the workers'; to make it here too could pay twice.
 * @param answeredLate outcomes of commands whose callers were told so.
 */
export function callsLeft(
  { submissions }: Pick<Plan, 'submissions'>,
  answeredLate: readonly Outcome[],
): readonly Transaction[] {
  const begun = new Set(
    submissions.filter(({ call }) => call.sends > 0).map(({ transaction }) => transaction.transactionId),
  );
  return answeredLate.flatMap((outcome) =>
    outcome.is === 'done' && begun.has(outcome.transaction.transactionId) ? [outcome.transaction] : [],
  );
}
