import type { Argument, Command, CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** docs/cli.md, made from the commands so that it cannot differ from their `--help`. */
export function cliPage(program: Command): string {
  return `${introduction}\n${leavesOf(program).map(section).join('\n')}`;
}

const introduction = `# Command line

\`npm run --silent nsimbi -- COMMAND\` or \`npx nsimbi COMMAND\` in the checkout, \`nsimbi COMMAND\` where it is installed. Every command has \`--help\`.

- Answers go to standard output, everything else to standard error. \`--json\` answers in JSON, one object a line; lists
  are one line each. Amounts are whole shillings.
- A command ends with 0, or with 1 after an error, which is one line of standard error.
- The database is that of the [settings](settings.md): a running service's, also the embedded one, else a server that is
  started for the length of the command. It is brought to the newest migration first.
- \`listen\` and \`trigger\` speak to a running service over HTTP, with the key and the address of \`credentials.json\` in
  the data folder unless others are named. A key in \`NSIMBI_API_KEY\` is not seen by other users of the machine, as one on
  the command line is.
- Acts are recorded in the audit log as \`cli:<user of the machine>\`. That person is the *maker* of top-ups and
  corrections. **Live money needs another person**, named by \`--approver\`, and the reference of a document, which is
  booked once per mode. A pending transaction is approved by the person at the terminal, or the one named by
  \`--approver\`, who cannot be its maker. The command line takes the name on trust: who may use this machine
  may name anybody. A review case and a booking of \`float\` need two persons in both modes: \`--by\`, you when left
  out, and \`--confirmed-by\` or \`--approved-by\`.
`;

/** A command with the words that lead to it. */
export interface Leaf {
  readonly path: string;
  readonly command: CommandUnknownOpts;
}

/** Every command that does something, in order: those of a group, and a command before the commands that it has. */
export function leavesOf(parent: CommandUnknownOpts, words: readonly string[] = []): Leaf[] {
  return parent.commands.flatMap((command) => {
    const path = [...words, command.name()];
    const acts = command.options.some(({ long }) => long === '--json');
    return [...(acts ? [{ path: path.join(' '), command }] : []), ...leavesOf(command, path)];
  });
}

function section({ path, command }: Leaf): string {
  const words = [path, ...command.registeredArguments.map(placeOf)].join(' ');
  const rows = [
    ...command.registeredArguments.map((argument) => {
      const choices = argument.argChoices === undefined ? '' : `: ${argument.argChoices.join(', ')}`;
      return `| \`${placeOf(argument)}\` | ${argument.description}${choices} |`;
    }),
    ...command.options.filter((option) => option.long !== '--json').map(optionRow),
  ];
  const table = rows.length === 0 ? '' : `\n| | |\n| --- | --- |\n${rows.join('\n')}\n`;
  return `## ${words}\n\n${command.description()}\n${table}`;
}

function optionRow(option: Option): string {
  const usual = option.defaultValueDescription ?? option.defaultValue;
  const notes = [
    option.description,
    ...(option.mandatory ? ['required'] : []),
    ...(usual === undefined ? [] : [`default ${usual}`]),
  ];
  return `| \`${option.flags}\` | ${notes.join('; ')} |`;
}

/** An argument as `--help` writes it. */
function placeOf(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
