import { InvalidArgumentError } from '@commander-js/extra-typings';
import { removePrefix, setPrefix } from '../access/change-prefixes.ts';
import { isLoopback, operatorUrl } from '../config/kinds.ts';
import { explainListening } from '../http/cannot-listen.ts';
import { callbackPaths } from '../operators/live.ts';
import { readPrefixes } from '../phone/prefix-rows.ts';
import { isPrefix, operatorNamed, operatorNames, prefixForm } from '../phone/prefix-table.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { portValue } from './option-values.ts';
import { untilStopped } from './until-stopped.ts';
import { withDatabase } from './with-database.ts';

/** nsimbi operators */
export function operatorsCommands(cli: Cli) {
  return newGroup('operators', 'MTN and Airtel.', [operatorsPrefixes(cli), operatorsSimulate(cli)]);
}

/** nsimbi operators prefixes, with its commands set and remove */
function operatorsPrefixes(cli: Cli) {
  return newCommand('prefixes', 'Show which numbers belong to which operator. The longest prefix that fits wins.')
    .action(async ({ json }) => {
      const prefixes = await withDatabase(cli, ({ pool }) => readPrefixes(pool), 'nsimbi_reader');
      const records = prefixes.map(({ prefix, operator }) => ({ prefix, operator }));
      cli.showAll(json, records, 'there are no prefixes, so that every number is refused in live mode');
    })
    .addCommand(prefixSet(cli))
    .addCommand(prefixRemove(cli));
}

function prefixSet(cli: Cli) {
  return newCommand(
    'set',
    'Give the numbers of a prefix to an operator. Every running process does so within a second; accepted payments keep their operator.',
  )
    .argument('<prefix>', 'the digits that the numbers begin with, such as 25679', prefixValue)
    .argument('<operator>', operatorNames.join(', '), operatorValue)
    .action(async (prefix, operator, { json }) => {
      await withDatabase(cli, ({ pool }) => setPrefix(pool, { prefix, operator, actor: cli.actor }));
      cli.show(json, { prefix, operator });
    });
}

function prefixRemove(cli: Cli) {
  return newCommand('remove', 'Take a prefix away, so that a shorter one counts for its numbers, or none.')
    .argument('<prefix>', 'as nsimbi operators prefixes shows it', prefixValue)
    .action(async (prefix, { json }) => {
      if (!(await withDatabase(cli, ({ pool }) => removePrefix(pool, { prefix, actor: cli.actor })))) {
        throw new CommandRefused(`there is no prefix ${prefix}; nsimbi operators prefixes shows those there are`);
      }
      cli.show(json, { removed: prefix });
    });
}

function prefixValue(text: string): string {
  if (!isPrefix(text)) throw new InvalidArgumentError(`It must be a prefix: ${prefixForm}.`);
  return text;
}

function operatorValue(text: string): string {
  const operator = operatorNamed(text);
  if (operator === null) throw new InvalidArgumentError(`It must be one of ${operatorNames.join(', ')}.`);
  return operator;
}

/** A folder of its own, so that played money never meets the books of real money. */
const trialFolder = './operators-trial';

/** nsimbi operators simulate */
function operatorsSimulate(cli: Cli) {
  return newCommand(
    'simulate',
    'Play MTN and Airtel on this machine, to try live mode without real money, and print the settings of a service that calls them. Ends with Ctrl-C, and forgets all payments then.',
  )
    .option('--mtn-port <port>', 'where MTN listens', portValue, 4601)
    .option('--airtel-port <port>', 'where Airtel listens', portValue, 4602)
    .option('--service-url <url>', 'where they call the service back', serviceUrlValue, 'http://127.0.0.1:4500')
    .action(async ({ json, mtnPort, airtelPort, serviceUrl }) => {
      // They speak HTTP, and the other commands should not wait for that to be loaded.
      const { startMtnStandIn } = await import('../../packages/operator-stand-ins/src/mtn/stand-in.ts');
      const { startAirtelStandIn } = await import('../../packages/operator-stand-ins/src/airtel/stand-in.ts');
      const { settingsForAirtel, settingsForMtn } = await import(
        '../../packages/operator-stand-ins/src/service-settings.ts'
      );
      const running: { close(): Promise<void> }[] = [];
      try {
        await untilStopped(async (stopped) => {
          const host = '127.0.0.1';
          const mtn = await explainListening({ host, port: mtnPort, portSetting: '--mtn-port' }, () =>
            startMtnStandIn({ port: mtnPort, callbackHost: new URL(serviceUrl).hostname }),
          );
          running.push(mtn);
          const airtel = await explainListening({ host, port: airtelPort, portSetting: '--airtel-port' }, () =>
            startAirtelStandIn({ port: airtelPort, callbackUrl: `${serviceUrl}${callbackPaths.Airtel}` }),
          );
          running.push(airtel);
          const settings = {
            NSIMBI_DATA_DIR: trialFolder,
            ...(isLoopback(serviceUrl) ? { PORT: portOf(serviceUrl) } : {}),
            NSIMBI_PUBLIC_URL: serviceUrl,
            ...settingsForMtn(mtn),
            ...settingsForAirtel(airtel),
          };
          if (json === true) {
            cli.show(json, { mtn_url: mtn.baseUrl, airtel_url: airtel.baseUrl, settings });
          } else {
            for (const [name, value] of Object.entries(settings)) cli.output.print(`export ${name}=${quoted(value)}`);
            cli.output.say(`MTN is played at ${mtn.baseUrl} and Airtel at ${airtel.baseUrl}. No real money moves.`);
            cli.output.say('Start a service with the settings above in another terminal: docs/operators.md shows how.');
          }
          await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
        });
      } finally {
        await Promise.all(running.map((standIn) => standIn.close()));
      }
    });
}

function serviceUrlValue(text: string): string {
  const url = operatorUrl.read(text);
  if (url === undefined) throw new InvalidArgumentError(`It must be ${operatorUrl.allowed}.`);
  return url;
}

function portOf(url: string): string {
  const { port, protocol } = new URL(url);
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}

/** As a shell reads it. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
