import { actorOfCaller, type Caller } from '../access/caller.ts';
import type { Act } from '../ledger/plan/opening.ts';

/**
 * The entry of a payment that a person makes in the dashboard, so that after a theft of a session it is known which payments are of
 * it. Nothing for an API key: its payments name the key themselves.
 */
export function actOfPerson(caller: Caller): Act {
  if (caller.person === undefined) return {};
  return {
    audit: ({ transactionId, type, status }) => ({
      actor: actorOfCaller(caller),
      action: 'transaction.created',
      subject: `transaction ${transactionId}`,
      details: { type, status },
    }),
  };
}
