import { type FeeSchedule, feeOperations, readFeeSchedules, scheduleInForce } from '../../wallet/fees/schedules.ts';
import type { Cli } from '../cli.ts';
import { feeRecord } from '../fee-record.ts';
import { newCommand } from '../new-command.ts';
import { idValue } from '../option-values.ts';
import { clientNumbered } from '../wallet-record.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi fees show */
export function feesShow(cli: Cli) {
  return newCommand('show', 'Show the fee schedules in force, for everybody or for one client.')
    .option('--client <id>', 'as they are for this client', idValue)
    .option('--history', 'all that were ever set, and those to come')
    .action(async ({ json, client: clientId, history }) => {
      const schedules = await withDatabase(
        cli,
        async ({ pool }) => {
          if (clientId === undefined) {
            const all = await readFeeSchedules(pool);
            return history === true ? all : inForce(all, everybody);
          }
          await clientNumbered(pool, clientId);
          const its = await readFeeSchedules(pool, clientId);
          return history === true ? its : inForce(its, clientId);
        },
        'nsimbi_reader',
      );
      cli.showAll(json, schedules.map(feeRecord), 'No fee schedule is in force: nsimbi fees set makes one.');
    });
}

/** The number of no client, which therefore has the schedules of everybody. */
const everybody = 0;

function inForce(schedules: readonly FeeSchedule[], clientId: number): FeeSchedule[] {
  return feeOperations
    .map((operation) => scheduleInForce(schedules, operation, clientId, Date.now()))
    .filter((schedule) => schedule !== null);
}
