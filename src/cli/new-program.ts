import { Command } from '@commander-js/extra-typings';
import packageJson from '../../package.json' with { type: 'json' };
import type { Cli } from './cli.ts';

/** The program without its commands. */
export function newProgram(cli: Cli): Command {
  return (
    new Command('nsimbi')
      .description('Wallet and payments service for Uganda.')
      .version(packageJson.version)
      // What stands after the name of a command belongs to it, and not to one that it is a part of.
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        writeOut: (text) => cli.output.answer(text.trimEnd()),
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

/** Commands of many shapes: what is added needs only to be one. */
type AnyCommand = Parameters<Command['addCommand']>[0];

/** Adds commands with what the one above has set. */
export function add(parent: Command, commands: readonly AnyCommand[]): void {
  for (const command of commands) {
    inherit(command, parent);
    parent.addCommand(command);
  }
}

function inherit(command: AnyCommand, parent: AnyCommand): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
}

/** Adds commands that share their first word. */
export function addGroup(program: Command, name: string, description: string, commands: readonly AnyCommand[]): void {
  const group = new Command(name).description(description);
  add(program, [group]);
  add(group, commands);
}
