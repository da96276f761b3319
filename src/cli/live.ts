import { readLiveReadiness } from '../live-readiness/read-live-readiness.ts';
import { isOpen, type LiveStep, type StepStatus } from '../live-readiness/steps.ts';
import type { Cli } from './cli.ts';
import { newCommand, newGroup } from './new-command.ts';
import { sealerOf } from './sealer.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi live */
export function liveCommands(cli: Cli) {
  return newGroup('live', 'Prepare live mode.', [check(cli)]);
}

/** nsimbi live check */
function check(cli: Cli) {
  return newCommand(
    'check',
    'Check every step that leads to live mode, as the page Go live does, from this machine and with its settings. Exits with 1 while something is missing or cannot be checked. Changes nothing.',
  ).action(async ({ json }) => {
    const steps = await withDatabase(cli, ({ pool, config }) =>
      readLiveReadiness({ pool, config, sealer: () => sealerOf(pool, config) }),
    );
    for (const step of steps) cli.output.print(json === true ? JSON.stringify(recordOf(step)) : lineOf(step));
    if (steps.some(isOpen)) cli.exitCode = 1;
  });
}

function recordOf({ checkedAtMs, page: _page, ...step }: LiveStep): object {
  return { ...step, checked_at: new Date(checkedAtMs).toISOString() };
}

const words: Readonly<Record<StepStatus, string>> = {
  done: 'done',
  to_do: 'to do',
  unknown: 'unknown',
  not_used: 'not used',
};

function lineOf({ status, title, found, next }: LiveStep): string {
  return `${words[status].padEnd(8)}  ${title}: ${found}${next === null ? '' : ` ${next}`}`;
}
