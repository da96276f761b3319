const windowSeconds = 60;
const callsMin = 20;
const unansweredShareMax = 0.5;
const openForMs = 30_000;

/** `half_open`: the next call is let through as a probe, or is under way. */
export type CircuitState = 'closed' | 'open' | 'half_open';

interface Second {
  readonly second: number;
  calls: number;
  unanswered: number;
}

/**
 * Whether an operator is worth calling, for one operator account and direction. Opens when half of at least 20 calls
 * in a minute were not answered; a refusal is an answer. After 30 s the next call is a probe, and others are held back
 * while it runs: its end closes the circuit or opens it again. Has no clock of its own: every time is given, in
 * milliseconds of one steady clock.
 */
export class Circuit {
  #seconds: Second[] = [];
  #openedAtMs: number | null = null;
  #probedAtMs: number | null = null;

  /** Whether a call may be made now. Changes nothing: the caller may find other reasons not to call. */
  mayCall(nowMs: number): boolean {
    if (this.#openedAtMs === null) return true;
    return nowMs >= this.#openedAtMs + openForMs && this.#probedAtMs === null;
  }

  /** Notes that a call begins, to be followed by `note`: while half-open it is the probe. */
  begin(nowMs: number): void {
    if (this.#openedAtMs !== null && nowMs >= this.#openedAtMs + openForMs) this.#probedAtMs ??= nowMs;
  }

  /** Notes how a call ended. */
  note(answered: boolean, nowMs: number): void {
    if (this.#openedAtMs !== null) {
      this.#noteWhileOpen(answered, nowMs);
      return;
    }
    const second = Math.floor(nowMs / 1_000);
    this.#seconds = this.#seconds.filter((past) => past.second > second - windowSeconds);
    let current = this.#seconds.at(-1);
    if (current === undefined || current.second !== second) {
      current = { second, calls: 0, unanswered: 0 };
      this.#seconds.push(current);
    }
    current.calls += 1;
    if (!answered) current.unanswered += 1;
    const calls = this.#seconds.reduce((sum, past) => sum + past.calls, 0);
    const unanswered = this.#seconds.reduce((sum, past) => sum + past.unanswered, 0);
    if (calls >= callsMin && unanswered >= calls * unansweredShareMax) this.#openedAtMs = nowMs;
  }

  isOpen(): boolean {
    return this.#openedAtMs !== null;
  }

  state(nowMs: number): CircuitState {
    if (this.#openedAtMs === null) return 'closed';
    return nowMs >= this.#openedAtMs + openForMs ? 'half_open' : 'open';
  }

  /** Milliseconds until a probe may be made; 0 when closed. */
  retryAfterMs(nowMs: number): number {
    if (this.#openedAtMs === null) return 0;
    return Math.max(1_000, this.#openedAtMs + openForMs - nowMs);
  }

  /** Calls that began before it opened still end; only what ends after a probe was let through decides. */
  #noteWhileOpen(answered: boolean, nowMs: number): void {
    if (this.#probedAtMs === null) return;
    this.#probedAtMs = null;
    this.#openedAtMs = answered ? null : nowMs;
    if (answered) this.#seconds = [];
  }
}

/** The circuits of every operator account and direction. Each process judges by its own calls. */
export class Circuits {
  readonly #circuits = new Map<number, { readonly collection: Circuit; readonly payout: Circuit }>();

  of(operatorAccountId: number, direction: 'collection' | 'payout'): Circuit {
    let circuits = this.#circuits.get(operatorAccountId);
    if (circuits === undefined) {
      circuits = { collection: new Circuit(), payout: new Circuit() };
      this.#circuits.set(operatorAccountId, circuits);
    }
    return circuits[direction];
  }

  /** Whether each circuit that was ever used is open. */
  *states(): Generator<{ operatorAccountId: number; direction: 'collection' | 'payout'; open: boolean }> {
    for (const [operatorAccountId, { collection, payout }] of this.#circuits) {
      yield { operatorAccountId, direction: 'collection', open: collection.isOpen() };
      yield { operatorAccountId, direction: 'payout', open: payout.isOpen() };
    }
  }
}
