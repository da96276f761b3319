import { Command, CommanderError, Help, type Option } from '@commander-js/extra-typings';
import packageJson from '../../package.json' with { type: 'json' };
import { Cli } from './cli.ts';
import type { AnyCommand } from './new-command.ts';
import { type Output, processOutput } from './output.ts';

/**
 * Runs one command.
 * @param argv the words after `nsimbi`.
 * @returns the exit code: 0, or 1 after an error, which is one line on standard error.
 */
export async function runCli(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output = processOutput(),
): Promise<number> {
  const cli = new Cli(env, output);
  try {
    const program = await buildProgram(cli, argv[0]);
    await program.parseAsync([...argv], { from: 'user' });
    return cli.exitCode;
  } catch (error) {
    // Its own errors, and help, have been written already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    output.progress('');
    output.say(`nsimbi: ${oneLine(error)}`);
    if (error instanceof Error && (env.NSIMBI_LOG_LEVEL === 'debug' || env.NSIMBI_LOG_LEVEL === 'trace')) {
      output.say(error.stack ?? '');
    }
    return 1;
  }
}

/**
 * The program with the command, or the group of commands, of one first word; with all of them for any other word, such as
 * `help`, and for none.
 */
export async function buildProgram(cli: Cli, firstWord?: string): Promise<Command> {
  const program = newProgram(cli);
  const asked = firstWord === undefined || !Object.hasOwn(firstWords, firstWord) ? undefined : firstWords[firstWord];
  for (const load of asked === undefined ? Object.values(firstWords) : [asked]) {
    const command = await load(cli);
    inherit(command, program);
    program.addCommand(command);
  }
  if (asked === undefined) (await import('./completion.ts')).addCompletion(program);
  return program;
}

/**
 * Every command by its first word, in the order of the help. The code of a command is loaded when it is used: all of
 * it takes half a second, which would delay every start and every short command.
 */
const firstWords: Readonly<Record<string, (cli: Cli) => Promise<AnyCommand>>> = {
  start: async (cli) => (await import('./start.ts')).start(cli),
  processes: async (cli) => (await import('./processes.ts')).processesCommand(cli),
  migrate: async (cli) => (await import('./migrate.ts')).migrateCommand(cli),
  client: async (cli) => (await import('./client.ts')).clientCommands(cli),
  key: async (cli) => (await import('./key.ts')).keyCommands(cli),
  wallet: async (cli) => (await import('./wallet.ts')).walletCommands(cli),
  fees: async (cli) => (await import('./fees.ts')).feesCommands(cli),
  transaction: async (cli) => (await import('./transaction.ts')).transactionCommands(cli),
  receipt: async (cli) => (await import('./receipt.ts')).receiptCommands(cli),
  review: async (cli) => (await import('./review.ts')).reviewCommands(cli),
  float: async (cli) => (await import('./float.ts')).floatCommands(cli),
  webhook: async (cli) => (await import('./webhook.ts')).webhookCommands(cli),
  proposal: async (cli) => (await import('./proposal.ts')).proposalCommands(cli),
  person: async (cli) => (await import('./person.ts')).personCommands(cli),
  operators: async (cli) => (await import('./operators.ts')).operatorsCommands(cli),
  listen: async (cli) => (await import('./listen.ts')).listen(cli),
  trigger: async (cli) => (await import('./trigger.ts')).trigger(cli),
  audit: async (cli) => (await import('./audit.ts')).auditCommand(cli),
  proof: async (cli) => (await import('./proof.ts')).proofCommands(cli),
  history: async (cli) => (await import('./history.ts')).historyCommands(cli),
  backup: async (cli) => (await import('./backup.ts')).backupCommands(cli),
  reconcile: async (cli) => (await import('./reconcile.ts')).reconcileCommand(cli),
  seed: async (cli) => (await import('./seed.ts')).seed(cli),
  live: async (cli) => (await import('./live.ts')).liveCommands(cli),
  doctor: async (cli) => (await import('./doctor.ts')).doctor(cli),
};

/** The help marks a required option, as docs/cli.md does. */
function optionDescription(option: Option): string {
  const usual = new Help().optionDescription(option);
  return option.mandatory ? `${usual} (required)` : usual;
}

function newProgram(cli: Cli): Command {
  return (
    new Command('nsimbi')
      .description('Wallet and payments service for Uganda.')
      .version(packageJson.version)
      // What stands after the name of a command belongs to it, and not to one that it is a part of.
      .enablePositionalOptions()
      .exitOverride()
      .configureHelp({ optionDescription })
      .configureOutput({
        writeOut: (text) => cli.output.print(text.trimEnd()),
        writeErr: (text) => cli.output.say(text.trimEnd()),
        outputError: (text, write) =>
          write(
            `nsimbi: ${text
              .replace(/^error: /, '')
              .trim()
              .replace(/\s*\n\s*/g, ' ')}`,
          ),
      })
  );
}

/** Has a command and those under it end and write as the program does. */
function inherit(command: AnyCommand, parent: AnyCommand): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
}

function oneLine(error: unknown): string {
  // For several addresses that all failed, Node throws an error with an empty message.
  if (error instanceof AggregateError && error.message === '') return oneLine(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).trim().replace(/\s*\n\s*/g, ' ');
}
