import { InvalidArgumentError } from '@commander-js/extra-typings';
import { readPrefixes, removePrefix, setPrefix } from '../../msisdn/prefix-rows.ts';
import { isPrefix, operatorNamed, operatorNames, prefixForm } from '../../msisdn/prefix-table.ts';
import type { Cli } from '../cli.ts';
import { CommandRefused } from '../command-refused.ts';
import { newCommand } from '../new-command.ts';
import { withDatabase } from '../with-database.ts';

/** nsimbi operators prefixes, with its commands set and remove */
export function operatorsPrefixes(cli: Cli) {
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
