import { type Command, CommanderError } from '@commander-js/extra-typings';
import { Cli } from './cli.ts';
import { start } from './commands/start.ts';
import { add, newProgram } from './new-program.ts';
import { type Output, processOutput } from './output.ts';

/**
 * Runs one command.
 * @param argv the words after `nsimbi`.
 * @returns what the process should end with: 0, or 1 after an error, which is told in one line of standard error.
 */
export async function runCli(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output = processOutput(),
): Promise<number> {
  const cli = new Cli(env, output);
  try {
    const program = await programFor(argv[0], cli);
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

/** The code of all commands takes half a second to load, for which a service that is started should not wait. */
async function programFor(firstWord: string | undefined, cli: Cli): Promise<Command> {
  if (firstWord !== 'start') return (await import('./every-command.ts')).everyCommand(cli);
  const program = newProgram(cli);
  add(program, [start(cli)]);
  return program;
}

function oneLine(error: unknown): string {
  // Node tells of several addresses that all failed in an error without words of its own.
  if (error instanceof AggregateError && error.message === '') return oneLine(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).trim().replace(/\s*\n\s*/g, ' ');
}
