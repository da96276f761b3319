import type { Outcome } from '../plan/outcome.ts';
import type { Entry } from './entry.ts';

/** Callers answered before the event loop looks again at what has arrived. */
const perTurn = 32;

/** Milliseconds that callers may wait for the next batch to leave. It takes three where nothing holds the server up. */
const patienceMs = 10;

/** A caller, and what became of its command. */
export interface Answer {
  readonly entry: Pick<Entry, 'resolve'>;
  readonly outcome: Outcome;
}

/**
 * Tells callers what was committed. Each answer becomes a response and brings a request, so many of them keep this thread
 * from the next batch, for which the server then waits. Hence a few are given in each turn of the event loop, and many
 * only after the batch behind theirs has left: the server writes it while they are given (docs/performance.md).
 */
export class Answers {
  #held: readonly Answer[] = [];
  #patience: NodeJS.Timeout | undefined;

  /** @param isNextBegun whether a batch is begun that will leave soon: call `release` then. */
  give(answers: readonly Answer[], isNextBegun: boolean): void {
    if (!isNextBegun || answers.length <= perTurn) {
      giveFrom(answers, 0);
      return;
    }
    this.release();
    this.#held = answers;
    // The server may be waiting for a lock that somebody else has.
    this.#patience = setTimeout(() => this.release(), patienceMs);
  }

  /** The next batch has left, or will not. */
  release(): void {
    clearTimeout(this.#patience);
    const held = this.#held;
    this.#held = [];
    giveFrom(held, 0);
  }
}

function giveFrom(answers: readonly Answer[], from: number): void {
  const to = from + perTurn;
  for (const { entry, outcome } of answers.slice(from, to)) entry.resolve(outcome);
  if (to < answers.length) setImmediate(giveFrom, answers, to);
}
