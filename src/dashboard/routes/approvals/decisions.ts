import type { Mode } from '../../../ledger/transaction.ts';
import type { SubmitDecision } from '../../../wallet/decide-approval.ts';
import { type MoneyServices, refuseLiveOnCopy, submit } from '../../../wallet/operation.ts';
import { refusalOf } from '../../../wallet/sentences.ts';

/**
 * How decisions reach the ledger here. What is approved wakes settlement as soon as it is written, as every new money
 * call does. It throws a Refusal when nothing was written.
 */
export function submitDecision(money: MoneyServices, mode: Mode): SubmitDecision {
  return async (command) => {
    if (command.kind === 'approve') refuseLiveOnCopy(money, mode);
    const outcome = await submit(money, command);
    if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
    if (outcome.is !== 'done') throw new Error(`the ledger answered ${outcome.is} to ${command.kind}`);
    return outcome.transaction;
  };
}
