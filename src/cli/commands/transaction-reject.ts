import { rejectTransaction } from '../../wallet/decide-approval.ts';
import type { Cli } from '../cli.ts';
import { transactionIdValue, transactionNumbered } from '../find-transaction.ts';
import { openWriter, write } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { sentenceValue } from '../option-values.ts';
import { personNamed } from '../person.ts';
import { transactionRecord } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi transaction reject */
export function transactionReject(cli: Cli) {
  return newCommand('reject', 'Stop a pending transaction; its money is back in the wallet at once.')
    .argument('<id>', 'its id or reference', transactionIdValue)
    .option('--approver <name>', 'who rejects; you when left out', personNamed)
    .option('--reason <text>', 'what the client reads', sentenceValue)
    .action(async (transactionId, { json, approver = cli.actor, reason = null }) => {
      const record = await withDatabase(cli, async ({ pool, target }) => {
        const found = await transactionNumbered(pool, transactionId);
        const writer = openWriter(target);
        try {
          const submit = async (command: Parameters<typeof write>[1]) => (await write(writer, command)).transaction;
          const decider = { approver, actor: cli.actor };
          const transaction = await rejectTransaction(submit, found, decider, reason);
          return transactionRecord(transaction);
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}
