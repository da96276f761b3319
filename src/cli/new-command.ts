import { Command } from '@commander-js/extra-typings';

/** A command that does something; like every such command it can answer in JSON. */
export function newCommand(name: string, description: string) {
  return new Command(name).description(description).option('--json', 'answer in JSON, one object a line');
}
