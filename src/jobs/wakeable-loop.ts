/**
 * Does the same step again and again, and sleeps in between for as long as the step says, unless it is woken. A wake that
 * comes while a step runs is not lost: the next step follows at once.
 */
export class WakeableLoop {
  readonly #step: () => Promise<number>;
  #running: Promise<void> | null = null;
  #stopped = false;
  #woken = false;
  #endSleep: () => void = () => undefined;

  /** @param step gives the milliseconds until the next one, 0 for at once. It must not throw. */
  constructor(step: () => Promise<number>) {
    this.#step = step;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Begins the next step at once. */
  wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  /** Begins no more steps and resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endSleep();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#woken = false;
      await this.#sleep(await this.#step());
    }
  }

  #sleep(ms: number): Promise<void> {
    if (this.#woken || this.#stopped || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
