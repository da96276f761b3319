import type { Command, Outcome } from '../commands.ts';

/** A command in the writer's hands, from its queue until its caller is answered. */
export interface Entry {
  readonly command: Command;
  /** Transaction numbers taken for it; kept through every repeated attempt. */
  readonly numbers: number[];
  /** Milliseconds of the monotonic clock at which its caller must be answered. */
  readonly answerBy: number;
  /** What the batch under way will tell the caller once it is committed. */
  planned: Outcome | null;
  /** Answered "nothing happened" before it was planned: no batch may write it any more. */
  dropped: boolean;
  answered: boolean;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
}
