import { approveTransaction } from '../../wallet/decide-approval.ts';
import type { Cli } from '../cli.ts';
import { transactionIdValue, transactionNumbered } from '../find-transaction.ts';
import { openWriter, write } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { personNamed } from '../person.ts';
import { transactionRecord } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi transaction approve */
export function transactionApprove(cli: Cli) {
  return newCommand('approve', 'Let a pending transaction go. Its maker cannot do it.')
    .argument('<id>', 'its id or reference', transactionIdValue)
    .option('--approver <name>', 'who approves; you when left out', personNamed)
    .action(async (transactionId, { json, approver = cli.actor }) => {
      const record = await withDatabase(cli, async ({ pool, target }) => {
        const found = await transactionNumbered(pool, transactionId);
        const writer = openWriter(target);
        try {
          const submit = async (command: Parameters<typeof write>[1]) => (await write(writer, command)).transaction;
          const transaction = await approveTransaction(submit, found, { approver, actor: cli.actor });
          return transactionRecord(transaction);
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}
