import type { Cli } from '../cli.ts';
import { transactionIdValue, transactionNumbered } from '../find-transaction.ts';
import { openWriter, write } from '../ledger-command.ts';
import { newCommand } from '../new-command.ts';
import { sentenceValue } from '../option-values.ts';
import { transactionRecord } from '../transaction-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi transaction refund */
export function transactionRefund(cli: Cli) {
  return newCommand(
    'refund',
    'Give a completed collection back to its payer, whole, out of the wallet. The running service makes the payment.',
  )
    .argument('<id>', 'id or reference of the collection', transactionIdValue)
    .option('--description <text>', 'what the client reads', sentenceValue)
    .action(async (collectionId, { json, description = null }) => {
      // It knows the operators' connectors, and the other commands should not wait for those to be loaded.
      const { queuedRefund } = await import('../queued-refund.ts');
      const record = await withDatabase(cli, async ({ config, pool, target }) => {
        const collection = await transactionNumbered(pool, collectionId);
        const route = await queuedRefund(pool, config, collection);
        const writer = openWriter(target);
        try {
          const { transaction } = await write(writer, {
            kind: 'open_refund',
            walletId: collection.walletId,
            mode: collection.mode,
            transactionId: collectionId,
            description,
            apiKeyId: null,
            apiTriggered: false,
            maker: cli.actor,
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
