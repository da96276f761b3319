import type { Books, Payment } from './books.ts';
import type { Happening } from './faults/faults.ts';
import type { Timers } from './timers.ts';

/** A state that a payment will come to, so long after it was taken. */
export interface PlannedTurn {
  readonly afterMs: number;
  readonly state: string;
  readonly reason: string | null;
  readonly paid: boolean;
  /** Looked at when the time has come: what becomes true instead, or null. */
  readonly unless?: () => Omit<PlannedTurn, 'afterMs'> | null;
}

/** Tells the caller's side about a payment as it is now; `forged` tells a lie about it instead. */
export type Tell = (kind: 'genuine' | 'forged') => Promise<void>;

/** Lets payments come to their states in time, and tells about each. */
export class Lives {
  readonly #books: Books;
  readonly #timers: Timers;
  readonly #decidedByHand = new Set<string>();

  constructor(books: Books, timers: Timers) {
    this.#books = books;
    this.#timers = timers;
  }

  /** Begins a life. Settles when the call that made the payment may be answered. */
  async begin(
    payment: Payment,
    turns: readonly PlannedTurn[],
    callback: Happening<'callback'> | null,
    tell: Tell,
  ): Promise<void> {
    if (callback?.fault === 'callback_forged') this.#timers.after(0, () => void tell('forged'));
    if (callback?.fault === 'callback_midway') this.#timers.after(0, () => void tell('genuine'));
    const [first, ...later] = turns;
    if (callback?.fault === 'callback_early' && first !== undefined) {
      this.#come(payment, first);
      await tell('genuine');
    }
    for (const turn of callback?.fault === 'callback_early' ? later : turns) {
      this.#timers.after(turn.afterMs, () => {
        if (this.#decidedByHand.has(payment.reference)) return;
        this.#come(payment, turn);
        this.#tellAsWanted(callback, tell);
      });
    }
  }

  /** Makes a state true now, whatever was planned, and tells about it once. */
  decide(payment: Payment, turn: Omit<PlannedTurn, 'afterMs'>, tell: Tell): void {
    this.#decidedByHand.add(payment.reference);
    this.#books.turn(payment, turn.state, turn.reason, turn.paid);
    void tell('genuine');
  }

  #come(payment: Payment, planned: PlannedTurn): void {
    const { state, reason, paid } = planned.unless?.() ?? planned;
    this.#books.turn(payment, state, reason, paid);
  }

  #tellAsWanted(callback: Happening<'callback'> | null, tell: Tell): void {
    if (callback?.fault === 'callback_never') return;
    if (callback?.fault === 'callback_late') {
      this.#timers.after(callback.delayMs, () => void tell('genuine'));
      return;
    }
    void tell('genuine');
    if (callback?.fault === 'callback_twice') void tell('genuine');
  }
}

/** What becomes of a payment: its usual end, or what the fault says instead. */
export function turnsOf(
  usual: readonly PlannedTurn[],
  outcome: Happening<'outcome'> | null,
  ends: { readonly success: PlannedTurn; failure(code: string | null, draw: number): PlannedTurn },
): readonly PlannedTurn[] {
  if (outcome === null) return usual;
  const { success } = ends;
  const failure = ends.failure(outcome.code, outcome.draw);
  switch (outcome.fault) {
    case 'fails':
      return [failure];
    case 'never_ends':
      return [];
    case 'ends_late':
      return usual.map((turn) => ({ ...turn, afterMs: turn.afterMs + outcome.delayMs }));
    case 'late_success':
      return [failure, { ...success, afterMs: success.afterMs + outcome.delayMs }];
    case 'late_failure':
      return [success, { ...failure, afterMs: failure.afterMs + outcome.delayMs }];
  }
}
