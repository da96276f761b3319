import { readWaiting } from '../postgres/migrate.ts';
import { listProcesses } from '../postgres/processes.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi processes: which processes of the service run, with which version. */
export function processesCommand(cli: Cli) {
  return newCommand(
    'processes',
    'List the processes that run: machine, roles, version, state. Names the migrations that wait for the end of older ones.',
  ).action(async ({ json }) => {
    const { processes, waiting } = await withDatabase(
      cli,
      async ({ pool }) => ({ processes: await listProcesses(pool), waiting: await readWaiting(pool) }),
      'nsimbi_reader',
    );
    const records = processes.map(({ host, pid, roles, version, state, address, startedAt, silentMs }) => ({
      host,
      pid,
      roles: roles.join(','),
      version,
      state,
      address,
      started_at: startedAt.toISOString(),
      seen_seconds_ago: Math.floor(silentMs / 1_000),
    }));
    cli.showAll(json, records, 'No process is running.');
    if (waiting.length > 0) {
      cli.output.say(
        `Run "nsimbi migrate" when every process has the new version; until then these wait: ${waiting.join(', ')}`,
      );
    }
  });
}
