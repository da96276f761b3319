import { type Command, sizeOf } from '../commands/command.ts';
import type { Outcome } from '../plan/outcome.ts';

/** A command and its caller, from the queue until the caller is answered and the batch is written. */
export interface Entry {
  readonly command: Command;
  /** Transaction numbers taken for it; kept through every repeated attempt. */
  readonly numbers: number[];
  /** Milliseconds of the monotonic clock at which its caller must be answered. */
  readonly answerBy: number;
  /** The outcome that the batch under way gives the caller once it is committed. */
  planned: Outcome | null;
  callerState: CallerState;
  /** Its slot among the open entries, until its caller is answered. */
  slot: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The state of a command's caller.
 * - waiting: it has no answer yet.
 * - answered: it has the outcome.
 * - not_written: it has the error that the command was not written, so no batch may write it any more.
 * - timed_out: its time ran out while the command was being written. The batch under way may still commit; once it is known
 *   that it did not, the command is not tried again.
 */
export type CallerState = 'waiting' | 'answered' | 'not_written' | 'timed_out';

/** Whether a command may still be written: its caller has no error saying that it was not written. */
export function mayBeWritten({ callerState }: Entry): boolean {
  return callerState !== 'not_written';
}

/** Whether its caller waits: a command that was not written is not written later for a caller that timed out. */
export function isWaiting({ callerState }: Entry): boolean {
  return callerState === 'waiting';
}

/** How many of the first commands together are not larger than `max`: at least one, so that one that is larger alone is written too. */
export function countThatFits(entries: readonly Pick<Entry, 'command'>[], max: number): number {
  let size = 0;
  let count = 0;
  for (const { command } of entries) {
    size += sizeOf(command);
    if (size > max && count > 0) break;
    count += 1;
  }
  return count;
}
