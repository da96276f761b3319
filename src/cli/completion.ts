import completion from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { AnyCommand } from './new-command.ts';

/**
 * Adds the commands that complete words in a shell: `nsimbi completion SHELL` prints a script, and that script asks
 * `nsimbi complete -- WORDS`, which no help shows. The program must have all other commands already.
 */
export function addCompletion(program: AnyCommand): void {
  // Our programs are of this class, and only their types are narrower.
  completion(program as unknown as Command, { completionCommandName: 'completion' });
  for (const command of program.commands) {
    if (command.name() !== 'completion') continue;
    command.description(
      'Print a script that completes commands and options in a shell: source <(nsimbi completion bash)',
    );
  }
}
