import type { Queryable } from '../../postgres/pool.ts';
import { operators } from '../registry.ts';
import { CallbackTimers, type DeliverCallback } from './callback-timers.ts';
import { Handset } from './handset.ts';
import { SimulatedOperator } from './simulated-operator.ts';

/** Delays between queries of the simulated operators unless NSIMBI_POLL_DELAYS is set, in milliseconds. */
const usualPollDelaysMs = [1_000, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 3_600_000];

/** The operators of live mode, and `Other`, which takes every valid number of no operator that we know. */
const simulated = [...operators.map(({ name }) => name), 'Other'];

export interface Simulator {
  /** One connector per operator of test mode. */
  readonly connectors: readonly SimulatedOperator[];
  readonly handset: Handset;
  /** Where the simulated operators deliver their callbacks from now on. */
  deliverCallbacksTo(deliver: DeliverCallback): void;
  /** Forgets the callbacks that were not sent yet. */
  stop(): void;
}

/**
 * The operators of test mode.
 * @param settings.delayMs after how long an ordinary number is approved or paid (NSIMBI_SIMULATOR_DELAY).
 * @param settings.pollDelaysMs NSIMBI_POLL_DELAYS, or null for the simulator's own.
 */
export function createSimulator(settings: {
  db: Queryable;
  delayMs: number;
  pollDelaysMs: readonly number[] | null;
}): Simulator {
  const callbacks = new CallbackTimers();
  return {
    connectors: simulated.map(
      (operator) =>
        new SimulatedOperator({
          operator,
          db: settings.db,
          usualDelayMs: settings.delayMs,
          pollDelaysMs: settings.pollDelaysMs ?? usualPollDelaysMs,
          callbacks,
        }),
    ),
    handset: new Handset(settings.db, callbacks, settings.delayMs),
    deliverCallbacksTo: (deliver) => callbacks.deliverTo(deliver),
    stop: () => callbacks.stop(),
  };
}
