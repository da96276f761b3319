import { Command } from '@commander-js/extra-typings';

/** A command that cannot be done as asked. The message is one line that says why, and what to do about it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** A command that does something; like every such command it can answer in JSON. */
export function newCommand(name: string, description: string) {
  return new Command(name).description(description).option('--json', 'answer in JSON, one object a line');
}

/** Commands of many shapes. */
export type AnyCommand = Parameters<Command['addCommand']>[0];

/** Commands that share their first word. */
export function newGroup(name: string, description: string, commands: readonly AnyCommand[]): AnyCommand {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}
