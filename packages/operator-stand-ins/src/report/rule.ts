import type { Evidence, Occasion } from './evidence.ts';

/** One mistake that clients of mobile money make, and how the stand-ins see it. */
export interface Rule {
  /** From 1 to 24, as README.md lists them. */
  readonly number: number;
  /** What a client does wrong. */
  readonly mistake: string;
  /** What a client does instead. */
  readonly instead: string;
  /** What the client under test must be made to do, so that the rule sees it; or why no operator can see it. */
  readonly toObserve: string;
  /** A pure function. Null when the mistake does not show in calls to an operator. */
  readonly judge: ((evidence: Evidence) => readonly Occasion[]) | null;
}
