import type { Argument, Command, CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** docs/cli.md, made from the commands so that it cannot differ from their `--help`. */
export function cliPage(program: Command): string {
  return `${introduction}\n${leavesOf(program).map(section).join('\n')}`;
}

const introduction = `# Command line

\`npm run --silent nsimbi -- COMMAND\` or \`npx nsimbi COMMAND\` in the checkout, \`nsimbi COMMAND\` where it is installed. Every command has \`--help\`. \`source <(nsimbi
completion bash)\` completes commands and options in bash with its package \`bash-completion\`; there are scripts for zsh, fish and powershell too.

- Results go to standard output, everything else to standard error. \`--json\` prints JSON, one object per line; lists
  are one line each. Amounts are whole shillings.
- A command exits with 0, or with 1 after an error, which is one line of standard error.
- The database is the one of the [settings](settings.md): the running service's, also the embedded one. If no service runs, an
  embedded server is started for the command. All migrations are applied first.
- \`listen\` and \`trigger\` call a running service over HTTP, by default with the key and the address in \`credentials.json\` of
  the data folder. Other users of the machine cannot see a key in \`NSIMBI_API_KEY\`, but they can see one on the command line.
- Changes are recorded in the audit log as \`cli:<user of the machine>\`. That person is the *maker* of top-ups and
  corrections. **With live money, commands that change money or rights propose the change**, and two people approve it in the
  dashboard, because you may be one of those who can: [second-person.md](second-person.md). Live payments that wait for approval are approved in the dashboard or through the API; those of
  test money also by the person at the terminal, who cannot be their maker.
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
