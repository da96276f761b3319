import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { removePrefix, setPrefix } from '../access/change-prefixes.ts';
import { explainListening } from '../http/cannot-listen.ts';
import type { Operator, SimulatedServer } from '../operators/contract.ts';
import { networkNamed, networkNames, operators } from '../operators/registry.ts';
import { readPrefixes } from '../phone/prefix-rows.ts';
import { isPrefix, prefixForm } from '../phone/prefix-table.ts';
import { isLoopback, operatorUrl } from '../settings/kinds.ts';
import type { Cli } from './cli.ts';
import { CommandRefused, newCommand, newGroup } from './new-command.ts';
import { portValue, wordList } from './option-values.ts';
import { untilStopped } from './until-stopped.ts';
import { withDatabase } from './with-database.ts';

const allNames = wordList(
  operators.map(({ name }) => name),
  'and',
);

/** nsimbi operators */
export function operatorsCommands(cli: Cli) {
  return newGroup('operators', `${allNames}.`, [operatorsPrefixes(cli), operatorsSimulate(cli)]);
}

/** nsimbi operators prefixes, with its commands set and remove */
function operatorsPrefixes(cli: Cli) {
  return newCommand('prefixes', 'Show which numbers belong to which operator. The longest matching prefix applies.')
    .action(async ({ json }) => {
      const prefixes = await withDatabase(cli, ({ pool }) => readPrefixes(pool), 'nsimbi_reader');
      const records = prefixes.map(({ prefix, operator }) => ({ prefix, operator }));
      cli.showAll(json, records, 'there are no prefixes, so every number is refused in live mode');
    })
    .addCommand(prefixSet(cli))
    .addCommand(prefixRemove(cli));
}

function prefixSet(cli: Cli) {
  return newCommand(
    'set',
    'Assign the numbers of a prefix to an operator. It takes effect in every process within a second; accepted payments keep their operator.',
  )
    .argument('<prefix>', 'the first digits of the numbers, such as 25679', prefixValue)
    .argument('<operator>', networkNames.join(', '), operatorValue)
    .action(async (prefix, operator, { json }) => {
      await withDatabase(cli, ({ pool }) => setPrefix(pool, { prefix, operator, actor: cli.actor }));
      cli.show(json, { prefix, operator });
    });
}

function prefixRemove(cli: Cli) {
  return newCommand('remove', 'Remove a prefix. A shorter one then applies to its numbers, or none.')
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
  const operator = networkNamed(text);
  if (operator === null) throw new InvalidArgumentError(`It must be one of ${networkNames.join(', ')}.`);
  return operator;
}

/** A folder of its own, so that played money never meets the books of real money. */
const trialFolder = './operators-trial';

/** nsimbi operators simulate */
function operatorsSimulate(cli: Cli) {
  const command: Command = newCommand(
    'simulate',
    `Simulate ${allNames} on this machine, to try live mode without real money, and print the settings of a service that calls them. Stop it with Ctrl-C, which deletes all its payments.`,
  );
  for (const { key, name, simulation } of operators) {
    command.option(`--${key}-port <port>`, `the port of ${name}`, portValue, simulation.port);
  }
  return command
    .option(
      '--service-url <url>',
      'the address of the service, for callbacks',
      serviceUrlValue,
      'http://127.0.0.1:4500',
    )
    .action(async (options: Record<string, unknown> & { json?: true; serviceUrl: string }) => {
      const { json, serviceUrl } = options;
      const running: (SimulatedServer & Pick<Operator, 'key' | 'name'>)[] = [];
      try {
        await untilStopped(async (stopped) => {
          for (const { key, name, simulation } of operators) {
            const port = Number(options[`${key}Port`]);
            const listening = { host: '127.0.0.1', port, portSetting: `--${key}-port` };
            const server = await explainListening(listening, () => simulation.start({ port, url: serviceUrl }));
            running.push({ key, name, ...server });
          }
          const settings = {
            NSIMBI_DATA_DIR: trialFolder,
            ...(isLoopback(serviceUrl) ? { PORT: portOf(serviceUrl) } : {}),
            NSIMBI_PUBLIC_URL: serviceUrl,
            NSIMBI_REHEARSAL: 'on',
            ...Object.fromEntries(running.flatMap((one) => Object.entries(one.settings))),
          };
          if (json === true) {
            const urls = Object.fromEntries(running.map(({ key, baseUrl }) => [`${key}_url`, baseUrl]));
            cli.show(json, { ...urls, settings });
          } else {
            for (const [name, value] of Object.entries(settings)) cli.output.print(`export ${name}=${quoted(value)}`);
            const addresses = running.map(
              ({ name, baseUrl }, index) => `${name} ${index === 0 ? 'is simulated at' : 'at'} ${baseUrl}`,
            );
            cli.output.say(`${wordList(addresses, 'and')}. No real money moves.`);
            cli.output.say('Start a service with the settings above in another terminal: docs/operators.md shows how.');
          }
          await new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
        });
      } finally {
        await Promise.all(running.map((server) => server.close()));
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
