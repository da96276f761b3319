import { InvalidArgumentError } from '@commander-js/extra-typings';
import { approveTransaction, rejectTransaction } from '../approvals/decide-approval.ts';
import type { Records } from '../history/records.ts';
import { numberOfReference } from '../ledger/reference.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { readMovedTransaction } from '../proofs/moved-transaction.ts';
import { findTransaction } from '../wallet/history.ts';
import {
  type OperatorCall,
  readOperatorCalls,
  readTransactionEvents,
  readTransfers,
  readUnknownWords,
} from '../wallet/transaction-trail.ts';
import type { Cli } from './cli.ts';
import { openWriter, write } from './ledger-command.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { sentenceValue } from './option-values.ts';
import { fieldLines, jsonLine, tableLines } from './record.ts';
import { transactionRecord } from './transaction-record.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi transaction */
export function transactionCommands(cli: Cli) {
  return newGroup('transaction', 'Transactions.', [
    transactionShow(cli),
    transactionApprove(cli),
    transactionReject(cli),
    transactionRefund(cli),
  ]);
}

/** nsimbi transaction show */
function transactionShow(cli: Cli) {
  return newCommand('show', 'Show a transaction with its transfers, events, operator calls and unknown operator codes.')
    .argument('<id>', 'its id or reference', transactionIdValue)
    .action(async (transactionId, { json }) => {
      const { transaction, transfers, events, operatorCalls, unknownWords } = await withDatabase(
        cli,
        async ({ records }) => {
          const found = await transactionNumbered(records, transactionId);
          return {
            transaction: transactionRecord(found),
            transfers: await readTransfers(records, found),
            events: await readTransactionEvents(records, found),
            operatorCalls: (await readOperatorCalls(records, found)).calls,
            unknownWords: await readUnknownWords(records, found),
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
      for (const line of lines) cli.output.print(line);
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

/** A transaction's number, or its reference, which holds the number. */
function transactionIdValue(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : numberOfReference(text);
  if (id === null || id < 1)
    throw new InvalidArgumentError('It must be an id or a reference such as SM_1769990400_17.');
  return id;
}

/**
 * Finds a transaction by its number alone. A record belongs to its wallet, so every wallet is searched by key: a
 * person can wait for that, a payment never does it. Of one that has moved to the history store its proof tells the wallet.
 * @throws CommandRefused when there is none.
 */
async function transactionNumbered(records: Records, transactionId: number): Promise<Transaction> {
  const { movedBelow } = await records.boundary();
  const { rows } = await records.query<{ wallet_id: string }>(
    transactionId < movedBelow
      ? 'SELECT wallet_id FROM transaction_proof WHERE transaction_id = $1 LIMIT 1'
      : `SELECT found.wallet_id
           FROM wallet, LATERAL (SELECT t.wallet_id FROM transaction t
                                  WHERE t.wallet_id = wallet.wallet_id AND t.transaction_id = $1 OFFSET 0) found
          LIMIT 1`,
    [transactionId],
  );
  const walletId = rows[0]?.wallet_id;
  const transaction = walletId === undefined ? null : await findTransaction(records, Number(walletId), transactionId);
  if (transaction === null) throw new CommandRefused(`there is no transaction ${transactionId}; check the id`);
  return transaction;
}

/** nsimbi transaction approve */
function transactionApprove(cli: Cli) {
  return newCommand(
    'approve',
    'Approve a pending transaction of test money. Live payments are approved in the dashboard or through the API.',
  )
    .argument('<id>', 'its id or reference', transactionIdValue)
    .action(async (transactionId, { json }) => {
      const record = await withDatabase(cli, async ({ config, records, target }) => {
        const found = await transactionNumbered(records, transactionId);
        if (found.mode === 'live') {
          throw new CommandRefused(
            'a live payment is approved in the dashboard or through the API, where the person who approves is known',
          );
        }
        const writer = openWriter({ config, target });
        try {
          const submit = async (command: Parameters<typeof write>[1]) => (await write(writer, command)).transaction;
          // Test money needs one approver.
          const decider = { approver: cli.actor.name, actor: cli.actor, firstApproverSeen: null, shown: null };
          const transaction = await approveTransaction(submit, found, decider);
          return transactionRecord(transaction);
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}

/** nsimbi transaction reject */
function transactionReject(cli: Cli) {
  return newCommand('reject', 'Reject a pending transaction. Its money returns to the wallet at once.')
    .argument('<id>', 'its id or reference', transactionIdValue)
    .option('--reason <text>', 'shown to the client', sentenceValue)
    .action(async (transactionId, { json, reason = null }) => {
      const record = await withDatabase(cli, async ({ config, records, target }) => {
        const found = await transactionNumbered(records, transactionId);
        const writer = openWriter({ config, target });
        try {
          const submit = async (command: Parameters<typeof write>[1]) => (await write(writer, command)).transaction;
          const decider = { approver: cli.actor.name, actor: cli.actor };
          const transaction = await rejectTransaction(submit, found, decider, reason);
          return transactionRecord(transaction);
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}

/** nsimbi transaction refund */
function transactionRefund(cli: Cli) {
  return newCommand(
    'refund',
    'Refund a completed collection to its payer, all that is left of it, from the wallet. The running service makes the payment.',
  )
    .argument('<id>', 'id or reference of the collection', transactionIdValue)
    .option('--description <text>', 'shown to the client', sentenceValue)
    .action(async (collectionId, { json, description = null }) => {
      // It knows the operators' connectors, and the other commands should not wait for those to be loaded.
      const { queuedRefund } = await import('./queued-refund.ts');
      const record = await withDatabase(cli, async ({ config, pool, records, target }) => {
        const found = await transactionNumbered(records, collectionId);
        const moved = await readMovedTransaction(records, found.walletId, collectionId);
        const collection = moved ?? found;
        const route = await queuedRefund(pool, config, collection);
        const writer = openWriter({ config, target });
        try {
          const { transaction } = await write(writer, {
            kind: 'open_refund',
            amount: null,
            walletId: collection.walletId,
            mode: collection.mode,
            transactionId: collectionId,
            moved,
            description,
            apiKeyId: null,
            apiTriggered: false,
            budgetLineage: null,
            maker: cli.actor.name,
            idempotency: null,
            route,
            audit: ({ transactionId }) => ({
              actor: cli.actor,
              action: 'transaction.refunded',
              subject: `transaction ${collectionId}`,
              details: { transaction_id: transactionId },
            }),
          });
          return transactionRecord(transaction);
        } finally {
          await writer.close();
        }
      });
      cli.show(json, record);
    });
}
