import { Argument } from '@commander-js/extra-typings';
import { clearFees } from '../../wallet/fees/clear-fees.ts';
import { feeOperations } from '../../wallet/fees/schedules.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { feeRecord } from '../fee-record.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi fees clear */
export function feesClear(cli: Cli) {
  return newCommand(
    'clear',
    "Take a client's own fees away: it has those of everybody from now on. One of its own that is planned still begins.",
  )
    .addArgument(new Argument('[operation]', 'for what; for everything when left out').choices(feeOperations))
    .requiredOption('--client <id>', 'whose', idValue)
    .action(async (operation, { json, client: clientId }) => {
      const cleared = await withDatabase(cli, async ({ pool }) => {
        await clientNumbered(pool, clientId);
        const added = [];
        for (const one of operation === undefined ? feeOperations : [operation]) {
          added.push(await clearFees(pool, { clientId, operation: one, createdBy: cli.actor }));
        }
        return added.filter((schedule) => schedule !== null);
      });
      if (cleared.length === 0) throw new CommandRefused(`client ${clientId} has no fees of its own to take away`);
      cli.showAll(json, cleared.map(feeRecord), '');
    });
}
