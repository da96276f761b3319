import { Command } from '@commander-js/extra-typings';

/** A command that does something; like every such command it can answer in JSON. */
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
