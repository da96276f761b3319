import type { Command } from '../commands/command.ts';
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
