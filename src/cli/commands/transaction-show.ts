import { readTransactionEvents, readTransfers, readUnknownWords } from '../../wallet/transaction-trail.ts';
import type { Cli } from '../cli.ts';
import { transactionIdValue, transactionNumbered } from '../find-transaction.ts';
import { newCommand } from '../new-command.ts';
import { fieldLines, jsonLine, tableLines } from '../record.ts';
import { transactionRecord } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi transaction show */
export function transactionShow(cli: Cli) {
  return newCommand(
    'show',
    'Show a transaction with its transfers, its events, and words of its operator that nobody knows.',
  )
    .argument('<id>', 'its id or reference', transactionIdValue)
    .action(async (transactionId, { json }) => {
      const { transaction, transfers, events, unknownWords } = await withDatabase(
        cli,
        async ({ pool }) => {
          const found = await transactionNumbered(pool, transactionId);
          return {
            transaction: transactionRecord(found),
            transfers: await readTransfers(pool, found),
            events: await readTransactionEvents(pool, found),
            unknownWords: await readUnknownWords(pool, found),
          };
        },
        'nsimbi_reader',
      );
      const lines =
        json === true
          ? [jsonLine({ ...transaction, transfers, events, unknown_words: unknownWords })]
          : [fieldLines(transaction), tableLines(transfers), tableLines(events), tableLines(unknownWords)]
              .filter((part) => part.length > 0)
              .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
      for (const line of lines) cli.output.answer(line);
    });
}
