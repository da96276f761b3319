import { type Client, listClients } from '../../access/clients.ts';
import { isoTime } from '../../ledger/transaction-object.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { countValue, idValue } from '../option-values.ts';
import type { AnswerRecord } from '../record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client list */
export function clientList(cli: Cli) {
  return newCommand('list', 'List businesses in the order of their numbers.')
    .option('--after <id>', 'only those after this number', idValue, 0)
    .option('--limit <count>', 'at most so many', countValue(100_000), 1_000)
    .action(async ({ json, after, limit }) => {
      const clients = await withDatabase(cli, ({ pool }) => listClients(pool, { after, limit }), 'nsimbi_reader');
      cli.showAll(json, clients.map(recordOf), 'There are no clients.');
      const last = clients.at(-1);
      if (clients.length === limit && last !== undefined) {
        cli.output.say(`There may be more: nsimbi client list --after ${last.clientId}`);
      }
    });
}

function recordOf({ clientId, name, phone, wallets, createdAtMs }: Client): AnswerRecord {
  return {
    client_id: clientId,
    name,
    phone,
    live_wallet_id: wallets.live.walletId,
    live_frozen: wallets.live.frozen,
    test_wallet_id: wallets.test.walletId,
    test_frozen: wallets.test.frozen,
    created_at: isoTime(createdAtMs),
  };
}
