/** How often each call of the operator came, what it was answered, and the most that came in one second. */
export interface CallCount {
  readonly total: number;
  readonly peakPerSecond: number;
  /** By HTTP status, `reset` or `silence`. */
  readonly answers: Readonly<Record<string, number>>;
}

export class CallCounts {
  readonly #counts = new Map<
    string,
    { total: number; peak: number; second: number; inSecond: number; answers: Record<string, number> }
  >();

  /** Counts a call that arrived; call the result with what it was answered. */
  begin(name: string): (answer: string) => void {
    let count = this.#counts.get(name);
    if (count === undefined) {
      count = { total: 0, peak: 0, second: 0, inSecond: 0, answers: {} };
      this.#counts.set(name, count);
    }
    const known = count;
    const second = Math.floor(Date.now() / 1_000);
    if (known.second !== second) {
      known.second = second;
      known.inSecond = 0;
    }
    known.total += 1;
    known.inSecond += 1;
    known.peak = Math.max(known.peak, known.inSecond);
    return (answer) => {
      known.answers[answer] = (known.answers[answer] ?? 0) + 1;
    };
  }

  toJSON(): Record<string, CallCount> {
    return Object.fromEntries(
      [...this.#counts].map(([name, { total, peak, answers }]) => [name, { total, peakPerSecond: peak, answers }]),
    );
  }
}
