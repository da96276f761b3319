import type { StepGroup, StepStatus } from '../../../live-readiness/steps.ts';

/** One step on the way to live mode. */
export interface LiveStepObject {
  readonly id: string;
  readonly group: StepGroup;
  readonly title: string;
  /** `unknown`: it could not be checked. `not_used`: it is left out on purpose. */
  readonly status: StepStatus;
  readonly found: string;
  /** What to do next; null when the step is done. */
  readonly next: string | null;
  /** Where it is done, as an address of the dashboard; null where that is on a machine. */
  readonly page: string | null;
  readonly checked_at: string;
}

/** What is missing before live mode. */
export interface LiveReadiness {
  /** Steps that still have to be looked after. */
  readonly open: number;
  readonly steps: readonly LiveStepObject[];
}
