import type { Cli } from '../cli.ts';
import { transactionApprove } from '../commands/transaction-approve.ts';
import { transactionRefund } from '../commands/transaction-refund.ts';
import { transactionReject } from '../commands/transaction-reject.ts';
import { transactionShow } from '../commands/transaction-show.ts';
import { newGroup } from '../new-command.ts';

/** nsimbi transaction */
export function transactionCommands(cli: Cli) {
  return newGroup('transaction', 'Single transactions.', [
    transactionShow(cli),
    transactionApprove(cli),
    transactionReject(cli),
    transactionRefund(cli),
  ]);
}
