import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { startService } from '../main.ts';
import { roles as allRoles, type Roles, readRoles } from '../settings/roles.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';

/** nsimbi start: runs the service until a signal stops it. */
export function start(cli: Cli) {
  return newCommand('start', 'Run the service until it is stopped with Ctrl-C or SIGTERM.')
    .option(
      '--roles <list>',
      'what this process does, separated by commas: api, work, dashboard; several processes share the rest',
      rolesValue,
      allRoles,
    )
    .action(async ({ json, roles }) => {
      const config = cli.config();
      const asked = untilAskedToStop();
      const service = await startService(config, { atTerminal: process.stdout.isTTY, roles });
      if (json === true) cli.show(json, { base_url: service.baseUrl, roles: roles.join(',') });
      else cli.output.print(service.banner);
      const reason = await Promise.race([asked, service.refused]);
      if (reason === 'SIGTERM') {
        await service.drain();
        await sleep(config.drainMs);
      }
      await service.stop();
      if (reason instanceof Error) throw reason;
      // A part that did not stop in time must not keep the process; without one this timer never fires.
      setTimeout(() => process.exit(0), 1_000).unref();
    });
}

function rolesValue(text: string): Roles {
  const roles = readRoles(text);
  if (roles === null) throw new InvalidArgumentError(`It must be some of ${allRoles.join(', ')}, separated by commas.`);
  return roles;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

/** npm sends a signal on to us that the terminal has sent already: for this long a second one is the same one. */
const sameSignalMs = 2_000;

/** Resolves with the first signal. A later one is a person who does not want to wait: the process ends at once. */
function untilAskedToStop(): Promise<Signal> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const listen = (signal: Signal) => {
      if (askedAt === null) {
        askedAt = performance.now();
        resolve(signal);
      } else if (performance.now() - askedAt > sameSignalMs) {
        process.exit(1);
      }
    };
    for (const signal of signals) process.on(signal, () => listen(signal));
  });
}
