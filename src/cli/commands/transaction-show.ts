import type { Cli } from '../cli.ts';
import { transactionIdValue, transactionNumbered } from '../find-transaction.ts';
import { newCommand } from '../new-command.ts';
import { fieldLines, jsonLine, tableLines } from '../record.ts';
import { eventRecords, transactionRecord, transferRecords } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi transaction show */
export function transactionShow(cli: Cli) {
  return newCommand('show', 'Show a transaction with its transfers and events.')
    .argument('<id>', 'its id or reference', transactionIdValue)
    .action(async (transactionId, { json }) => {
      const { transaction, transfers, events } = await withDatabase(
        cli,
        async ({ pool }) => {
          const found = await transactionNumbered(pool, transactionId);
          return {
            transaction: transactionRecord(found),
            transfers: await transferRecords(pool, found),
            events: await eventRecords(pool, found),
          };
        },
        'nsimbi_reader',
      );
      const lines =
        json === true
          ? [jsonLine({ ...transaction, transfers, events })]
          : [...fieldLines(transaction), '', ...tableLines(transfers), '', ...tableLines(events)];
      for (const line of lines) cli.output.answer(line);
    });
}
