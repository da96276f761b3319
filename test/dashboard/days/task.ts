import type { Walker } from './walker.ts';

/** Something that somebody does in a day. */
export interface Task {
  /** What they want, as they would say it. */
  readonly name: string;
  /** A question whose answer is on the first screen: nothing is pressed and nothing is scrolled for it. */
  readonly isAnsweredAtOnce?: true;
  /** From the page that the last task has left to the one that shows the result. */
  readonly walk: (walker: Walker) => Promise<void>;
}
