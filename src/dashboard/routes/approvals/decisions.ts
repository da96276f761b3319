import type { Mode } from '../../../ledger/transaction.ts';
import type { DecisionServices } from '../../../wallet/decide-approval.ts';
import { refuseLiveOnCopy, submit } from '../../../wallet/operation.ts';
import { refusalOf } from '../../../wallet/sentences.ts';
import type { DashboardServices } from '../../services.ts';

/**
 * How decisions reach the ledger here. What is approved wakes settlement as soon as it is written, as every new money
 * call does. Its `submit` throws a Refusal when nothing was written.
 */
export function decisionServices({ pool, money }: DashboardServices, mode: Mode): DecisionServices {
  return {
    pool,
    submit: async (command) => {
      if (command.kind === 'approve') refuseLiveOnCopy(money, mode);
      const outcome = await submit(money, command);
      if (outcome.is === 'refused') throw refusalOf(outcome.refusal);
      if (outcome.is !== 'done') throw new Error(`the ledger answered ${outcome.is} to ${command.kind}`);
      return outcome.transaction;
    },
  };
}
