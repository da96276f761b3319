import type { Outcome } from '../plan/outcome.ts';
import type { Entry } from './entry.ts';

/** Callers answered before the event loop looks again at what has arrived. */
const perTurn = 32;

/** Milliseconds that callers may wait until the next batch is sent. It takes three where the server waits for no lock. */
const waitMaxMs = 10;

/** A caller and the outcome of its command. */
export interface Answer {
  readonly entry: Pick<Entry, 'resolve'>;
  readonly outcome: Outcome;
}

/**
 * Gives callers the outcomes that were committed. Each answer becomes a response and brings a request, so that many of them
 * keep this thread from the next batch, and the server waits for it. Hence a few are given in each turn of the event loop,
 * and many only after the batch behind theirs is sent: the server writes it meanwhile.
 */
export class Answers {
  #held: readonly Answer[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param isNextBegun whether a batch is begun that will be sent soon: call `release` then. */
  give(answers: readonly Answer[], isNextBegun: boolean): void {
    if (!isNextBegun || answers.length <= perTurn) {
      giveFrom(answers, 0);
      return;
    }
    this.release();
    this.#held = answers;
    // The server may be waiting for a lock of another session.
    this.#timer = setTimeout(() => this.release(), waitMaxMs);
  }

  /** Call when the next batch is sent, or will not be. */
  release(): void {
    clearTimeout(this.#timer);
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
