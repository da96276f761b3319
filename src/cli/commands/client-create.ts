import { createClient } from '../../access/clients.ts';
import type { Cli } from '../cli.ts';
import { newCommand } from '../new-command.ts';
import { phoneValue } from '../option-values.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi client create */
export function clientCreate(cli: Cli) {
  return newCommand('create', 'Create a business with an empty wallet in each mode.')
    .requiredOption('--name <text>', 'its name, as recipients see it')
    .requiredOption('--phone <phone>', 'payments to this phone reach its wallets', phoneValue)
    .action(async ({ json, name, phone }) => {
      const { actor } = cli;
      const client = await withDatabase(cli, ({ pool }) => createClient(pool, { name, phone, actor }));
      cli.show(json, { client_id: client.clientId, name: client.name, phone: client.phone });
    });
}
