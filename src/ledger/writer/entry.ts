import type { Command } from '../commands/command.ts';
import type { Outcome } from '../plan/outcome.ts';

/** A command in the writer's hands, from its queue until its caller is answered and its batch is written. */
export interface Entry {
  readonly command: Command;
  /** Transaction numbers taken for it; kept through every repeated attempt. */
  readonly numbers: number[];
  /** Milliseconds of the monotonic clock at which its caller must be answered. */
  readonly answerBy: number;
  /** What the batch under way will tell the caller once it is committed. */
  planned: Outcome | null;
  told: CallerState;
  /** Where the writer holds it until its caller is answered. */
  slot: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What the caller of a command was told so far.
 * - nothing: it waits.
 * - outcome: what became of it.
 * - nothing_written: that it will never be written, so no batch may write it any more.
 * - unknown: that time ran out while it was being written. What is under way may yet be committed; once it is known that it
 *   was not, it is not tried again.
 */
export type CallerState = 'nothing' | 'outcome' | 'nothing_written' | 'unknown';
