import {
  type OperatorCall,
  readOperatorCalls,
  readTransactionEvents,
  readTransfers,
  readUnknownWords,
} from '../../wallet/transaction-trail.ts';
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
    'Show a transaction with its transfers, events and operator calls, and words of its operator that nobody knows.',
  )
    .argument('<id>', 'its id or reference', transactionIdValue)
    .action(async (transactionId, { json }) => {
      const { transaction, transfers, events, operatorCalls, unknownWords } = await withDatabase(
        cli,
        async ({ pool }) => {
          const found = await transactionNumbered(pool, transactionId);
          return {
            transaction: transactionRecord(found),
            transfers: await readTransfers(pool, found),
            events: await readTransactionEvents(pool, found),
            operatorCalls: (await readOperatorCalls(pool, found)).calls,
            unknownWords: await readUnknownWords(pool, found),
          };
        },
        'nsimbi_reader',
      );
      const lines =
        json === true
          ? [
              jsonLine({
                ...transaction,
                transfers,
                events,
                operator_calls: operatorCalls,
                unknown_words: unknownWords,
              }),
            ]
          : [
              fieldLines(transaction),
              tableLines(transfers),
              tableLines(events),
              callLines(operatorCalls),
              tableLines(unknownWords),
            ]
              .filter((part) => part.length > 0)
              .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
      for (const line of lines) cli.output.answer(line);
    });
}

/** A line for each call. Both bodies, which are long, are in the JSON alone. */
function callLines(calls: readonly OperatorCall[]): readonly string[] {
  return tableLines(
    calls.map(({ at, operator, simulated, call, method, path, outcome, status, duration_ms }) => ({
      at,
      operator: simulated ? `${operator} (simulated)` : operator,
      call,
      wire: method === null ? null : `${method} ${path}`,
      outcome: status === null ? outcome : `HTTP ${status}`,
      duration_ms,
    })),
  );
}
