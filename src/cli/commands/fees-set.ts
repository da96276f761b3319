import { Argument } from '@commander-js/extra-typings';
import { feeOperations } from '../../wallet/fees/schedules.ts';
import { setFees } from '../../wallet/fees/set-fees.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { feeBandValues } from '../fee-band-value.ts';
import { feeRecord } from '../fee-record.ts';
import { newCommand } from '../new-command.ts';
import { idValue, momentValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi fees set */
export function feesSet(cli: Cli) {
  return newCommand(
    'set',
    'Add a fee schedule; those before stay as history, and accepted transactions keep their fee.',
  )
    .addArgument(new Argument('<operation>', 'what costs it').choices(feeOperations))
    .requiredOption(
      '--band <parts>',
      'up_to=50000,fixed=500,basis_points=100,minimum=0,maximum=2000; repeat it in the order of up_to, the last without',
      feeBandValues,
    )
    .option('--client <id>', 'only for this client', idValue)
    .option('--from <time>', 'when it begins, such as 2027-01-31T00:00:00Z; now when left out', momentValue)
    .action(async (operation, { json, band: bands, client: clientId = null, from: effectiveFromMs = null }) => {
      if (effectiveFromMs !== null && effectiveFromMs <= Date.now()) {
        throw new CommandRefused('--from must be in the future, because history stays as it was; leave it out for now');
      }
      const added = await withDatabase(cli, async ({ pool }) => {
        if (clientId !== null) await clientNumbered(pool, clientId);
        const schedule = { clientId, operation, effectiveFromMs, bands, createdBy: cli.actor };
        return await setFees(pool, schedule);
      });
      cli.show(json, feeRecord(added));
    });
}
