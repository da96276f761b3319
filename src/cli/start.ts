import { startService } from '../main.ts';
import type { Cli } from './cli.ts';
import { newCommand } from './new-command.ts';

/** nsimbi start: runs the service until a signal stops it. */
export function start(cli: Cli) {
  return newCommand('start', 'Run the service until it is stopped with Ctrl-C or SIGTERM.').action(async ({ json }) => {
    const config = cli.config();
    const asked = untilAskedToStop();
    const service = await startService(config, { atTerminal: process.stdout.isTTY });
    if (json === true) cli.show(json, { base_url: service.baseUrl });
    else cli.output.print(service.banner);
    await asked;
    await service.stop();
    // A part that did not stop in time must not keep the process; without one this timer never fires.
    setTimeout(() => process.exit(0), 1_000).unref();
  });
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm sends a signal on to us that the terminal has sent already: for this long a second one is the same one. */
const sameSignalMs = 2_000;

/** Resolves at the first signal. A later one is a person who does not want to wait: the process ends at once. */
function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;
    const listen = () => {
      if (askedAt === null) {
        askedAt = performance.now();
        resolve();
      } else if (performance.now() - askedAt > sameSignalMs) {
        process.exit(1);
      }
    };
    for (const signal of signals) process.on(signal, listen);
  });
}
