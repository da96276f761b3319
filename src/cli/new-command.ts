import { Command } from '@commander-js/extra-typings';

/** A command that cannot be carried out. The message is one line with the reason and what to do about it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** A command with an action; every such command can print JSON. */
export function newCommand(name: string, description: string) {
  return new Command(name).description(description).option('--json', 'print JSON, one object per line');
}

/** Commands of many shapes. */
export type AnyCommand = Parameters<Command['addCommand']>[0];

/** Commands that share their first word. */
export function newGroup(name: string, description: string, commands: readonly AnyCommand[]): AnyCommand {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}
