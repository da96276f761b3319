/** Things that will happen later, and never after the stand-in is closed. */
export class Timers {
  readonly #waiting = new Set<NodeJS.Timeout>();

  after(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      run();
    }, delayMs);
    this.#waiting.add(timer);
  }

  stop(): void {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
  }
}
